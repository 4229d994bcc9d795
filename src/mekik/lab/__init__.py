"""The laboratory: webs whose truth is known, to try the whole machine on.

`mekik.lab.demo` is the small made-up web that comes with the package; its central types are `DemoWeb`
(serves it on loopback) and `Truth` (what is right for each of its addresses).
"""
