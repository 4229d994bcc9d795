"""Which blog software made a page, by what the page says of itself."""

from __future__ import annotations

import re

from mekik.page import Document, LinkKind
from mekik.urls import authority

_GENERATORS = re.compile(
    r"wordpress|blogger|ghost|hugo|jekyll|hexo|pelican|eleventy|movable ?type|typepad|serendipity|textpattern|dotclear"
    r"|b2evolution|habari|nucleus|writefreely|plume|bearblog|micro\.blog|tumblr|livejournal|known|chyrp|publii|zola"
    r"|nikola|octopress|classicpress|grav|expressionengine|squarespace blog",
    re.IGNORECASE,
)
_HOSTS = {
    "wordpress.com": "WordPress", "blogspot.com": "Blogger", "tumblr.com": "Tumblr", "typepad.com": "TypePad",
    "livejournal.com": "LiveJournal", "substack.com": "Substack", "ghost.io": "Ghost", "bearblog.dev": "Bear",
    "micro.blog": "Micro.blog", "medium.com": "Medium", "blogcu.com": "Blogcu", "over-blog.com": "OverBlog",
}  # fmt: skip
_FEEDS = {
    "WordPress": re.compile(r"/comments/feed/?$|[?&]feed=(?:comments-)?rss2?\b"),
    "Blogger": re.compile(r"/feeds/(?:posts|\d+)/"),
    "Ghost": re.compile(r"/ghost/api/|/rss/$"),
}


def blog_software(document: Document, url: str) -> str:
    """Its name, or nothing where no sign of any is seen."""
    named = _GENERATORS.search(document.generator)
    if named:
        return named[0]
    host = authority(url).partition(":")[0]
    for end, software in _HOSTS.items():
        if host == end or host.endswith("." + end):
            return software
    links = document.links
    feeds = [links.urls[place] for place, kind in enumerate(links.kinds) if kind == LinkKind.FEED]
    for software, sign in _FEEDS.items():
        if any(sign.search(feed) for feed in feeds):
            return software
    return ""
