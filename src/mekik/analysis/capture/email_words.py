"""The words that hidden e-mail addresses are made of, and those that speak for or against one.

English, Turkish, German and Slovene first; the usual ones of a few neighbours.
"""

from __future__ import annotations

import re

AT = "@＠﹫ⓐ"
AT_IN_BRACKETS = "at|ät|aet|et|bei|a|@|afna|klammeraffe|arroba|chiocciola|arobase|kuyruklu ?a|kuyruklu"
"""As in name (at) example.org: the brackets say that it is no usual word."""
AT_AS_WORD = "at|ät|et|afna|kuyruklu ?a"
DOT = "dot|d0t|nokta|punkt|pika|point|punto|ponto|točka|tačka"
OPEN, CLOSE = r"[\[({<]", r"[\])}>]"


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NOT_NAMES = _words("""
an the me my us our we you your he him she her it its they them their this that these those who whom what which
is are was were be been being am do does did done has have had will would can could may might must shall should
and or but nor not no yes so if as than then when where why how while also only just even still again ever never
in on at by for of from to with without into onto over under up down out off back near here there everywhere
look looks looked looking see seen visit visits visited visiting find finds found stop stops stopped stay stays stayed
staying meet meets met meeting arrive arrives arrived arriving start starts started begin begins began end ends ended
open opens opened close closes closed sit sits sat stand stands stood live lives lived living work works worked working
study studied hold held holds happen happens happened locate located base based aim aimed point pointed sell sold buy
bought shop shops email emails e-mail mail mails phone web internet letter letters answer answers
shopping price priced available online now today tonight tomorrow later soon early late more most less least
good bad better best great new old home site website page pages everything nothing something anything someone
anyone everyone people one two three four five six seven eight nine ten first last next order ordered register
registered join joined follow followed read download check click go goes went come comes came get got read write
o bana bize sana size ona onlara beni bizi seni sizi ve veya ile için bir bu şu da de ki mi ne çok daha en gibi kadar
burada orada şimdi bugün yarın sonra önce kara beyaz yeni eski iyi kötü güzel
ich mir mich du dir dich er ihm sie ihr wir uns euch es man und oder aber nicht nur auch hier dort heute morgen jetzt
ist sind war waren sein bei auf im am an zu von mit für über unter der die das den dem ein eine einen einem einer
jaz mi meni nam nas ti vi vam vas on ona ono oni je so smo ste bil bila in ali ampak tudi samo tukaj tam danes jutri
zdaj na pri za od do po pod nad
""")
"""Words before "at" that are never the name in an address."""

DETERMINERS = _words(
    "a an the this that these those my our your his her its their every each some any no bir bu şu o her bizim sizin"
    " der die das den dem des ein eine einen einem einer unser unsere unserem unserer ta ti tisti naš naša vaš vaša"
)
"""A word that follows one of these is a thing, not the name in an address."""

ROLES = _words(
    "info information sales support contact office admin administrator webmaster postmaster press media jobs career"
    " careers hello help helpdesk billing orders service services newsletter editor editors feedback privacy legal"
    " abuse security marketing bilgi iletisim iletişim destek satis satış basin basın insankaynaklari ik muhasebe haber"
    " editör kariyer kayit kayıt kontakt buero büro verwaltung presse vertrieb bestellung kundenservice datenschutz"
    " redaktion anfrage bewerbung tajnistvo tajništvo podpora prodaja uprava urednistvo uredništvo trgovina"
)

_ANNOUNCE = (
    r"e-?mails?|mails?|mailen|e-?posta\w*|elektronik posta|e-?pošt\w*|e-?naslov\w*|adres\w*|address\w*|contact\w*"
    r"|kontakt\w*|iletişim\w*|ulaş\w*|reach\w*|write|writing|yaz[ıa]\w*|sor\w*|schreib\w*|piši\w*|send\w*|gönder\w*|pošlji\w*"
    r"|başvur\w*|bewerb\w*|prijav\w*|vprašanj\w*|anfragen?|enquir\w*|inquir\w*|naslov\w*|mesaj\w*|ileti|ask|drop"
)
_BETWEEN = (
    r"to|it|them|this|me|us|him|her|via|by|per|a|the|an|die|den|der|bitte|please|lütfen|prosim|unter|na|nam|ji|mu|mi"
    r"|için|or|oder|ali|veya|ve|and|und|in|message|mail|address|adresi|adresse|line|note|is|ist|je"
)
CUE = re.compile(rf"\b(?:{_ANNOUNCE})\b[\s:,;<(=–-]*(?:(?:{_BETWEEN})\b[\s:,;<(]*){{0,4}}$", re.IGNORECASE)
"""Words that announce an address, with nothing but small words between them and it."""
CUE_BEHIND = re.compile(r"\s*(?:['’]\w{1,3}\s)?\s*(?:adres|mail\w* adres|yaz[ıa]|e-?posta)", re.IGNORECASE)
"""The same behind an address: Turkish has it there."""
LABEL = re.compile(
    r"\b(?:e-?mails?|mail|e-?posta|e-?pošta|e-?naslov|kontakt|contact|iletişim)\s*[:=]\s*$", re.IGNORECASE
)
"""What names a field: nothing but an address follows."""

NOT_MAIL = re.compile(r"(?:message-id|in-reply-to|references)\s*:[^:]{0,200}$", re.IGNORECASE)
"""Numbers of messages look like addresses."""
ACCOUNTS = frozenset(("git", "svn", "hg", "cvs", "ssh", "ftp", "root", "anonymous"))
"""Before host:path or host/path these are accounts of machines."""
