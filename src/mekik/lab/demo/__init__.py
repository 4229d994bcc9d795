"""A small made-up web on loopback, with a label on every address.

The pages stand in `content/*.txt`, one file a host, and are dressed by `layouts/*.html`; to add a page, add
an entry there. Central types: `DemoWeb` serves it, `Truth` says what a crawler should make of an address,
`Kind` what the address is there to show.

    with DemoWeb() as web:
        print(web.seeds)
"""

from mekik.lab.demo.truth import Kind, Truth
from mekik.lab.demo.web import DemoWeb

__all__ = ["DemoWeb", "Kind", "Truth"]
