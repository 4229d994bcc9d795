"""Mekik crawls the sites that you choose, keeps what it saw, and makes it searchable."""

__version__ = "0.1.0"
