"""Settings of steps 1 to 4: addresses, scope, frontier, fetch, robots.txt, archive."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from mekik.settings.base import AtLeast0, AtLeast1, Section, row


class UrlSettings(Section, frozen=True, kw_only=True):
    default_documents: Annotated[
        tuple[str, ...], row("File names that mean their folder: /a/index.html is /a/.")
    ] = (
        "index.html", "index.htm", "index.php", "index.asp", "index.aspx", "index.jsp", "index.shtml",
        "default.html", "default.htm", "default.asp", "default.aspx",
    )  # fmt: skip
    session_parameters: Annotated[
        tuple[str, ...], row("Query variables that only carry a session or a campaign; they are dropped.")
    ] = (
        "phpsessid", "jsessionid", "aspsessionid", "sessionid", "session_id", "sid", "cfid", "cftoken",
        "utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "fbclid", "gclid",
    )  # fmt: skip
    max_length: Annotated[int, row("Longer addresses are refused.", unit="characters", ge=64)] = 4096


class ScopeSettings(Section, frozen=True, kw_only=True):
    kind: Annotated[
        Literal["domain", "host", "path", "any"],
        row("How far from the seeds to go: their domains, hosts, folders, or anywhere.", flag="--scope"),
    ] = "domain"
    include: Annotated[tuple[str, ...], row("Only addresses that match one of these regular expressions (RE2).")] = ()
    exclude: Annotated[tuple[str, ...], row("Never addresses that match one of these (RE2).")] = ()
    max_depth: Annotated[
        AtLeast0 | None,
        row("Links away from a seed; a bottom for endless calendars and the like.", flag="--max-depth"),
    ] = 20
    max_pages: Annotated[AtLeast1 | None, row("Pages fetched by the job.", flag="--max-pages")] = None
    max_pages_per_host: Annotated[AtLeast1 | None, row("Pages fetched from one host.")] = None
    max_bytes: Annotated[AtLeast1 | None, row("Bytes fetched by the job.", unit="bytes")] = None
    languages: Annotated[
        tuple[str, ...],
        row("Only pages in these languages are indexed and lead on, such as tr, en; empty: all.", flag="--languages"),
    ] = ()
    tunnel: Annotated[int, row("Pages in a row in other languages that may be passed to find wanted ones.", ge=0)] = 0
    blogs: Annotated[bool, row("Only pages made by blog software are indexed and lead on.")] = False
    max_repeated_segments: Annotated[
        AtLeast1 | None, row("An address whose path repeats one segment more often than this is a trap.")
    ] = 3
    follow_actions: Annotated[
        bool, row("Also visit addresses that look as if a visit would delete, order or log out.")
    ] = False
    max_path_segments: Annotated[AtLeast1 | None, row("Folders in a path; deeper ones are a trap.")] = 20


class Override(Section, frozen=True, kw_only=True):
    """Other values for a part of the web or for some hours; what is left out does not limit."""

    host: Annotated[str | None, row("For this host.")] = None
    domain: Annotated[str | None, row("For every host of this domain.")] = None
    pattern: Annotated[str | None, row("For addresses that match this regular expression (RE2).")] = None
    hours: Annotated[str | None, row("At these hours: 22:00-06:00.")] = None
    days: Annotated[str | None, row("On these days: mon-fri.")] = None
    set: Annotated[dict[str, Any], row("Names of settings with their other values.")] = msgspec.field(
        default_factory=dict
    )


Factor = Annotated[float, msgspec.Meta(ge=0, le=1)]
Weight = Annotated[float, msgspec.Meta(ge=0)]


class OrderingSettings(Section, frozen=True, kw_only=True):
    """Of the orders that have any: each model's begin with its name."""

    seed: Annotated[int, row("Where the lots of orders that draw them begin: the same seed, the same crawl.")] = 0
    link_score_intra: Annotated[
        tuple[Factor, Factor], row("Order link_score: range of the factor of a link inside its domain.")
    ] = (0.0, 0.5)
    link_score_inter: Annotated[
        tuple[Factor, Factor], row("Order link_score: range of the factor of a link to another domain.")
    ] = (0.5, 1.0)
    link_score_refill: Annotated[
        AtLeast1 | None,
        row("Order link_score: how many of the best fill the queue when it is empty; none: always the best."),
    ] = 1000
    baker_intra: Annotated[float, row("Order baker: factor of a link inside its domain.", ge=0, le=1)] = 0.33
    baker_inter: Annotated[float, row("Order baker: factor of a link to another domain.", ge=0, le=1)] = 0.66
    pagerank_damping: Annotated[
        float, row("Order pagerank: the part of its rank that a page hands on to its links.", ge=0, lt=1)
    ] = 0.85
    refresh: Annotated[
        float,
        row(
            "Orders pagerank, hub and mix: they compute anew when this share of pages, or of what waits, came or went.",
            gt=0,
        ),
    ] = 0.1
    mix: Annotated[
        dict[str, Weight], row("Order mix: any other orders and their weights, such as {pagerank = 1, focused = 0.5}.")
    ] = msgspec.field(default_factory=lambda: {"pagerank": 1.0, "link_score": 1.0})
    words: Annotated[
        tuple[str, ...], row("What topic and focused look for; where there are none, those of index.words (--words).")
    ] = ()
    stems: Annotated[bool, row("Match the words of topic, topic_focused and focused by their roots, too.")] = True
    languages: Annotated[
        tuple[str, ...], row("Languages whose endings topic, topic_focused and focused know.")
    ] = ("tr", "en")  # fmt: skip
    dead_end: Annotated[
        Literal["depth", "oldest"],
        row(
            "Where topic, topic_focused and focused go on among links of equal worth: the remembered links of the page "
            "read last, so that a dead end leads back step by step, or those that were found first."
        ),
    ] = "oldest"
    anchor_threshold: Annotated[
        float,
        row("topic_focused: share of the links found so far that must hold a word for links with it to be followed.",
            ge=0, le=1),
    ] = 0.05  # fmt: skip
    anchor_links: Annotated[int, row("topic_focused: links found before any is refused.", ge=0)] = 50
    topic: Annotated[
        str | None, row("focused: a topic of feeds; pages that have it in the index are the examples.")
    ] = None
    examples: Annotated[
        tuple[str, ...],
        row("focused: pages of the kind that is wanted: addresses in the index, or local files.", admin=True),
    ] = ()
    counter_examples: Annotated[
        tuple[str, ...], row("focused: pages of the kind that is not wanted, named likewise.", admin=True)
    ] = ()
    focused_threshold: Annotated[
        float, row("focused: links expected to be worth less than this are not followed.", ge=0, le=1)
    ] = 0.0
    popularity_root: Annotated[float, row("Weight of the root: how many waiting addresses share it.", ge=0)] = 0.40
    popularity_path: Annotated[float, row("Weight of the path.", ge=0)] = 0.25
    popularity_query: Annotated[float, row("Weight of the query.", ge=0)] = 0.15
    popularity_time: Annotated[float, row("Weight of the time that an address has waited.", ge=0)] = 0.20
    popularity_paths: Annotated[
        Literal["whole", "folder"], row("What counts as the same path: the whole one, or its folder.")
    ] = "whole"
    popularity_queries: Annotated[
        Literal["whole", "names"], row("What counts as the same query: the whole one, or the names of its variables.")
    ] = "whole"
    popularity_refresh: Annotated[
        Annotated[float, msgspec.Meta(gt=0)] | None,
        row(
            "Scores are worked out so often only, for all that wait; else they are exact at every hand-out.", unit="min"
        ),
    ] = None


class FrontierSettings(Section, frozen=True, kw_only=True):
    delay: Annotated[float, row("Least time between two requests to one host.", unit="s", flag="--delay", ge=0)] = 1.0
    response_factor: Annotated[
        float, row("The delay is at least this many times the server's response time; 0 turns it off.", ge=0)
    ] = 2.0
    max_delay: Annotated[
        float, row("Longest delay, whatever Crawl-delay or the response time say.", unit="s", ge=0)
    ] = 120.0
    connections_per_host: Annotated[int, row("Requests to one host at a time.", ge=1)] = 1
    retries: Annotated[int, row("Further tries after a passing error.", ge=0)] = 3
    retry_delay: Annotated[float, row("Wait before the first retry; doubles each time.", unit="s", ge=0)] = 30.0
    hours: Annotated[str | None, row("Visiting hours, in the machine's time: 22:00-06:00; several with commas.")] = None
    days: Annotated[str | None, row("Visiting days: mon-fri, or sat,sun.")] = None
    max_retry_after: Annotated[float, row("Longest Retry-After that is honoured.", unit="s", ge=0)] = 86400.0
    commit_interval: Annotated[float, row("Longest time between two commits.", unit="s", gt=0)] = 1.0


class LoginForm(Section, frozen=True, kw_only=True):
    url: Annotated[str, row("Where the form is sent, or the page that shows it.")]
    fields: Annotated[dict[str, str], row("Names and values of its fields.", secret=True)] = msgspec.field(
        default_factory=dict
    )
    look_first: Annotated[
        bool, row("Fetch the page first and send along what its form holds by itself, such as a token.")
    ] = True


class BasicLogin(Section, frozen=True, kw_only=True):
    root: Annotated[str, row("Scheme and host that get it, such as https://example.org.")]
    user: Annotated[str, row("User name.")]
    password: Annotated[str, row("Password.", secret=True)]


class FetchSettings(Section, frozen=True, kw_only=True):
    contact: Annotated[str | None, row("Page or e-mail address where the crawler's owner can be reached.")] = None
    user_agent: Annotated[str | None, row("Whole User-Agent; by default Mekik/VERSION (+contact).")] = None
    allow_addresses: Annotated[
        tuple[str, ...],
        row("Private networks that may be visited, such as 127.0.0.0/8.", flag="--allow-address", admin=True),
    ] = ()
    allow_files: Annotated[
        tuple[str, ...],
        row(
            "Local folders (whole paths) whose files may be read; a folder named to mekik crawl is among them.",
            admin=True,
        ),
    ] = ()
    hidden_files: Annotated[bool, row("Read local files and folders whose name begins with a dot, too.")] = False
    connections: Annotated[int, row("Requests at a time, all hosts together.", ge=1, admin=True)] = 64
    connect_timeout: Annotated[float, row("Until the connection stands.", unit="s", gt=0)] = 10.0
    first_byte_timeout: Annotated[float, row("Until the answer begins.", unit="s", gt=0)] = 30.0
    timeout: Annotated[float, row("For the whole request.", unit="s", gt=0)] = 120.0
    low_speed: Annotated[int, row("Slower transfers are given up.", unit="bytes/s", ge=0)] = 100
    low_speed_time: Annotated[float, row("After this long below low_speed.", unit="s", gt=0)] = 20.0
    max_size: Annotated[int, row("Largest document, as sent and unpacked; the rest is cut.", unit="bytes", ge=1024)] = (
        10_000_000
    )
    max_header_size: Annotated[int, row("Largest response header.", unit="bytes", ge=1024)] = 262_144
    types: Annotated[
        tuple[str, ...],
        row(
            "What is fetched, by short name (html, text, xml, feed, pdf, office, epub, image …) or as a content type, "
            "where a trailing * matches any ending; other types stop at the header."
        ),
    ] = ("html", "text", "xml", "feed", "pdf", "office", "epub")
    max_redirects: Annotated[int, row("Longest chain of redirects.", ge=0)] = 20
    http2: Annotated[bool, row("Use HTTP/2 where the server offers it.")] = True
    verify_tls: Annotated[bool, row("Refuse expired, self-signed and foreign certificates.")] = True
    accept_language: Annotated[str, row("Accept-Language header.")] = "tr,en;q=0.8,*;q=0.5"
    headers: Annotated[dict[str, str], row("Further request headers.", secret=True)] = msgspec.field(
        default_factory=dict
    )
    cookies: Annotated[bool, row("Keep cookies, for this job only.")] = True
    proxy: Annotated[str | None, row("Proxy for all requests: http://host:port.", secret=True)] = None
    basic_login: Annotated[tuple[BasicLogin, ...], row("User name and password by site.", secret=True)] = ()
    login: Annotated[LoginForm | None, row("A form that is sent once before the crawl.", secret=True)] = None


class RobotsSettings(Section, frozen=True, kw_only=True):
    obey: Annotated[bool, row("Follow robots.txt, X-Robots-Tag and meta robots.", admin=True)] = True
    agent: Annotated[str, row("The name that robots.txt knows us by.")] = "Mekik"
    cache: Annotated[float, row("How long a robots.txt is believed; 24 h at most.", unit="s", gt=0, le=86400)] = 86400.0
    closed_retry: Annotated[float, row("A site whose robots.txt fails is closed for this long.", unit="s", gt=0)] = (
        600.0
    )
    max_closed: Annotated[int, row("After this many failures in a row its addresses become errors.", ge=1)] = 5


class ArchiveSettings(Section, frozen=True, kw_only=True):
    enabled: Annotated[bool, row("Keep every answer as WARC.")] = True
    max_file_size: Annotated[int, row("A WARC file is closed at this size.", unit="bytes", ge=1_000)] = 1_000_000_000
    compression: Annotated[int, row("gzip level (ISA-L: 0 fastest to 3 smallest).", ge=0, le=3)] = 1
    revisit: Annotated[bool, row("Identical content becomes a revisit record.")] = True
    min_free: Annotated[
        int, row("The job waits while the disk has less room than this.", unit="bytes", ge=0, admin=True)
    ] = 500_000_000
