"""Pictures as SVG: small, well formed, safe to stand in a page, and every value where it belongs."""

import re
import xml.etree.ElementTree as ET

import pytest

from grundy import table
from grundy.games import expression
from grundy.write.svg import COLOURS, heat_map_svg, sequence_svg, ticks, values_svg

SVG = "{http://www.w3.org/2000/svg}"
STEP = re.compile(r"M(-?[\d.]+) (-?[\d.]+)([hv])(-?[\d.]+)")
CARDS = [
    "kayles[:24]",
    "nim[:24]",
    "nim[:12, :12]",
    "wythoff[:12, :12]",
    "blackboard(2)[1:25]",
    "race(2, 9, 1000)[1:25]",
]


def steps(picture, name):
    """The (x, y, length) of the strokes of a path by its class."""
    for path in ET.fromstring(picture).iter(f"{SVG}path"):
        if path.get("class") == name:
            return [(float(x), float(y), float(d)) for x, y, _, d in STEP.findall(path.get("d"))]
    return []


def cells(picture):
    """The colour of each cell that is drawn over the ground, by its place from the upper left."""
    found = {}
    for path in ET.fromstring(picture).iter(f"{SVG}path"):
        if path.get("class") is None:
            for x, y, length in (map(float, (x, y, d)) for x, y, _, d in STEP.findall(path.get("d"))):
                found.update({(x + k, y): path.get("stroke") for k in range(int(length))})
    return found


@pytest.mark.parametrize("text", CARDS)
def test_a_picture_of_a_card_is_small_named_and_free_of_styles_and_scripts(text):
    found = table(expression(text))
    picture = values_svg(found.values, start=found.start, title=f"<{text}> & more")
    assert len(picture) < 1500
    root = ET.fromstring(picture)
    assert root.get("role") == "img"
    assert root.get("aria-label") == root.find(f"{SVG}title").text == f"<{text}> & more"
    for node in root.iter():
        assert node.tag.removeprefix(SVG) in {"svg", "title", "rect", "g", "path"}
        assert not [a for a in node.attrib if a == "style" or a.startswith("on")]


def test_bars_are_as_high_as_the_values_and_dots_stand_where_the_value_is_0():
    values = [0, 1, 2, 0, 4]
    picture = sequence_svg(values)
    assert steps(picture, "bars") == [(12, 64, -16), (20, 64, -32), (36, 64, -64)]
    assert [x for x, _, _ in steps(picture, "lost")] == [4, 28]


def test_a_sequence_of_large_numbers_or_of_zeros_alone_is_drawn():
    assert steps(sequence_svg([10**30, 2 * 10**30]), "bars") == [(4, 64, -32), (12, 64, -64)]
    assert steps(sequence_svg([0, 0]), "bars") == []


@pytest.mark.parametrize("side", [3, 12])
def test_cells_have_the_colours_of_their_values_and_the_first_heap_goes_to_the_right(side):
    values = [[3 * i + j for j in range(side)] for i in range(side)]
    picture = heat_map_svg(values)
    ground = ET.fromstring(picture).find(f"{SVG}rect").get("fill")
    drawn = cells(picture)
    colours = {}
    for i, column in enumerate(values):
        for j, value in enumerate(column):
            colours.setdefault(value, set()).add(drawn.get((i, side - 1 - j), ground))
    assert all(len(of_one) == 1 for of_one in colours.values())
    ranks = [COLOURS.index(colours[value].pop()) for value in sorted(colours)]
    assert ranks == sorted(ranks)
    assert ranks[0] == 0 < ranks[1]
    assert ranks[-1] == len(COLOURS) - 1


def test_dots_stand_on_the_p_positions_of_wythoff():
    found = table(expression("wythoff[:8, :8]")).values
    dots = {(int(x), 7 - int(y)) for x, y, _ in steps(heat_map_svg(found), "lost")}
    assert dots == {(0, 0), (1, 2), (2, 1), (3, 5), (5, 3), (4, 7), (7, 4)}


def test_outcomes_are_two_colours_and_dots():
    picture = values_svg([["P", "N"], ["N", "N"]])
    assert len(set(cells(picture).values()) | {ET.fromstring(picture).find(f"{SVG}rect").get("fill")}) == 2
    assert steps(picture, "lost") == [(0.5, 1, 0)]
    assert len(steps(values_svg(["P", "N", "P"]), "lost")) == 2


def test_of_three_heaps_the_first_slice_is_drawn():
    found = table(expression("nim[:3, :3, :3]"))
    assert values_svg(found.values, start=found.start) == heat_map_svg([[0, 1, 2], [1, 0, 3], [2, 3, 0]])


def test_heaps_are_written_beside_the_axes_when_these_have_names():
    words = [t.text for t in ET.fromstring(sequence_svg([0, 1] * 20, start=5, axis="n")).iter(f"{SVG}text")]
    assert words == ["5", "10", "15", "20", "25", "30", "35", "40", "n", "1", "0"]
    words = [
        t.text for t in ET.fromstring(heat_map_svg([[0] * 3] * 2, start=(7, 1), axes=("a", "b"))).iter(f"{SVG}text")
    ]
    assert words == ["7", "8", "1", "2", "3", "a", "b"]


@pytest.mark.parametrize("start", [0, 1, 17, 10**20])
@pytest.mark.parametrize("count", [1, 2, 13, 999, 10**6])
def test_ticks_are_few_and_inside(start, count):
    found = ticks(start, count, 8)
    assert len(found) <= 9
    assert not found or (found[0] >= start and found[-1] < start + count)
