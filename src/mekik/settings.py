"""Every setting, once: name, type with unit, default, help.

Job files (TOML), flags, the API, the documentation and the checks all come from the structs below.
`rows()` lists them; `build()` makes `Settings` from any nested mapping and refuses unknown names with the
nearest real one. None means "no limit" or "not set"; there are no magic numbers.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from mekik.errors import SettingError


def _row(help: str, *, unit: str = "", flag: str = "", secret: bool = False, **limits: Any) -> Meta:
    return Meta(description=help, extra={"unit": unit, "flag": flag, "secret": secret}, **limits)


_AtLeast0 = Annotated[int, Meta(ge=0)]
_AtLeast1 = Annotated[int, Meta(ge=1)]


class _Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class UrlSettings(_Section, frozen=True, kw_only=True):
    default_documents: Annotated[
        tuple[str, ...], _row("File names that mean their folder: /a/index.html is /a/.")
    ] = (
        "index.html", "index.htm", "index.php", "index.asp", "index.aspx", "index.jsp", "index.shtml",
        "default.html", "default.htm", "default.asp", "default.aspx",
    )  # fmt: skip
    session_parameters: Annotated[
        tuple[str, ...], _row("Query variables that only carry a session or a campaign; they are dropped.")
    ] = (
        "phpsessid", "jsessionid", "aspsessionid", "sessionid", "session_id", "sid", "cfid", "cftoken",
        "utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "fbclid", "gclid",
    )  # fmt: skip
    max_length: Annotated[int, _row("Longer addresses are refused.", unit="characters", ge=64)] = 4096


class ScopeSettings(_Section, frozen=True, kw_only=True):
    kind: Annotated[
        Literal["domain", "host", "path", "any"],
        _row("How far from the seeds to go: their domains, hosts, folders, or anywhere.", flag="--scope"),
    ] = "domain"
    include: Annotated[tuple[str, ...], _row("Only addresses that match one of these regular expressions (RE2).")] = ()
    exclude: Annotated[tuple[str, ...], _row("Never addresses that match one of these (RE2).")] = ()
    max_depth: Annotated[
        _AtLeast0 | None,
        _row("Links away from a seed; a bottom for endless calendars and the like.", flag="--max-depth"),
    ] = 20
    max_pages: Annotated[_AtLeast1 | None, _row("Pages fetched by the job.", flag="--max-pages")] = None
    max_pages_per_host: Annotated[_AtLeast1 | None, _row("Pages fetched from one host.")] = None
    max_bytes: Annotated[_AtLeast1 | None, _row("Bytes fetched by the job.", unit="bytes")] = None
    max_repeated_segments: Annotated[
        _AtLeast1 | None, _row("An address whose path repeats one segment more often than this is a trap.")
    ] = 3
    max_path_segments: Annotated[_AtLeast1 | None, _row("Folders in a path; deeper ones are a trap.")] = 20


class FrontierSettings(_Section, frozen=True, kw_only=True):
    delay: Annotated[float, _row("Least time between two requests to one host.", unit="s", flag="--delay", ge=0)] = 1.0
    response_factor: Annotated[
        float, _row("The delay is at least this many times the server's response time; 0 turns it off.", ge=0)
    ] = 2.0
    max_delay: Annotated[
        float, _row("Longest delay, whatever Crawl-delay or the response time say.", unit="s", ge=0)
    ] = 120.0
    connections_per_host: Annotated[int, _row("Requests to one host at a time.", ge=1)] = 1
    retries: Annotated[int, _row("Further tries after a passing error.", ge=0)] = 3
    retry_delay: Annotated[float, _row("Wait before the first retry; doubles each time.", unit="s", ge=0)] = 30.0
    max_retry_after: Annotated[float, _row("Longest Retry-After that is honoured.", unit="s", ge=0)] = 86400.0
    commit_interval: Annotated[float, _row("Longest time between two commits.", unit="s", gt=0)] = 1.0


class LoginForm(_Section, frozen=True, kw_only=True):
    url: Annotated[str, _row("Where the form is sent.")]
    fields: Annotated[dict[str, str], _row("Names and values of its fields.", secret=True)] = {}


class BasicLogin(_Section, frozen=True, kw_only=True):
    root: Annotated[str, _row("Scheme and host that get it, such as https://example.org.")]
    user: Annotated[str, _row("User name.")]
    password: Annotated[str, _row("Password.", secret=True)]


class FetchSettings(_Section, frozen=True, kw_only=True):
    contact: Annotated[str | None, _row("Page or e-mail address where the crawler's owner can be reached.")] = None
    user_agent: Annotated[str | None, _row("Whole User-Agent; by default Mekik/VERSION (+contact).")] = None
    allow_addresses: Annotated[
        tuple[str, ...],
        _row("Private networks that may be visited, such as 127.0.0.0/8.", flag="--allow-address"),
    ] = ()
    connections: Annotated[int, _row("Requests at a time, all hosts together.", ge=1)] = 64
    connect_timeout: Annotated[float, _row("Until the connection stands.", unit="s", gt=0)] = 10.0
    first_byte_timeout: Annotated[float, _row("Until the answer begins.", unit="s", gt=0)] = 30.0
    timeout: Annotated[float, _row("For the whole request.", unit="s", gt=0)] = 120.0
    low_speed: Annotated[int, _row("Slower transfers are given up.", unit="bytes/s", ge=0)] = 100
    low_speed_time: Annotated[float, _row("After this long below low_speed.", unit="s", gt=0)] = 20.0
    max_size: Annotated[
        int, _row("Largest document, as sent and unpacked; the rest is cut.", unit="bytes", ge=1024)
    ] = 10_000_000
    max_header_size: Annotated[int, _row("Largest response header.", unit="bytes", ge=1024)] = 262_144
    types: Annotated[
        tuple[str, ...],
        _row("Content types that are fetched; others stop at the header. A trailing * matches any ending."),
    ] = ("text/html", "application/xhtml+xml", "text/plain", "text/xml", "application/xml",
         "application/rss+xml", "application/atom+xml")  # fmt: skip
    max_redirects: Annotated[int, _row("Longest chain of redirects.", ge=0)] = 20
    http2: Annotated[bool, _row("Use HTTP/2 where the server offers it.")] = True
    verify_tls: Annotated[bool, _row("Refuse expired, self-signed and foreign certificates.")] = True
    accept_language: Annotated[str, _row("Accept-Language header.")] = "tr,en;q=0.8,*;q=0.5"
    headers: Annotated[dict[str, str], _row("Further request headers.", secret=True)] = {}
    cookies: Annotated[bool, _row("Keep cookies, for this job only.")] = True
    proxy: Annotated[str | None, _row("Proxy for all requests: http://host:port.", secret=True)] = None
    basic_login: Annotated[tuple[BasicLogin, ...], _row("User name and password by site.", secret=True)] = ()
    login: Annotated[LoginForm | None, _row("A form that is sent once before the crawl.", secret=True)] = None


class RobotsSettings(_Section, frozen=True, kw_only=True):
    obey: Annotated[bool, _row("Follow robots.txt, X-Robots-Tag and meta robots.")] = True
    agent: Annotated[str, _row("The name that robots.txt knows us by.")] = "Mekik"
    cache: Annotated[float, _row("How long a robots.txt is believed; 24 h at most.", unit="s", gt=0, le=86400)] = (
        86400.0
    )
    closed_retry: Annotated[float, _row("A site whose robots.txt fails is closed for this long.", unit="s", gt=0)] = (
        600.0
    )
    max_closed: Annotated[int, _row("After this many failures in a row its addresses become errors.", ge=1)] = 5


class ArchiveSettings(_Section, frozen=True, kw_only=True):
    enabled: Annotated[bool, _row("Keep every answer as WARC.")] = True
    max_file_size: Annotated[int, _row("A WARC file is closed at this size.", unit="bytes", ge=1_000)] = 1_000_000_000
    compression: Annotated[int, _row("gzip level (ISA-L: 0 fastest to 3 smallest).", ge=0, le=3)] = 1
    revisit: Annotated[bool, _row("Identical content becomes a revisit record.")] = True
    min_free: Annotated[int, _row("The job waits while the disk has less room than this.", unit="bytes", ge=0)] = (
        500_000_000
    )


class ParseSettings(_Section, frozen=True, kw_only=True):
    workers: Annotated[
        _AtLeast0 | None,
        _row("Worker processes; 0 parses inside the engine; by default the cores less one, at least one."),
    ] = None
    timeout: Annotated[float, _row("For one document.", unit="s", gt=0)] = 10.0
    memory: Annotated[int, _row("For one worker.", unit="bytes", ge=200_000_000)] = 1_500_000_000
    max_links: Annotated[int, _row("Links taken from one page.")] = 5000
    max_nesting: Annotated[int, _row("Deeper elements are not looked into.", ge=50)] = 512
    max_text: Annotated[int, _row("Characters of text kept of one page.", unit="characters", ge=1000)] = 2_000_000


class AnalysisSettings(_Section, frozen=True, kw_only=True):
    analyser: Annotated[
        str,
        _row("auto: by the page's language; none: one field of plain words; or a language code for all pages."),
    ] = "auto"
    languages: Annotated[
        tuple[str, ...],
        _row("Languages whose dictionaries may be loaded; others are indexed by plain words."),
    ] = ("tr", "en", "de", "fr", "es", "it", "sl")


class IndexSettings(_Section, frozen=True, kw_only=True):
    enabled: Annotated[bool, _row("Make pages searchable.")] = True
    commit_interval: Annotated[float, _row("New pages are searchable after this long.", unit="s", gt=0, le=5)] = 4.0
    memory: Annotated[int, _row("Buffer of the index writer.", unit="bytes", ge=15_000_000)] = 120_000_000
    words: Annotated[tuple[str, ...], _row("Only pages with one of these words are indexed.", flag="--words")] = ()


class Settings(_Section, frozen=True, kw_only=True):
    """All settings of one job."""

    name: Annotated[str | None, _row("The job's name; by default its first seed's host.", flag="--name")] = None
    owner: Annotated[str, _row("Whose collection the pages belong to.")] = "local"
    seeds: Annotated[tuple[str, ...], _row("Addresses to start from.")] = ()
    order: Annotated[str, _row("Which address comes next: breadth or depth.", flag="--order")] = "breadth"
    urls: UrlSettings = UrlSettings()
    scope: ScopeSettings = ScopeSettings()
    frontier: FrontierSettings = FrontierSettings()
    fetch: FetchSettings = FetchSettings()
    robots: RobotsSettings = RobotsSettings()
    archive: ArchiveSettings = ArchiveSettings()
    parse: ParseSettings = ParseSettings()
    analysis: AnalysisSettings = AnalysisSettings()
    index: IndexSettings = IndexSettings()


class Row(msgspec.Struct, frozen=True):
    """One setting as people meet it."""

    name: str
    type: str
    default: Any
    help: str
    unit: str
    flag: str
    secret: bool


def rows(section: type[_Section] = Settings, prefix: str = "") -> Iterator[Row]:
    hints = get_type_hints(section, include_extras=True)
    for field in msgspec.structs.fields(section):
        hint = hints[field.name]
        if isinstance(hint, type) and issubclass(hint, _Section):
            yield from rows(hint, f"{prefix}{field.name}.")
            continue
        kind, meta = get_args(hint)
        extra: Mapping[str, Any] = meta.extra
        default = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
        yield Row(
            name=prefix + field.name, type=_type_name(kind), default=default, help=meta.description,
            unit=extra["unit"], flag=extra["flag"], secret=extra["secret"],
        )  # fmt: skip


def _type_name(kind: Any) -> str:
    if get_origin(kind) is Literal:
        return " | ".join(get_args(kind))
    if get_origin(kind) is tuple:
        inner = get_args(kind)[0]
        return "list of texts" if inner is str else "list of tables"
    if get_origin(kind) is dict:
        return "table"
    names = {int: "number", float: "number", str: "text", bool: "true | false", type(None): "none"}
    parts = get_args(kind) or (kind,)
    return " | ".join(names.get(getattr(part, "__origin__", part), "table") for part in parts)


def build(values: Mapping[str, Any], base: Settings | None = None) -> Settings:
    """Settings from nested or dotted names, checked, on top of `base`."""
    tree: dict[str, Any] = msgspec.to_builtins(base) if base else {}
    for name, value in _flatten(values):
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
    for row in rows():
        section, _, field = row.name.rpartition(".")
        place = tree[section] if section else tree
        if row.secret and place[field]:
            place[field] = "(secret)"
    return tree


_NAMES = {row.name: row for row in rows()}
_SECTIONS = {name.partition(".")[0] for name in _NAMES if "." in name}


def _flatten(values: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        full = prefix + name
        if full in _NAMES:
            yield full, value
        elif full in _SECTIONS and isinstance(value, Mapping):
            yield from _flatten(value, full + ".")
        else:
            raise SettingError(f"There is no setting {full!r}.{_nearest(full)}")


def _nearest(name: str) -> str:
    close = difflib.get_close_matches(name, _NAMES, n=1, cutoff=0.5)
    if not close:
        endings = [known for known in _NAMES if known.rpartition(".")[2] == name.rpartition(".")[2]]
        close = endings[:1]
    return f" Did you mean {close[0]!r}?" if close else " List them with: mekik config explain"


def _put(tree: dict[str, Any], name: str, value: Any) -> None:
    section, _, field = name.rpartition(".")
    place = tree.setdefault(section, {}) if section else tree
    row = _NAMES[name]
    if row.type.startswith("list") and isinstance(value, str):
        value = [part.strip() for part in value.split(",") if part.strip()]
    elif isinstance(value, str) and value.lower() == "none" and "none" in row.type:
        value = None
    place[field] = value


def _explain(message: str) -> str:
    what, _, where = message.partition(" - at `$.")
    name = where.rstrip("`")
    return f"The setting {name!r} is wrong: {what}." if name else f"The settings are wrong: {what}."
