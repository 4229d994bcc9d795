"""Colours as pages write them: names, #hex, rgb() and hsl(), and the old attributes' odd spellings."""

from __future__ import annotations

import colorsys
import re
from functools import lru_cache

CLEAR = -1
"""Nothing is painted: what lies below shows through."""
UNKNOWN = -2
"""A picture, a gradient, a variable: it may be any colour."""
WHITE, BLACK = 0xFFFFFF, 0

_NEAR = 10
"""Steps of 256 in each of the three: nobody sees such a difference."""
_HEX = re.compile(r"#?([0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})")
_FUNCTION = re.compile(r"(rgb|hsl)a?\(([^()]{1,80})\)")
_NUMBER = re.compile(r"(-?\d{0,4}\.?\d{0,6})(%|deg)?")

_TABLE = """
aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4 black
000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0
chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff
darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9 darkkhaki
bdb76b darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon
e9967a darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f darkturquoise 00ced1
darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dimgrey 696969 dodgerblue 1e90ff firebrick
b22222 floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700
goldenrod daa520 gray 808080 green 008000 greenyellow adff2f grey 808080 honeydew f0fff0 hotpink ff69b4
indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00
lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray
d3d3d3 lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa lightskyblue
87cefa lightslategray 778899 lightslategrey 778899 lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00
limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000 mediumaquamarine 66cdaa mediumblue 0000cd
mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a
mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin
ffe4b5 navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500 orangered
ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee palevioletred db7093 papayawhip
ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6 purple 800080 rebeccapurple 663399
red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57
seashell fff5ee sienna a0522d silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090 slategrey 708090
snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347 turquoise
40e0d0 violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32
"""
_WORDS = _TABLE.split()
_NAMES = {name: int(value, 16) for name, value in zip(_WORDS[::2], _WORDS[1::2], strict=True)}


@lru_cache(maxsize=4096)
def colour(text: str) -> int:
    """One colour as a number of 24 bits, CLEAR, or UNKNOWN for what is no colour."""
    text = text.strip().lower()[:100]
    known = _NAMES.get(text)
    if known is not None:
        return known
    if text in ("transparent", "none"):
        return CLEAR
    if found := _HEX.fullmatch(text):
        return _from_hex(found[1])
    if found := _FUNCTION.fullmatch(text):
        return _from_function(found[1], found[2])
    return UNKNOWN


def near(one: int, other: int) -> bool:
    """Whether nobody can tell them apart. Unknown colours are like no other."""
    if one < 0 or other < 0:
        return False
    return all(abs((one >> shift & 255) - (other >> shift & 255)) <= _NEAR for shift in (0, 8, 16))


def _from_hex(digits: str) -> int:
    if len(digits) <= 4:
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) == 8:
        if digits[6:] == "00":
            return CLEAR
        if digits[6:] != "ff":
            return UNKNOWN
    return int(digits[:6], 16)


def _from_function(kind: str, inside: str) -> int:
    parts = [part for part in re.split(r"[\s,/]+", inside.strip()) if part]
    values = [_value(part) for part in parts]
    if len(values) not in (3, 4) or None in values:
        return UNKNOWN
    (one, one_unit), (two, two_unit), (three, three_unit) = (value for value in values[:3] if value is not None)
    alpha = values[3] if len(values) == 4 else None
    if alpha is not None:
        opacity = alpha[0] / 100 if alpha[1] == "%" else alpha[0]
        if opacity <= 0:
            return CLEAR
        if opacity < 1:
            return UNKNOWN
    if kind == "rgb":
        channels = [one * _scale(one_unit), two * _scale(two_unit), three * _scale(three_unit)]
    else:
        red, green, blue = colorsys.hls_to_rgb(one / 360 % 1, _unit(three / 100), _unit(two / 100))
        channels = [red * 255, green * 255, blue * 255]
    red_, green_, blue_ = (min(255, max(0, round(channel))) for channel in channels)
    return red_ << 16 | green_ << 8 | blue_


def _scale(unit: str) -> float:
    return 2.55 if unit == "%" else 1.0


def _unit(value: float) -> float:
    return min(1.0, max(0.0, value))


def _value(text: str) -> tuple[float, str] | None:
    found = _NUMBER.fullmatch(text)
    if found is None or found[1] in ("", "-", ".", "-."):
        return None
    return float(found[1]), found[2] or ""
