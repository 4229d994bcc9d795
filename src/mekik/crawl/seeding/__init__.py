"""Where should a crawl start? Seed sets from a list of sites by country, from a first small crawl, or from a query.

    listing.py   the list: a CSV file with site, country, rank and, if it has them, counts of links
    sites.py     who names whom among the sites of a crawl: counts, HITS hubs, distances
    choose.py    the ways of choosing: `WAYS`
    make.py      all of it, from the list or the query to the report
    reached.py   what a crawl from seeds reached: pages, home pages, countries, errors

`Workspace.seeds` puts them together.
"""

from mekik.crawl.seeding.choose import WAYS, Seed, choose, keep_apart
from mekik.crawl.seeding.listing import Listed, read_listing
from mekik.crawl.seeding.make import SeedSet, first_settings, make_seeds, seeds_for_query
from mekik.crawl.seeding.reached import Reached
from mekik.crawl.seeding.sites import Sites

__all__ = [
    "WAYS", "Listed", "Reached", "Seed", "SeedSet", "Sites", "choose", "first_settings", "keep_apart", "make_seeds",
    "read_listing", "seeds_for_query",
]  # fmt: skip
