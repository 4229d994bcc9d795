"""What every answer of the archive's origin carries, and which types it may have."""

from __future__ import annotations

from mekik.web.replay.signing import Mode

_PICTURES = frozenset(
    {"image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp", "image/x-icon",
     "image/vnd.microsoft.icon", "image/svg+xml"}
)  # fmt: skip
_SOUNDS = frozenset(
    {"audio/mpeg", "audio/ogg", "audio/wav", "audio/webm", "audio/mp4", "audio/aac", "video/mp4", "video/webm",
     "video/ogg", "text/vtt"}
)  # fmt: skip
_FONTS = frozenset(
    {"font/woff", "font/woff2", "font/ttf", "font/otf", "application/font-woff", "application/font-woff2",
     "application/vnd.ms-fontobject", "application/x-font-ttf", "application/x-font-woff"}
)  # fmt: skip
HTML = frozenset({"text/html", "application/xhtml+xml"})
_SIGNS = (
    (b"\x89PNG\r\n\x1a\n", "image/png"), (b"\xff\xd8\xff", "image/jpeg"), (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"), (b"wOFF", "font/woff"), (b"wOF2", "font/woff2"), (b"\0\0\1\0", "image/x-icon"),
)  # fmt: skip
FILE = "application/octet-stream"


def headers(application: str, own: str, *, font: bool = False) -> list[tuple[bytes, bytes]]:
    """`application` and `own` are origins. Nothing runs, nothing is sent anywhere, nobody else may frame it."""
    policy = (
        "sandbox allow-top-navigation-by-user-activation; default-src 'none'; script-src 'none'; connect-src 'none';"
        f" img-src {own} data:; media-src {own} data:; font-src {own} data:; style-src {own} 'unsafe-inline';"
        f" frame-src {own}; form-action 'none'; base-uri 'none'; worker-src 'none'; object-src 'none';"
        f" frame-ancestors {application} {own}"
    )
    fields = [
        ("content-security-policy", policy), ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"), ("cache-control", "private, no-store"),
        ("permissions-policy", "camera=(), geolocation=(), microphone=(), fullscreen=(), autoplay=()"),
        ("x-robots-tag", "noindex, noarchive"),
    ]  # fmt: skip
    if font:  # a frame without an origin may load a font only where anybody may; the link itself is the secret
        fields.append(("access-control-allow-origin", "*"))
    return [(name.encode(), value.encode()) for name, value in fields]


def type_for(mode: Mode, named: str, body: bytes) -> str | None:
    """The type to send, which is never what a stranger wrote there but one that we know; None to refuse."""
    if mode is Mode.FILE:
        return FILE
    if mode is Mode.STYLE:
        return "text/css; charset=utf-8" if named in ("text/css", "", FILE) else None
    if named in _PICTURES or named in _SOUNDS or named in _FONTS:
        return named
    if named in ("", FILE, "binary/octet-stream", "text/plain"):  # pictures are often sent without a type
        found = next((kind for sign, kind in _SIGNS if body.startswith(sign)), None)
        if found:
            return found
    if mode is Mode.PART:
        return None
    if named in HTML or (not named and body[:512].lstrip().startswith(b"<")):
        return "text/html; charset=utf-8"
    return "text/plain; charset=utf-8" if _is_text(named) else None


def is_font(kind: str) -> bool:
    return kind in _FONTS


def _is_text(named: str) -> bool:
    """Shown as plain text: scripts, data and the like can be read, never run."""
    return named.startswith("text/") or named.endswith(("/xml", "+xml", "/json", "+json", "javascript"))
