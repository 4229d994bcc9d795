"""A made-up web whose pages change at known rates, and crawls that try to keep up with it, on a clock of their own.

web.py         pages, their rates, their changes and their links, all from one random number
keeping.py     the real frontier, estimator, policies and collection on it; only network and clock are left out
compare.py     the three policies with the same number of requests
"""

from mekik.lab.changing.keeping import Kept, keep_up
from mekik.lab.changing.web import ChangingWeb

__all__ = ["ChangingWeb", "Kept", "keep_up"]
