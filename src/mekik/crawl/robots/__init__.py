"""The kinds of crawler, as presets: a TOML file each, which is a job file that people can read, copy and change.

A file begins with what the robot does, in a sentence for each language (`# en: …`, `# tr: …`). Its settings come below
everything else that a person says: the preset, then a profile, then the job file, then flags.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from mekik.errors import UsageError
from mekik.settings import Settings, build

_SENTENCE = re.compile(r"^# (\w\w): (.*)$", re.MULTILINE)
_ENDING = ".toml"


class Robot(msgspec.Struct, frozen=True):
    name: str
    about: dict[str, str]
    """By language."""
    settings: dict[str, Any]
    text: str
    """The preset as it is written: a valid job file."""


@cache
def names() -> tuple[str, ...]:
    files = (entry.name for entry in resources.files(__package__).iterdir())
    return tuple(sorted(name.removesuffix(_ENDING) for name in files if name.endswith(_ENDING)))


@cache
def robot(name: str) -> Robot:
    """Raises UsageError for one that does not exist."""
    if name not in names():
        close = difflib.get_close_matches(name, names(), n=1, cutoff=0.5)
        nearest = f" Did you mean {close[0]!r}?" if close else ""
        raise UsageError(f"There is no robot {name!r}.{nearest} There are: {', '.join(names())}.")
    text = (resources.files(__package__) / (name + _ENDING)).read_text(encoding="utf-8")
    return Robot(name, dict(_SENTENCE.findall(text)), tomllib.loads(text), text)


def robot_settings(name: str) -> Settings:
    """The defaults with the robot's settings on top."""
    return build(robot(name).settings)


__all__ = ["Robot", "names", "robot", "robot_settings"]
