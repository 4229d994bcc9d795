"""Whether letters after a Turkish stem are a chain of its suffixes.

Suffixes change with the vowels and consonants before them; they are compared in one spelling: A for a and e, I for ı,
i, u and ü, D for d and t, C for c and ç, K for k, g and ğ. The order of a chain is that of grammar: what a verb takes
first, what makes a noun of it, number, possession, case, copula and person. Whether vowels agree is judged once,
between stem and chain.
"""

from __future__ import annotations

import re
from functools import lru_cache

_ONE_SPELLING = str.maketrans("aeâıiuüîûdtcçkgğ", "AAAIIIIIIDDCCKKK")
BACK, FRONT = "aıouâ", "eiöüîû"
_VOWEL = re.compile(f"[{BACK}{FRONT}]")

_PERSON = "(?:Im|sIn|Iz|yIm|yIz|sInIz|lAr|m|n|K|nIz)"
_COPULA = f"(?:(?:y?DI|y?mIş|y?sA){_PERSON}?|{_PERSON}?DIr(?:lAr)?|{_PERSON}|y?KAn)"
_POSSESSION = "(?:I?mIz|I?nIz|lArI|sI|I|I?m|I?n)"
_CASE = "(?:n?DAn|n?DA|n?In|[yn]?A|[yn]?I|y?lA|n?CA)"
_NOUN = f"(?:lAr)?{_POSSESSION}?{_CASE}?(?:KI(?:lAr)?{_CASE}?)?{_COPULA}?"
_MAKES_NOUN = "(?:lIK|lI|sIz|CI|CIlIK|lIlIK|sIzlIK|CA|lAş|lAn|lA|lAşDIr|lAnDIr)"
_VOICE = "(?:(?:Il|In|n|l|DIr|D|Ir|Ar|Iş|ş){0,3})"
_ABLE = "(?:y?AbIl|y?AmA|y?IvAr)?"
_NOT = "(?:mA|mI)?"
_TENSE = "(?:DI|mIş|I?yor|y?ACAK|[AI]?r|mAz|z|mAlI|sA|mAKDA|sIn|y?AlIm|y?AyIm|y?In)"
_VERBAL_NOUN = "(?:mA|mAK|y?An|DIK|y?ACAK|mIş|y?Iş|y?ICI|DIKCA)"
_ADVERB = "(?:y?Ip|y?ArAK|y?InCA|mADAn|y?AlI|CAsInA|y?KAn|DIKCA|DIKDAn)"
_QUESTION = "(?:mI(?:yIm|yIz|sIn|sInIz|DIr|yDI)?|DA|KI)?"

_NOUN_CHAIN = re.compile(f"(?:{_MAKES_NOUN}){{0,2}}{_NOUN}{_QUESTION}")
_VERB_CHAIN = re.compile(
    f"{_VOICE}{_ABLE}{_NOT}(?:{_TENSE}{_PERSON}?{_COPULA}?|{_VERBAL_NOUN}(?:{_MAKES_NOUN})?{_NOUN}|{_ADVERB}){_QUESTION}"
)
_LONGEST = 24
"""Letters of a chain. Longer ones are no Turkish, whatever they look like."""


@lru_cache(maxsize=20_000)
def is_chain(letters: str) -> bool:
    """Of nothing but suffixes, in an order that they can have."""
    if len(letters) > _LONGEST or (len(letters) > 1 and not _VOWEL.search(letters)):
        return False
    spelled = letters.translate(_ONE_SPELLING)
    return _NOUN_CHAIN.fullmatch(spelled) is not None or _VERB_CHAIN.fullmatch(spelled) is not None


def agrees(stem: str, chain: str) -> bool:
    """Whether the chain may follow the stem: by their vowels, and no lone consonant after another one.

    Stems without vowels take any.
    """
    if len(chain) == 1 and chain not in BACK + FRONT and stem[-1] not in BACK + FRONT:
        return False
    first = _VOWEL.search(chain)
    before = _VOWEL.findall(stem)
    if first is None or not before:
        return True
    return (first[0] in BACK) == (before[-1] in BACK)
