# Two commands matter: `make run` starts the simulated table, `make test` runs every check.
# Both set up what they need on a bare Debian machine with Python 3.11 or newer.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN_PACKAGES := python3-venv libgl1 libglib2.0-0 gcc libc6-dev
TEST_PACKAGES := $(RUN_PACKAGES) chromium fonts-kouzan-mouhitsu openscad \
  gcc-avr avr-libc binutils-avr libsimavr-dev libelf-dev cppcheck
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

# Where apt's picamera2 is, the environment shares the system's packages, and numpy stays one that picamera2 was built for.
APT_CAMERA := $(shell dpkg-query -W -f='$${Status}' python3-picamera2 2>/dev/null | grep -o 'ok installed')
SHARED := $(if $(APT_CAMERA),--system-site-packages)
NUMPY := $(if $(APT_CAMERA),$(shell $(PYTHON) -c 'import numpy as n; n.__version__.startswith("1.") and print("numpy<2")' 2>/dev/null))

# Installs the Debian packages of a list that are missing; elsewhere than Debian it says what is needed.
define apt
	@missing=$$(for package in $(1); do \
	  dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || echo $$package; done); \
	if [ -n "$$missing" ]; then \
	  command -v apt-get >/dev/null || { echo "please install:" $$missing; exit 1; }; \
	  $(SUDO) apt-get update -q && \
	  $(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $$missing; \
	fi
endef

.PHONY: run test virtual-camera clean

run: $(VENV)/.run
	$(BIN)/tablectl run

test: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest

# On Debian 13 only; elsewhere it says that it was skipped.
virtual-camera:
	sh tests/virtual_camera/run.sh

$(VENV)/.run: pyproject.toml
	$(call apt,$(RUN_PACKAGES))
	test -x $(BIN)/python || $(PYTHON) -m venv $(SHARED) $(VENV)
	$(BIN)/python -m pip install -q -e . $(if $(NUMPY),'$(NUMPY)')
	touch $@

$(VENV)/.test: pyproject.toml
	$(call apt,$(TEST_PACKAGES))
	test -x $(BIN)/python || $(PYTHON) -m venv $(SHARED) $(VENV)
	$(BIN)/python -m pip install -q -e '.[dev]' $(if $(NUMPY),'$(NUMPY)')
	$(BIN)/python -m pip install -q --no-deps 'picamera2>=0.3.30'  # its source is read; importing it needs libcamera
	touch $@

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache
