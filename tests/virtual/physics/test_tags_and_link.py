"""Tags, their couplings, the way back and the loops' circuit against the design's figures."""

import math
import random
from statistics import pstdev

import numpy as np
import pytest
from domino_table.physics import circuit, clock, coil, link
from domino_table.physics.constants import OMEGA
from domino_table.physics.inductance import self_inductance
from domino_table.physics.pattern import pattern
from domino_table.physics.setting import Setting

FLAT = np.array([(0.0, 0.0, 1.0), (0.0, 0.0, 1.0)])


@pytest.mark.parametrize(
    ("diameter", "least", "most"), [(9, 0.65, 1.3), (12, 0.4, 0.8), (16, 0.26, 0.53), (20, 0.19, 0.37)]
)
def test_a_tag_needs_the_field_that_the_design_says(diameter: float, least: float, most: float) -> None:
    """With 28 pF, of which the chip has 23.5; quality 20 and 10."""
    made = coil.coil(diameter, 28.0)
    assert coil.threshold(made, coil.Parts(quality=20)) == pytest.approx(least, rel=0.05)
    assert coil.threshold(made, coil.Parts(quality=10)) == pytest.approx(most, rel=0.05)


def test_the_input_capacitance_alone_spreads_thresholds() -> None:
    made = coil.coil(12)
    for quality, spread in ((20, 3.2), (10, 1.0)):
        tuned = coil.threshold(made, coil.Parts(quality=quality))
        off = coil.threshold(made, coil.Parts(capacitance_pf=22.3, quality=quality))
        assert circuit.decibels(off / tuned) == pytest.approx(spread, abs=0.25)


def test_tags_of_a_reel_differ_and_tags_without_spread_do_not() -> None:
    rng, made = random.Random(4), coil.coil(12)
    levels = [circuit.decibels(coil.threshold(made, coil.draw(rng))) for _ in range(400)]
    assert 1.5 < pstdev(levels) < 3
    assert coil.draw(rng, 0.0) == coil.NOMINAL
    fixed = coil.with_threshold(coil.draw(rng), made, 0.7)
    assert coil.threshold(made, fixed) == pytest.approx(0.7)


def test_tags_couple_as_the_design_says() -> None:
    def factor(radius: float, x: float, z: float) -> float:
        return float(coil.coupling(np.array([(0.0, 0.0, 0.0), (x, 0.0, z)]), FLAT, radius)[0, 1])

    assert abs(factor(4.5, 28, 0)) == pytest.approx(0.002, abs=0.0005)
    assert abs(factor(8, 28, 0)) == pytest.approx(0.012, abs=0.002)
    assert factor(4.5, 0, 11) == pytest.approx(0.05, abs=0.01)
    assert factor(8, 0, 11) == pytest.approx(0.20, abs=0.01)
    assert factor(8, 28, 0) < 0 < factor(8, 0, 11)


def test_stacked_tags_take_the_voltage_from_one_another_and_neighbours_do_not() -> None:
    parts = [coil.Parts(quality=20)] * 2

    def worst(x: float, z: float) -> float:
        factors = coil.coupling(np.array([(0.0, 0.0, 0.0), (x, 0.0, z)]), FLAT, 8.0)
        return float(np.abs(coil.voltages(parts, factors, np.ones((2, 1)))).min()) / 20

    assert worst(0, 11) < 0.3
    assert worst(28, 0) > 0.95


def test_a_tag_alone_gets_its_quality_times_what_is_induced() -> None:
    parts = [coil.Parts(capacitance_pf=22.3, quality=18)]
    found = np.abs(coil.voltages(parts, np.zeros((1, 1)), np.array([[2.0]])))[0, 0]
    assert found == pytest.approx(2 * coil.response(parts[0]))


@pytest.mark.parametrize(("diameter", "factor", "least", "most"), [(12, 0.0057, 0.3, 1.0), (9, 0.0037, 0.14, 0.4)])
def test_the_modulation_that_comes_back_is_that_of_the_design(
    diameter: float, factor: float, least: float, most: float
) -> None:
    made, inductance = coil.coil(diameter), self_inductance(840, 56.6, 0.4)
    assert link.coupling_factor(made, inductance, 10.0) == pytest.approx(factor, rel=0.03)
    for quality, expected in ((10, least), (20, most)):
        loop = 10 if quality == 10 else 15
        depth = 100 * link.depth(made, coil.Parts(quality=quality), inductance, loop, 10.0)
        assert depth == pytest.approx(expected, rel=0.15)  # the design's figures have one digit


def test_an_answer_at_the_noise_is_decoded_every_other_time() -> None:
    assert link.chance(0.001, 0.001) == pytest.approx(0.5)
    assert link.chance(0.002, 0.001) > 0.99
    assert link.chance(0.0005, 0.001) < 0.01
    assert link.chance(0.0, 0.001) < 1e-9


def test_the_eight_levels_are_those_of_the_reader() -> None:
    steps = [circuit.decibels(circuit.level_volts(n) / circuit.level_volts(0)) for n in range(circuit.LEVELS)]
    assert steps == pytest.approx([0, -0.2, -0.7, -1.7, -4.2, -4.9, -5.8, -7.7], abs=0.06)
    assert circuit.level_volts(3) / circuit.level_volts(5) == pytest.approx(1.45, abs=0.01)


def test_a_loop_resonates_where_it_is_trimmed() -> None:
    inductance = self_inductance(840, 57, 0.4)
    resistance = OMEGA * inductance / 15
    assert circuit.LoopCircuit(inductance, resistance).share == pytest.approx(1.0)
    assert circuit.LoopCircuit(inductance, resistance).quality == pytest.approx(15)
    assert resistance == pytest.approx(9.9, abs=0.1)
    off = circuit.LoopCircuit(inductance, resistance, trim=0.05)
    assert circuit.decibels(off.share) == pytest.approx(-1.9, abs=0.3)
    far = circuit.LoopCircuit(inductance, resistance, bus=0.6e-6, trim=0.05)
    assert far.share < off.share
    assert circuit.LoopCircuit(inductance, resistance, metal=-0.1).share < 0.7


def test_loops_at_once_share_the_current() -> None:
    assert circuit.currents([1.0, 0.9], [True, False], [0.0, 0.0]) == [1.0, 0.0]
    assert circuit.currents([1.0, 0.8], [True, True], [0.0, 0.0]) == [0.5, 0.4]
    assert circuit.currents([1.0, 1.0], [True, False], [0.0, 0.1]) == [1.0, 0.1]


def test_a_tag_wakes_the_later_the_less_it_gets() -> None:
    times = [clock.wake_us(over) for over in (10.0, 2.0, 1.25, 1.1, 1.03, 1.0)]
    assert times == sorted(times)
    assert 300 <= times[0] < 400
    assert times[-1] == 1500
    assert times[2] < 1200 < times[3] + 100


def test_warm_tags_forget_sooner() -> None:
    assert clock.persist_us(4_000_000, 22) == 4_000_000
    assert clock.persist_us(4_000_000, 32) == 2_000_000
    assert clock.persist_us(4_000_000, 12) == 8_000_000


def test_the_pattern_of_a_loop_has_the_margin_at_its_worst_place_inside() -> None:
    made = pattern(840, 57, 8.5, 20, Setting())
    across = np.arange(0.0, 100.0, 1.0)
    assert made.over(across[:21], 5).min() == pytest.approx(1.25, abs=0.001)
    assert made.over(across[:21], 3).min() == pytest.approx(1.25 * 4 / 2.75, abs=0.002)
    assert made.field(across)[0] > 0 > made.field(across)[40]
    weak = coil.Parts(quality=10, least_volts=1.3)
    assert (made.over(across, 5, weak) < 1).all()
    assert made.heard(np.array([0.0, 60.0]), 3).tolist() == pytest.approx([0.98, 0.0], abs=0.001)
    assert made.over(np.array([0.0]), 3, share=0.5)[0] == pytest.approx(made.over(np.array([0.0]), 3)[0] / 2)


def test_the_current_of_a_loop_lies_within_what_a_reader_can_give() -> None:
    """The design counts on 0.225 A rms at 0.5 W for loops of quality 15."""
    made = pattern(840, 57, 8.5, 20, Setting())
    assert 0.02 < made.current(0) < 0.225
    assert math.isclose(made.inductance, self_inductance(840, 57, 0.4))
