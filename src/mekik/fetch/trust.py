"""Which certificates are trusted: the machine's own list."""

from __future__ import annotations

import os
import ssl
from pathlib import Path

_USUAL = (
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
)


def certificate_file(given: str | None) -> str | None:
    """The given file, that of SSL_CERT_FILE, or where this system keeps its list; None when there is none."""
    candidates = (given, os.environ.get("SSL_CERT_FILE"), ssl.get_default_verify_paths().cafile, *_USUAL)
    return next((one for one in candidates if one and Path(one).is_file()), None)
