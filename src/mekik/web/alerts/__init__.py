"""Telling people of new pages that match what they saved: `watch.py` notices, `mail.py` and `hook.py` deliver."""
