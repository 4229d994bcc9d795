"""Archived pages, shown from an origin of their own where they can do nothing.

The application shows a banner and a frame (`pages/archived.py`); what is in the frame comes from another port
(`server.py`), by links that the application signed for one person, one address and a few minutes (`signing.py`).
There is no cookie there and none is looked at. Whatever is sent is sandboxed by its own header, without scripts, forms
or windows; only a click may leave the frame, and that leads back to the application. `rewriting.py` and `styles.py`
turn the addresses of a page into such links, which is for looks: safety is in the headers (`policy.py`).
"""
