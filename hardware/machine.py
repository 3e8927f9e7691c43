"""What machine this is, as far as it can be told without special rights: for figures that somebody else shall judge.

Neither the machine's name nor its user's is read.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

ARM_CORES = {"0xd03": "Cortex-A53", "0xd08": "Cortex-A72", "0xd0b": "Cortex-A76"}
"""Processor cores of the Raspberry Pi 3, 4 and 5 by the part number that the kernel tells."""
PACKAGES = ("tablectl", "numpy", "opencv-python", "onnxruntime")
THROTTLE_BITS = ((0, "voltage too low"), (1, "frequency capped"), (2, "throttled"), (3, "too warm"))
"""Bits of `vcgencmd get_throttled`: now, and 16 higher since the start. Raspberry Pi documentation, `vcgencmd`."""
UNKNOWN = "not known"


@dataclass(frozen=True, slots=True)
class Machine:
    """A computer. `memory` in MiB and `clock` (the most a core may run at) in MHz, 0 where not known."""

    board: str
    processor: str
    cores: int
    clock: int
    governor: str
    memory: int
    system: str
    kernel: str
    python: str
    packages: dict[str, str]


def read_machine(root: Path = Path("/")) -> Machine:
    """This machine; `root` is where its `proc`, `sys` and `etc` lie."""
    frequency = root / "sys/devices/system/cpu/cpu0/cpufreq"
    memory = re.search(r"MemTotal: +(\d+)", _text(root / "proc/meminfo"))
    system = re.search(r'^PRETTY_NAME="?(.*?)"?$', _text(root / "etc/os-release"), re.M)
    return Machine(
        board=_text(root / "proc/device-tree/model").rstrip("\0") or UNKNOWN,
        processor=_processor(_text(root / "proc/cpuinfo")),
        cores=os.cpu_count() or 0,
        clock=int(_text(frequency / "cpuinfo_max_freq") or 0) // 1000,
        governor=_text(frequency / "scaling_governor") or UNKNOWN,
        memory=int(memory[1]) // 1024 if memory else 0,
        system=system[1] if system else UNKNOWN,
        kernel=f"{platform.system()} {platform.release()} {platform.machine()}",
        python=platform.python_version(),
        packages={name: version(name) for name in PACKAGES},
    )


def temperature(root: Path = Path("/")) -> float | None:
    """Of the processor in degrees Celsius; None where it cannot be read."""
    text = _text(root / "sys/class/thermal/thermal_zone0/temp")
    return int(text) / 1000 if text else None


def throttling() -> str:
    """Whether a Raspberry Pi slows itself down, and whether it did since it was started."""
    tool = shutil.which("vcgencmd")
    if tool is None:
        return UNKNOWN
    answer = subprocess.run([tool, "get_throttled"], capture_output=True, text=True, timeout=5)
    found = re.fullmatch(r"throttled=(0x[0-9a-fA-F]+)", answer.stdout.strip())
    return throttle_words(int(found[1], 16)) if found else UNKNOWN


def throttle_words(bits: int) -> str:
    """What the bits of `vcgencmd get_throttled` mean."""
    now = [word for bit, word in THROTTLE_BITS if bits >> bit & 1]
    before = [f"{word} before" for bit, word in THROTTLE_BITS if bits >> bit + 16 & 1 and word not in now]
    return ", ".join(now + before) or "none"


def _processor(cpuinfo: str) -> str:
    name = re.search(r"^model name\s*: (.+)$", cpuinfo, re.M)
    part = re.search(r"^CPU part\s*: (\w+)$", cpuinfo, re.M)
    if name:
        return name[1]
    return ARM_CORES.get(part[1], f"Arm part {part[1]}") if part else UNKNOWN


def _text(path: Path) -> str:
    """What a small file of the system holds; empty where there is none."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
