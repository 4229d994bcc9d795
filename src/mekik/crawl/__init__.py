"""A job from its seeds to its report: the engine and everything it drives.

`Run` is one run of a job, `Engine` a page's way through the steps, `Commits` what survives a crash, `Rules` what
may refuse an address. This file imports nothing by itself, because worker processes start here and must start quickly.
"""
