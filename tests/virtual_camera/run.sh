#!/bin/sh
# Lets picamera2 itself look through libcamera's virtual camera, fed from pictures: Debian 13 only, three minutes.
# Shows the library's own behaviour; not a Raspberry Pi's sensor, lens, formats or timing.
set -eu
cd "$(dirname "$0")/../.."
. /etc/os-release
if [ "$ID" != debian ] || [ "${VERSION_ID:-}" != 13 ]; then
  echo "SKIPPED: the virtual camera needs Debian 13 (libcamera 0.4); this is $PRETTY_NAME"
  exit 0
fi
SUDO=$([ "$(id -u)" = 0 ] || echo sudo)
$SUDO apt-get update -q
$SUDO env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
  python3-venv python3-dev python3-libcamera libcamera-ipa libcap-dev gcc libc6-dev libgl1 libglib2.0-0

BUILD=$PWD/build/virtual-camera
mkdir -p "$BUILD/frames"
test -x "$BUILD/venv/bin/python" || python3 -m venv --system-site-packages "$BUILD/venv"
"$BUILD/venv/bin/python" -m pip install -q -e . pytest hypothesis picamera2
gcc -shared -fPIC -O2 -o "$BUILD/fake_dmabuf.so" tests/virtual_camera/fake_dmabuf.c -ldl
"$BUILD/venv/bin/python" tests/virtual_camera/frames.py "$BUILD/frames"
$SUDO mkdir -p /usr/share/libcamera/pipeline/virtual
sed "s|@FRAMES_DIR@|$BUILD/frames|" tests/virtual_camera/virtual.yaml |
  $SUDO tee /usr/share/libcamera/pipeline/virtual/virtual.yaml >/dev/null
LIBCAMERA_PIPELINES_MATCH_LIST=virtual LD_PRELOAD="$BUILD/fake_dmabuf.so" \
  "$BUILD/venv/bin/python" -m pytest -W default tests/virtual_camera/look_through.py
