// Dice cup, disc and lamp holder. One part a file: openscad -D 'part="cup"' -o cup.stl dice_unit.scad
// Lengths in millimetres. Each part lies as it is printed: 0.2 mm layers, no support.
part = "cup";          // "cup", "disc" or "lamps"

die = 16;              // edge of a die
inner = 76;            // across the cup; the camera looks for dice within 40 mm of its middle
depth = 2 * die + 2;   // from the disc to the lid
wall = 2.4;
lid = 2;               // thickness of the clear lid, a round piece of acrylic
lid_tilt = 6;          // degrees: the lid mirrors the lamps away from the camera
ribs = 5;              // upright ribs of the cup, unevenly spaced: dice that only slide do not roll
rib = 3;               // how far they reach in

disc_thick = 3;
gap = 0.8;             // between disc and cup, less than the rounding of a die's corner
bumps = [[24, 0], [17, 150]];  // distance and angle of two M3 button-head screws in the disc: low, round bumps
screw = 3.2;

motor = [12, 10, 24];  // width, depth and length of an N20 with its gearbox, without shaft
shaft = 3;             // across its D shaft
flat = 2.5;            // across the shaft's flat
shaft_long = 10;
wires = 6;             // room below the motor
play = 0.25;           // around what is pushed in

leds = 4;              // lamps of a seat: dealer, turn, riichi, prompt
led_pitch = 16.67;     // of a strip with 60 lamps a metre
strip = [10.4, 1.2];   // width and thickness of the strip
lamp_deep = 9;         // from lamp to diffuser
diffuser = 1.2;

$fn = 72;
outer = inner + 2 * wall;
floor_high = wires + motor[2] + wall;            // upper side of the plate that the motor hangs under
hub = shaft_long - wall - (disc_thick - 1) - 1;  // of the disc, between it and the plate, 1 mm free
disc_top = floor_high + 1 + hub + disc_thick;
rim = disc_top + depth;                          // lowest point of the lid's ledge
rise = tan(lid_tilt) * outer;

if (part == "cup") cup();
else if (part == "disc") disc();
else if (part == "lamps") lamps();
else assert(false, str("part = ", part, ": expected cup, disc or lamps"));

module cup() {
  difference() {
    union() {
      cylinder(d = outer, h = rim + rise + lid);
      cylinder(d = outer + 20, h = 3);
    }
    translate([0, 0, floor_high]) cylinder(d = inner, h = rim + rise);
    translate([0, 0, rim + rise / 2]) rotate([0, lid_tilt, 0]) {
      cylinder(d = inner + wall, h = rim);                                   // the lid lies in it
      translate([-outer, -outer, lid]) cube([2 * outer, 2 * outer, rim]);
    }
    translate([-motor[0] / 2 - play, -motor[1] / 2 - play, -1])
      cube([motor[0] + 2 * play, motor[1] + 2 * play, 1 + wires + motor[2]]);  // the motor, pushed in from below
    cylinder(d = 4.6, h = 2 * floor_high);                                   // its shaft and collar
    translate([-4, 0, -1]) cube([8, outer, 1 + wires - 1]);                  // its wires
    for (turn = [45 : 90 : 315]) rotate(turn) translate([outer / 2 + 5, 0, -1]) cylinder(d = 3.4, h = 6);
  }
  intersection() {
    for (n = [0 : ribs - 1]) rotate(360 / ribs * n + 11 * sin(137 * n))
      translate([inner / 2, 0, disc_top + 1.5]) {
        cylinder(r1 = 0, r2 = rib, h = 1.2 * rib);                             // steep enough to be printed in the air
        translate([0, 0, 1.2 * rib]) cylinder(r = rib, h = depth - 3 - 1.2 * rib);
      }
    cylinder(d = outer - 1, h = 2 * rim);
  }
}

// Upside down: the smooth face lies on the bed, the hub stands up.
module disc() {
  difference() {
    union() {
      cylinder(d = inner - 2 * gap, h = disc_thick);
      cylinder(d = 9, h = disc_thick + hub);
    }
    translate([0, 0, 1]) intersection() {
      cylinder(d = shaft + play, h = shaft_long);
      translate([-5, -5, 0]) cube([10, 5 + flat - shaft / 2 + play / 2, shaft_long]);
    }
    for (bump = bumps) rotate(bump[1]) translate([bump[0], 0, -1]) cylinder(d = screw, h = 9);
  }
}

module lamps() {
  long = leds * led_pitch + 2 * wall;
  wide = strip[0] + 2 * wall;
  high = wall + strip[1] + lamp_deep + diffuser;
  difference() {
    cube([long, wide, high]);
    for (n = [0 : leds - 1]) translate([wall + n * led_pitch + 0.6, wall, wall])
      cube([led_pitch - 1.2, strip[0], high]);                               // a chamber a lamp, no light beside it
    translate([-1, wall, wall]) cube([long + 2, strip[0], strip[1] + 0.4]);  // the strip is pushed through
    translate([wall, wall / 2, high - diffuser]) cube([long - 2 * wall, strip[0] + wall, diffuser + 1]);
  }
}
