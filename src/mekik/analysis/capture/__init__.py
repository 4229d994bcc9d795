"""What a job asks to be picked out of its pages: e-mail addresses, phone numbers, patterns, selected elements.

`Capturer` goes over a parsed page and gives its `Find`s: what, as it was written, where, and between which words.
Each kind is a file, and each is linear in the length of the page: RE2 looks for the few places where something may
stand, and only these are judged with care.

    capturer.py     all that a job asks for, on one page
    searching.py    a text for RE2, with places in characters
    email.py        e-mail addresses in a text, also in spellings that hide them
    email_parts.py  the parts of one: the @, the domain, the name
    email_words.py  the words that such spellings are made of, and those that speak for or against an address
    domains.py      whether the right side of an @ is a domain that somebody can have registered
    phone.py        phone numbers in a text
    phone_words.py  what stands before a phone number, and before other numbers
    country.py      the country that numbers without a + belong to
    markup.py       what stands in links and attributes: mailto:, tel:, protected addresses, JSON-LD
    patterns.py     regular expressions of the job
    selectors.py    CSS selectors and XPath expressions of the job
"""

from __future__ import annotations

from mekik.analysis.capture.capturer import Capturer
from mekik.analysis.capture.email import emails
from mekik.analysis.capture.phone import phones

__all__ = ["Capturer", "emails", "phones"]
