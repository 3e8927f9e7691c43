// Shows the camera's picture once a second and sends four clicked corners, as shares of its width and height.

const NAMES = ["left near", "right near", "right far", "left far"];
const $ = (id) => document.getElementById(id);
let corners = [];

function show(text) {
  $("next").textContent = text;
  $("marks").innerHTML = `<polyline points="${corners.map((corner) => corner.join(",")).join(" ")}"/>` +
    corners.map(([x, y]) => `<circle cx="${x}" cy="${y}" r=".006"/>`).join("");
}

async function send() {
  try {
    const answer = await fetch("/api/corners", {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ corners }),
    });
    const wrong = answer.ok ? "" : (await answer.json()).detail;
    corners = [];
    show(wrong ? `Not taken: ${typeof wrong === "string" ? wrong : "click inside the picture"}` : "Taken: look whether the outlines lie on the table.");
  } catch {
    corners = [];
    show("The table did not answer. Click the left near corner to try again.");
  }
}

$("outlined").addEventListener("click", (event) => {
  if (corners.length === NAMES.length) return; // they are on their way
  const box = $("outlined").getBoundingClientRect();
  corners.push([(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]);
  show(corners.length < NAMES.length ? `Click the ${NAMES[corners.length]} corner.` : "Sending …");
  if (corners.length === NAMES.length) send();
});

$("again").addEventListener("click", () => {
  corners = [];
  show(`Click the ${NAMES[0]} corner.`);
});

function refresh() {
  if (document.hidden) return;
  const next = new Image();
  next.onload = () => { $("outlined").src = next.src; };
  next.src = `/api/setup.jpg?at=${Date.now()}`;
}

refresh();
setInterval(refresh, 1000);
