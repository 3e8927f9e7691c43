"""What machine this is, what reading costs on it, and how it is told."""

from __future__ import annotations

import json
import platform
from pathlib import Path

import pytest

from hardware import benchmark, cost, machine
from hardware.machine import read_machine, temperature, throttle_words
from vision.find import MULTIPLE
from vision.models import model_card
from vision.operations import multiply_adds, of_node


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_a_raspberry_pi_is_recognised(tmp_path: Path) -> None:
    write(tmp_path / "proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
    write(tmp_path / "proc/cpuinfo", "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0b\n")
    write(tmp_path / "proc/meminfo", "MemTotal:        8256528 kB\nMemFree: 1 kB\n")
    write(tmp_path / "sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "2400000\n")
    write(tmp_path / "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "ondemand\n")
    write(tmp_path / "sys/class/thermal/thermal_zone0/temp", "51250\n")
    write(tmp_path / "etc/os-release", 'NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n')
    found = read_machine(tmp_path)
    assert found.board == "Raspberry Pi 5 Model B Rev 1.0"
    assert (found.processor, found.clock, found.governor, found.memory) == ("Cortex-A76", 2400, "ondemand", 8063)
    assert found.system == "Debian GNU/Linux 12 (bookworm)"
    assert temperature(tmp_path) == 51.25


def test_a_machine_that_tells_nothing_is_said_to_be_unknown(tmp_path: Path) -> None:
    found = read_machine(tmp_path)
    assert (found.board, found.processor, found.clock, found.memory) == ("not known", "not known", 0, 0)
    assert temperature(tmp_path) is None


def test_a_part_without_a_name_is_told_by_its_number(tmp_path: Path) -> None:
    write(tmp_path / "proc/cpuinfo", "CPU part\t: 0xd4f\n")
    assert read_machine(tmp_path).processor == "Arm part 0xd4f"


@pytest.mark.parametrize(
    ("bits", "words"),
    [
        (0x0, "none"),
        (0x50005, "voltage too low, throttled"),
        (0x80000, "too warm before"),
        (0x20004, "throttled, frequency capped before"),
    ],
)
def test_throttling_in_words(bits: int, words: str) -> None:
    assert throttle_words(bits) == words


def test_throttling_is_unknown_without_the_tool(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert machine.throttling() == "not known"


def test_multiply_adds_grow_with_the_picture_and_agree_with_the_card() -> None:
    # A net of convolutions alone does the same for every pixel.
    assert multiply_adds("finder", 128, 192) == 6 * multiply_adds("finder", 64, 64)
    # Each weight of a convolution is used once a place, those of the last layers once.
    assert multiply_adds("classifier", 48, 48) > 10 * int(model_card("classifier")["parameters"])


@pytest.mark.parametrize(
    ("node", "operations"),
    [
        ({"op_name": "Conv", "input": [[1, 3, 8, 8], [16, 3, 3, 3], [16]], "output": [1, 16, 4, 4]}, 16 * 16 * 27),
        ({"op_name": "Conv", "input": [[1, 8, 4, 4], [8, 1, 5, 5]], "output": [1, 8, 4, 4]}, 8 * 16 * 25),
        ({"op_name": "ConvTranspose", "input": [[1, 8, 4, 4], [8, 6, 2, 2]], "output": [1, 6, 8, 8]}, 8 * 16 * 24),
        ({"op_name": "Gemm", "input": [[1, 100], [39, 100]], "output": [1, 39]}, 3900),
        ({"op_name": "Relu", "input": [[1, 100]], "output": [1, 100]}, 0),
    ],
)
def test_multiply_adds_of_a_node(node: dict[str, object], operations: int) -> None:
    inputs, output = node["input"], node["output"]
    assert isinstance(inputs, list)
    profile = {"input_type_shape": [{"float": shape} for shape in inputs], "output_type_shape": [{"float": output}]}
    assert of_node({"op_name": node["op_name"], **profile}) == operations


def test_the_report_can_be_pasted_and_read_by_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "node", lambda: "name-of-a-person")
    monkeypatch.setenv("USER", "name-of-a-person")
    monkeypatch.setattr(cost, "PASSES", cost.PASSES[:1])
    for name, few in (("IDLE_FRAMES", 1), ("DISCARDS", 1), ("COLD_STARTS", 1), ("WANTED", [50, 51])):
        monkeypatch.setattr(cost, name, few)
    measured = cost.measure()
    monkeypatch.setattr(benchmark, "measure", lambda: measured)
    costs, difference = measured
    assert difference < 1e-3
    by_work = {item.work: item for item in costs}
    assert by_work[cost.IDLE].operations == 0, "an idle frame needs no network"
    assert 0 < by_work[cost.ZONE].operations < by_work[cost.TABLE].operations
    assert all(best <= middle for item in costs for middle, best in item.milliseconds.values())
    said: list[str] = []
    benchmark.report(said.append)
    text = "\n".join(said)
    assert "whole table, cold" in text and "goal 150 ms" in text
    assert model_card("finder")["sha256"] in text
    said.clear()
    benchmark.report(said.append, as_json=True)
    (line,) = said
    data = json.loads(line)
    assert data["models"]["classifier"] == model_card("classifier")["sha256"]
    assert {item["work"] for item in data["costs"]} == set(by_work)
    assert "name-of-a-person" not in text + line


def test_the_networks_take_pictures_of_the_sizes_that_are_measured() -> None:
    sizes = [size for _, model, (_, *size), _ in cost.PASSES if model == "finder"]
    assert len(sizes) == 2
    assert all(side % MULTIPLE == 0 for size in sizes for side in size)
    for _, model, (_, height, width), _ in cost.PASSES:
        assert multiply_adds(model, height, width) > 0
