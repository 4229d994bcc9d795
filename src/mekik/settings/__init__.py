"""Every setting, once: name, type with unit, default, help.

Job files (TOML), flags, the API, the documentation and the checks all come from the structs of this package:
`crawling.py` for steps 1 to 4, `discovery.py` for sitemaps and feeds, `revisit.py` for coming back, `content.py` for
steps 5 to 7, `capture.py` for what is picked out of pages, `trust.py` for repetition and spam, `rendering.py` for the
browser, `reporting.py` for reports, `translation.py` for other languages, `Settings` for all together.
`rows()` lists them; `build()` makes `Settings` from any nested mapping and refuses unknown names with the
nearest real one. None means "no limit" or "not set"; there are no magic numbers.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from mekik.errors import SettingError
from mekik.settings.base import Section, row
from mekik.settings.capture import CaptureSettings
from mekik.settings.content import AnalysisSettings, IndexSettings, ParseSettings
from mekik.settings.crawling import (
    ArchiveSettings,
    BasicLogin,
    FetchSettings,
    FrontierSettings,
    LoginForm,
    OrderingSettings,
    Override,
    RobotsSettings,
    ScopeSettings,
    UrlSettings,
)
from mekik.settings.deep import FormSettings, TrapSettings
from mekik.settings.discovery import DiscoverySettings
from mekik.settings.rendering import RenderSettings
from mekik.settings.reporting import ReportSettings
from mekik.settings.revisit import RevisitSettings
from mekik.settings.translation import TranslationSettings
from mekik.settings.trust import DuplicatesSettings, SpamSettings

__all__ = [
    "AnalysisSettings",
    "ArchiveSettings",
    "BasicLogin",
    "CaptureSettings",
    "DiscoverySettings",
    "DuplicatesSettings",
    "FetchSettings",
    "FormSettings",
    "FrontierSettings",
    "IndexSettings",
    "LoginForm",
    "OrderingSettings",
    "Override",
    "ParseSettings",
    "RenderSettings",
    "ReportSettings",
    "RevisitSettings",
    "RobotsSettings",
    "Row",
    "ScopeSettings",
    "Settings",
    "SpamSettings",
    "TranslationSettings",
    "TrapSettings",
    "UrlSettings",
    "build",
    "flatten",
    "load",
    "parse_assignment",
    "redacted",
    "rows",
]


class Settings(Section, frozen=True, kw_only=True):
    """All settings of one job."""

    name: Annotated[str | None, row("The job's name; by default its first seed's host.", flag="--name")] = None
    owner: Annotated[str, row("Whose collection the pages belong to.", admin=True)] = "local"
    seeds: Annotated[tuple[str, ...], row("Addresses to start from.")] = ()
    order: Annotated[
        str, row("Which address comes next: breadth, depth, random, popularity, link_score, pagerank …", flag="--order")
    ] = "breadth"
    overrides: Annotated[
        tuple[Override, ...], row("Other values for a domain, a host, an address or a time of day; the nearest wins.")
    ] = ()
    urls: UrlSettings = UrlSettings()
    scope: ScopeSettings = ScopeSettings()
    ordering: OrderingSettings = OrderingSettings()
    discovery: DiscoverySettings = DiscoverySettings()
    revisit: RevisitSettings = RevisitSettings()
    frontier: FrontierSettings = FrontierSettings()
    fetch: FetchSettings = FetchSettings()
    robots: RobotsSettings = RobotsSettings()
    archive: ArchiveSettings = ArchiveSettings()
    parse: ParseSettings = ParseSettings()
    analysis: AnalysisSettings = AnalysisSettings()
    capture: CaptureSettings = CaptureSettings()
    index: IndexSettings = IndexSettings()
    duplicates: DuplicatesSettings = DuplicatesSettings()
    spam: SpamSettings = SpamSettings()
    render: RenderSettings = RenderSettings()
    report: ReportSettings = ReportSettings()
    traps: TrapSettings = TrapSettings()
    forms: FormSettings = FormSettings()
    translation: TranslationSettings = TranslationSettings()

    @property
    def for_ordering(self) -> OrderingSettings:
        """The words of a job are those that its order looks for, unless that has its own."""
        return msgspec.structs.replace(self.ordering, words=self.ordering.words or self.index.words)


class Row(msgspec.Struct, frozen=True):
    """One setting as people meet it."""

    name: str
    type: str
    default: Any
    help: str
    unit: str
    flag: str
    secret: bool
    admin: bool = False
    """Only for those at the machine itself."""


def rows() -> Iterable[Row]:
    return _names().values()


@cache
def _names() -> dict[str, Row]:
    """Read off the structs when somebody asks: a worker, which is told its settings, never does."""
    return {setting.name: setting for setting in _rows(Settings)}


@cache
def _sections() -> set[str]:
    return {name.partition(".")[0] for name in _names() if "." in name}


def _rows(section: type[Section], prefix: str = "") -> Iterator[Row]:
    hints = get_type_hints(section, include_extras=True)
    for field in msgspec.structs.fields(section):
        hint = hints[field.name]
        if isinstance(hint, type) and issubclass(hint, Section):
            yield from _rows(hint, f"{prefix}{field.name}.")
            continue
        kind, meta = get_args(hint)
        extra: Mapping[str, Any] = meta.extra
        default = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
        yield Row(
            name=prefix + field.name, type=_type_name(kind), default=default, help=meta.description,
            unit=extra["unit"], flag=extra["flag"], secret=extra["secret"], admin=extra["admin"],
        )  # fmt: skip


def _type_name(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return " | ".join(get_args(kind))
    if get_origin(kind) is tuple:
        inner = get_args(kind)[0]
        if get_args(inner)[:1] == (float,):
            return "list of numbers"
        return "list of texts" if inner is str else "list of tables"
    if get_origin(kind) is dict:
        return "table"
    names = {int: "number", float: "number", str: "text", bool: "true | false", type(None): "none"}
    parts = get_args(kind) or (kind,)
    return " | ".join(names.get(getattr(part, "__origin__", part), "table") for part in parts)


def build(values: Mapping[str, Any], base: Settings | None = None, *, trusted: bool = True) -> Settings:
    """Settings from nested or dotted names, checked, on top of `base`. What comes from a stranger is not `trusted`:
    it may not touch the settings that are an administrator's."""
    tree: dict[str, Any] = msgspec.to_builtins(base) if base else {}
    for name, value in flatten(values):
        if not trusted and _names()[name].admin:
            raise SettingError(f"The setting {name!r} is an administrator's: it is set at the machine itself.")
        _put(tree, name, value)
    try:
        return msgspec.convert(tree, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise SettingError(_explain(str(error))) from None


def load(path: Path, base: Settings | None = None) -> Settings:
    """Settings from a TOML job file."""
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingError(f"Cannot read the job file {path}: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingError(f"{path} is not a TOML file: {error}.") from None
    return build(values, base)


def parse_assignment(text: str) -> tuple[str, Any]:
    """`key=value` of --set: the value is read as TOML where that works, else as plain text."""
    name, equals, value = text.partition("=")
    if not equals:
        raise SettingError(f"--set wants key=value, not {text!r}.")
    try:
        return name.strip(), tomllib.loads(f"v = {value}")["v"]
    except tomllib.TOMLDecodeError:
        return name.strip(), value


def redacted(settings: Settings) -> dict[str, Any]:
    """As nested builtins with every secret replaced: for warcinfo, `config show` and logs."""
    tree: dict[str, Any] = msgspec.to_builtins(settings)
    for setting in rows():
        section, _, field = setting.name.rpartition(".")
        place = tree[section] if section else tree
        if setting.secret and place[field]:
            place[field] = "(secret)"
    return tree


def flatten(values: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Dotted names of settings from nested or dotted ones. Raises SettingError for names that do not exist."""
    names, sections = _names(), _sections()
    for name, value in values.items():
        full = prefix + name
        if full in names:
            yield full, value
        elif full in sections and isinstance(value, Mapping):
            yield from flatten(value, full + ".")
        elif _is_table(full.rpartition(".")[0]):
            yield full, value
        else:
            raise SettingError(f"There is no setting {full!r}.{_nearest(full)}")


def _is_table(name: str) -> bool:
    """Whether its entries can be named one by one: fetch.headers.Accept."""
    return name in _names() and _names()[name].type == "table"


def _nearest(name: str) -> str:
    close = difflib.get_close_matches(name, _names(), n=1, cutoff=0.5)
    if not close:
        endings = [known for known in _names() if known.rpartition(".")[2] == name.rpartition(".")[2]]
        close = endings[:1]
    return f" Did you mean {close[0]!r}?" if close else " List them with: mekik config explain"


def _put(tree: dict[str, Any], name: str, value: Any) -> None:
    if name not in _names():
        table, _, entry = name.rpartition(".")
        section, _, field = table.rpartition(".")
        place = tree.setdefault(section, {})
        before = place.get(field)
        place[field] = {**(before if isinstance(before, Mapping) else {}), entry: value}
        return
    section, _, field = name.rpartition(".")
    place = tree.setdefault(section, {}) if section else tree
    setting = _names()[name]
    if setting.type.startswith("list") and isinstance(value, str):
        value = [part.strip() for part in value.split(",") if part.strip()]
    elif isinstance(value, str) and value.lower() == "none" and "none" in setting.type:
        value = None
    place[field] = value


def _explain(message: str) -> str:
    what, _, where = message.partition(" - at `$.")
    name = where.rstrip("`")
    return f"The setting {name!r} is wrong: {what}." if name else f"The settings are wrong: {what}."
