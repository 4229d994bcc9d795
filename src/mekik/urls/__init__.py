"""Address arithmetic: resolve, normalise, split, registrable domain, 64-bit key. Knows nothing else.

`Normaliser` turns whatever stands in a page, a seed list or a Location header into the one spelling of an
address that the rest of Mekik uses, or says why it is none. `Parts` is such an address cut in three.

    normaliser.py  the class that others use, and the quick way for all links of a page
    rules.py       the full way: WHATWG parsing, then our own rules
    files.py       addresses of local files
    encoding.py    percent-encoding and query variables made uniform
    memory.py      what was worked out before, bounded
    parts.py       root, path and query; host; key
    domains.py     which registrable domain a host belongs to
"""

from __future__ import annotations

from mekik.urls.domains import registrable_domain
from mekik.urls.files import file_address, file_page, file_path, is_file
from mekik.urls.normaliser import Normaliser
from mekik.urls.parts import Parts, authority, host, key, keys, root, scheme, split
from mekik.urls.rules import resolve

__all__ = [
    "Normaliser",
    "Parts",
    "authority",
    "file_address",
    "file_page",
    "file_path",
    "host",
    "is_file",
    "key",
    "keys",
    "registrable_domain",
    "resolve",
    "root",
    "scheme",
    "split",
]
