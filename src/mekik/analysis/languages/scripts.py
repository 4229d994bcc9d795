"""What the letters alone tell: the script of a text, and the languages that are written in it."""

from __future__ import annotations

from bisect import bisect_right

_LOOKED_AT = 64
"""Letters that show a text's script."""

_RANGES = (
    (0x41, "latin"), (0x370, "greek"), (0x400, "cyrillic"), (0x530, "armenian"), (0x590, "hebrew"),
    (0x600, "arabic"), (0x700, ""), (0x900, "devanagari"), (0x980, "bengali"), (0xA00, "gurmukhi"),
    (0xA80, "gujarati"), (0xB00, "oriya"), (0xB80, "tamil"), (0xC00, "telugu"), (0xC80, "kannada"),
    (0xD00, "malayalam"), (0xD80, "sinhala"), (0xE00, "thai"), (0xE80, "lao"), (0xF00, "tibetan"),
    (0x1000, "burmese"), (0x10A0, "georgian"), (0x1100, "hangul"), (0x1200, "ethiopic"), (0x13A0, ""),
    (0x1780, "khmer"), (0x1800, ""), (0x1C80, "cyrillic"), (0x1C90, "georgian"), (0x1CC0, ""), (0x1E00, "latin"),
    (0x1F00, "greek"), (0x2000, ""), (0x2C60, "latin"), (0x2C80, ""), (0x2D00, "georgian"), (0x2D30, ""),
    (0x2DE0, "cyrillic"), (0x2E00, ""), (0x3040, "kana"), (0x3100, "han"), (0x3130, "hangul"), (0x3190, ""),
    (0x31F0, "kana"), (0x3200, ""), (0x3400, "han"), (0xA000, ""), (0xA640, "cyrillic"), (0xA6A0, ""),
    (0xA720, "latin"), (0xA800, ""), (0xAC00, "hangul"), (0xD7B0, ""), (0xF900, "han"), (0xFB00, "latin"),
    (0xFB13, "armenian"), (0xFB1D, "hebrew"), (0xFB50, "arabic"), (0xFE00, ""), (0xFE70, "arabic"), (0xFF00, ""),
    (0xFF21, "latin"), (0xFF66, "kana"), (0xFFA0, "hangul"), (0xFFE0, ""), (0x20000, "han"), (0x40000, ""),
)  # fmt: skip
_STARTS = [start for start, _ in _RANGES]
_NAMES = [name for _, name in _RANGES]

OF_SCRIPT: dict[str, frozenset[str]] = {
    script: frozenset(codes.split())
    for script, codes in {
        "greek": "el", "armenian": "hy", "hebrew": "he yi", "devanagari": "hi mr ne sa bh mai new gom bho",
        "bengali": "bn as bpy", "gurmukhi": "pa", "gujarati": "gu", "oriya": "or", "tamil": "ta", "telugu": "te",
        "kannada": "kn", "malayalam": "ml", "sinhala": "si", "thai": "th", "lao": "lo", "tibetan": "bo dz",
        "burmese": "my", "georgian": "ka xmf", "hangul": "ko", "ethiopic": "am ti", "khmer": "km", "kana": "ja",
        "han": "zh ja yue wuu", "arabic": "ar fa ur ps ckb ug sd pnb arz azb mzn lrc ks ku",
        "cyrillic": "ru uk bg be mk sr kk ky mn tg tt ba cv os udm uz tk mhr mrj myv kv ce sah bxr rue tyv krc av lez "
        "xal ab az",
    }.items()
}  # fmt: skip
"""A script that is not here, as the Latin one, may be any language's."""


def script_of(text: str) -> str:
    """The script that most of the first letters are in; empty when there are none."""
    counts: dict[str, int] = {}
    seen = 0
    for letter in text:
        if not letter.isalpha():
            continue
        script = "latin" if letter < "\u0250" else _NAMES[bisect_right(_STARTS, ord(letter)) - 1]
        counts[script] = counts.get(script, 0) + 1
        seen += 1
        if seen == _LOOKED_AT:
            break
    if not counts:
        return ""
    # A Japanese text is mostly Chinese signs at times, but no Chinese one holds kana.
    if "kana" in counts and "han" in counts:
        counts["kana"] += counts.pop("han")
    return max(counts, key=counts.__getitem__)


def written_in(text: str) -> frozenset[str] | None:
    """The languages that the script leaves; None when it says nothing."""
    return OF_SCRIPT.get(script_of(text))
