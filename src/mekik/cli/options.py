"""From options to what the Python API takes: settings, seeds, the data folder."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mekik.cli.catalogue import find, say
from mekik.cli.parser import Parser, data_folder
from mekik.errors import UsageError

if TYPE_CHECKING:
    from mekik.settings import Row, Settings
    from mekik.workspace import Workspace

PROFILES = "profiles"
_METAVARS = {
    "--allow-address": "CIDR",
    "--words": "W1,W2",
    "--types": "T1,T2",
    "--languages": "L1,L2",
    "--name": "NAME",
    "--order": "NAME",
}
_SWITCHES = {"--render": "auto"}
"""Flags that need no value, and what they then mean."""
_BARE_HOST = re.compile(r"(?:[^\s/:?#@]+\.)+[^\s/:?#@.]+\.?(?::\d+)?(?:[/?#].*)?")
_BARE_LOOPBACK = re.compile(r"(?:localhost|[\d.]+)(?::\d+)?(?:[/?#].*)?", re.IGNORECASE)


def add_setting_flags(parser: Parser) -> None:
    """A flag for each row of the settings table that has one."""
    from mekik.settings import rows

    for row in rows():
        if not row.flag:
            continue
        if row.flag in _SWITCHES:
            parser.add_argument(
                row.flag, dest=f"setting:{row.name}", action="store_const", const=_SWITCHES[row.flag],
                help=say("argument.crawl.render"),
            )  # fmt: skip
            continue
        choices = row.type.split(" | ") if is_choice(row) else None
        many = row.type.startswith("list")
        if row.type == "true | false":
            parser.add_argument(
                row.flag, dest=f"setting:{row.name}", action="store_const", const=True, help=setting_help(row)
            )
            continue
        parser.add_argument(
            row.flag, dest=f"setting:{row.name}", action="append" if many else "store",
            choices=choices, metavar=None if choices else _metavar(row), help=setting_help(row),
        )  # fmt: skip


def is_choice(row: Row) -> bool:
    """Is the type a list of the words that are allowed?"""
    return not {"number", "text", "none", "table", "true"} & set(row.type.split(" | ")) and "list" not in row.type


def setting_help(row: Row) -> str:
    """What a setting does, in the reader's language."""
    return find(f"setting.{row.name}") or row.help


def _metavar(row: Row) -> str:
    return _METAVARS.get(row.flag, "SECONDS" if row.unit == "s" else "N" if "number" in row.type else "TEXT")


def settings_from(options: argparse.Namespace) -> Settings:
    """Defaults, then the robot, then the profile, then the job file, then the flags, then --set: the later wins."""
    from mekik.settings import build, load, parse_assignment

    settings = build({})
    if getattr(options, "robot", None):
        from mekik.crawl.robots import robot_settings

        settings = robot_settings(options.robot)
    if getattr(options, "profile", None):
        settings = load(_profile(options), settings)
    if options.job_file:
        settings = load(options.job_file, settings)
    flags: dict[str, Any] = {}
    for name, value in vars(options).items():
        if name.startswith("setting:") and value is not None:
            listed = [part for text in value for part in text.split(",")] if isinstance(value, list) else value
            flags[name.removeprefix("setting:")] = listed
    for assignment in options.assignments:
        name, value = parse_assignment(assignment)
        flags[name] = value
    return build(flags, settings)


def _profile(options: argparse.Namespace) -> Path:
    """A TOML file, or a name in the folder `profiles` of the data."""
    name = str(options.profile)
    if name.endswith(".toml") or "/" in name:
        return Path(name)
    folder = data_folder(options) / PROFILES
    path = folder / f"{name}.toml"
    if not path.is_file():
        known = ", ".join(sorted(one.stem for one in folder.glob("*.toml"))) or say("options.no_profiles")
        raise UsageError(say("options.no_profile", name=name, folder=folder, known=known))
    return path


def read_seeds(source: Path | None) -> list[str]:
    """Addresses from a file, one a line; `-` is standard input; lines with # are comments."""
    if source is None:
        return []
    if str(source) == "-":
        text = read_stdin()
    else:
        try:
            text = source.read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            raise UsageError(say("error.cannot_read", path=source, why=error.strerror)) from None
    lines = (line.strip() for line in text.lstrip("\ufeff").splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def read_stdin() -> str:
    """Standard input as text, whatever bytes it holds."""
    return sys.stdin.buffer.read().decode("utf-8", "replace")


def as_text(words: Iterable[str]) -> str:
    """Words of the command line as one text; a byte that is not UTF-8 becomes the sign for that."""
    return " ".join(words).encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def as_address(text: str) -> str:
    """`example.org/news` as people type it → `https://example.org/news`; anything else stays as it is."""
    local = as_local(text)
    if local is not None:
        return local
    if "://" in text:
        return text
    if _BARE_LOOPBACK.fullmatch(text):
        return "http://" + text
    return "https://" + text if _BARE_HOST.fullmatch(text) else text


def as_local(text: str) -> str | None:
    """A path as people type it → the address of the file or folder; None when it is no path."""
    if text[:5].lower() == "file:":
        from mekik.urls import Normaliser

        return Normaliser(files=True).normalise(text)
    plainly = text.startswith(("/", "./", "../", "~/")) or text in (".", "..", "~")
    if not plainly and ("://" in text or _BARE_LOOPBACK.fullmatch(text) or _BARE_HOST.fullmatch(text)):
        return None
    if not plainly and (not text or not Path(text).is_dir()):
        return None
    path = Path(text).expanduser().absolute()
    from mekik.urls import file_address

    return file_address(os.fsencode(path) + (b"/" if path.is_dir() and not path.is_symlink() else b""))


def allow_named_files(settings: Settings, texts: Iterable[str]) -> Settings:
    """The person at the terminal named these files and folders, so they may be read. Lists of seeds are no such word:
    they may come from anywhere."""
    from mekik.settings import build
    from mekik.urls import file_path

    allowed = []
    for address in filter(None, map(as_local, texts)):
        path = file_path(address).rstrip(b"/") or b"/"
        try:
            allowed.append(path.decode())
        except UnicodeDecodeError:
            allowed.append(address)
    if not allowed:
        return settings
    return build({"fetch.allow_files": list(dict.fromkeys([*settings.fetch.allow_files, *allowed]))}, settings)


def as_addresses(texts: Iterable[str]) -> list[str]:
    return [as_address(text) for text in texts]


def open_workspace(options: argparse.Namespace) -> Workspace:
    """The workspace of --data. Only a verb that brings pages creates the folder."""
    import mekik

    return mekik.open(data_folder(options))


def data_hint(options: argparse.Namespace) -> str:
    """What the next command has to repeat to find the same data."""
    data = getattr(options, "data", None)
    return f" --data {shlex.quote(str(data))}" if data else ""
