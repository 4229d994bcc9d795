"""A made-up web in which every page has a topic, and walks over it by any order, without a network.

`TopicalWeb` makes the pages and knows the truth; `walk` lets an order visit them as the engine would, one by one;
`experiments.py` compares orders by the share of what they read that is on topic, as the sources do.
"""

from mekik.lab.topical.experiments import Harvest, harvest_at_equal_recall, on_topic_shares
from mekik.lab.topical.walk import walk
from mekik.lab.topical.web import TOPICS, TopicalWeb

__all__ = ["TOPICS", "Harvest", "TopicalWeb", "harvest_at_equal_recall", "on_topic_shares", "walk"]
