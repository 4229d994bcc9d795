"""A made-up site of thousands of pages between endless traps, with a label on every address.

Real parts that look like traps stand beside traps that look like real parts: paged lists, articles by number, short
product pages, a chain of captions, an agenda with gaps, tables of figures; and calendars to the year 3000, session ids,
nested folders, combinations of filters, endless queries, views that change nothing, pages that do not exist but say
200. Central type: `MazeWeb`. Everything is made when asked for, and always the same.

    real.py   what a crawl must not lose
    traps.py  where it must not stay
    web.py    both, served on loopback
"""

from mekik.lab.maze.web import MazeWeb

__all__ = ["MazeWeb"]
