"""Texts in many languages to learn from: the translations inside Python packages, such as Django's and Wagtail's.

python bench/language_texts.py FOLDER WHEEL…              a file tr.txt, en.txt, … for each language
python bench/language_texts.py --alphabets MISC FOLDER WHEEL…   and from them the profiles that come with Mekik

MISC is the folder `main` of Unicode's cldr-misc-full, which has the alphabets: a few thousand words do not show every
letter, and show those of foreign names. Django and Wagtail have the BSD licence. They are for learning and tuning only;
what identifiers are judged by, in `bench/language.py`, is other text.
"""

from __future__ import annotations

import argparse
import gettext
import html
import io
import re
import zipfile
from pathlib import Path

import msgspec

from mekik.analysis.languages.profiles import Profile, lowered, train
from mekik.errors import MekikError

PROFILES = Path(__file__).resolve().parent.parent / "src/mekik/analysis/languages/profiles.json"
_CATALOGUE = re.compile(r".*/locale/(\w+)/LC_MESSAGES/\w+\.mo")
_NAMES = {"nb": "no", "zh_Hans": "zh", "pt_BR": "pt"}
_LEFT_OUT = {"nn", "bs", "en_GB", "dsb", "hsb", "ia", "io", "kab", "os"}
"""Variants of others, and languages that hardly any page is in."""
_MORE_LETTERS = {"tr": "âîû"}
"""Of words that are at home."""
_NO_ALPHABET = {"zh", "ja", "ko"}
_OTHER_NAMES = {"no": "nb"}
_PLACEHOLDERS = re.compile(r"%\([^)]*\)[sd]|%[sd]|\{[^}]*\}|<[^>]*>")
FEWEST = 8000
"""Characters."""


def texts(wheels: list[Path]) -> dict[str, list[str]]:
    """Sentences by language, each once."""
    found: dict[str, dict[str, None]] = {}
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as package:
            for name in sorted(package.namelist()):
                matched = _CATALOGUE.fullmatch(name)
                if not matched:
                    continue
                code = _NAMES.get(matched[1], matched[1])
                if code in _LEFT_OUT or "_" in code:
                    continue
                catalogue = gettext.GNUTranslations(io.BytesIO(package.read(name)))._catalog  # type: ignore[attr-defined]
                for message, translation in catalogue.items():
                    original = message[0] if isinstance(message, tuple) else message
                    if original and translation != original:
                        found.setdefault(code, {})[_clean(translation)] = None
                        found.setdefault("en", {})[_clean(original)] = None
    kept = {code: [line for line in lines if line] for code, lines in found.items()}
    return {code: lines for code, lines in sorted(kept.items()) if sum(map(len, lines)) >= FEWEST}


def _clean(text: str) -> str:
    text = _PLACEHOLDERS.sub(" ", text.rpartition("\x04")[2])
    return " ".join(html.unescape(text).split())


def alphabet(code: str, folder: Path) -> str | None:
    """The letters that a language is written with, in lower case; None where Unicode does not tell."""
    if code in _NO_ALPHABET:
        return ""
    name = _OTHER_NAMES.get(code, code)
    path = folder / name / "characters.json"
    if not path.exists():
        return None
    characters = msgspec.json.decode(path.read_bytes())["main"][name]["characters"]["exemplarCharacters"]
    letters = set(lowered(characters + _MORE_LETTERS.get(code, "")))
    return "".join(sorted(filter(str.isalpha, letters)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--alphabets", type=Path, metavar="MISC")
    parser.add_argument("folder", type=Path)
    parser.add_argument("wheels", type=Path, nargs="+")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    profiles: dict[str, Profile] = {}
    for code, lines in texts(options.wheels).items():
        (options.folder / f"{code}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        try:
            profile = train(lines)
        except MekikError as error:
            print(f"{code}: {error}")
            continue
        letters = alphabet(code, options.alphabets) if options.alphabets else None
        profiles[code] = profile if letters is None else Profile(letters=letters, ngrams=profile.ngrams)
    print(len(profiles), "languages:", " ".join(profiles))
    if options.alphabets:
        PROFILES.write_bytes(msgspec.json.format(msgspec.json.encode(profiles), indent=1) + b"\n")


if __name__ == "__main__":
    main()
