"""What the name of an element says about its role: menus, adverts and boxes, or the text that a page is for.

Makers of pages name their boxes for themselves, in English and in their own language, and mostly alike.
"""

from __future__ import annotations

import re
from enum import Enum

_LONGEST = 400
_VALUE = re.compile(
    rb"""[\s"'](?:class|id|role|itemprop|data-component)\s*=\s*(?:"([^"]*)|'([^']*)|([^\s>"']+))""", re.IGNORECASE
)
_NAME = re.compile(rb"[A-Za-z-]+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORD = re.compile(r"[a-z]+|[0-9]+")
_PLAIN = str.maketrans("çğıöşüâîûÇĞİÖŞÜ", "cgiosuaiuCGIOSU")

_REST_TAGS = {
    "nav", "aside", "footer", "menu", "dialog", "header", "form", "amp-sidebar", "amp-ad", "amp-social-share",
}  # fmt: skip
_MAIN_TAGS = {"main", "article"}

_REST_WORDS = """
    nav navbar navigation navi topnav subnav menu menus submenu menubar sitemenu offcanvas hamburger sidebar
    sidebars side sidecol sidecolumn rail aside footer foot colophon subfooter bottombar topbar masthead breadcrumb
    breadcrumbs crumb crumbs pager pagination paging prevnext skip skiplink share sharing sharebar social socials
    sosyal follow addthis related similar recommended recommendations recommend suggested popular trending mostread
    mostviewed outbrain taboola ad ads adv advert adverts advertisement advertising adbox adslot adsbygoogle banner
    banners sponsor sponsored sponsors promo promos promoted promotion promotions teaserbar cookie cookies consent
    gdpr kvkk newsletter subscribe subscription signup signin login register comments commentlist respond disqus
    replyform widget widgets toolbar tools modal popup overlay lightbox notification toast ticker search searchbox
    searchform searchbar tags taglist tagcloud copyright legal disclaimer imprint cart basket wishlist userbar
    userinfo usercard signature sig authorbox navbox catlinks toc editsection printfooter mwnavigation menuler
    gezinme gezinti yanmenu ustmenu altmenu solmenu sagmenu anamenu kenar yan sagblok solblok sagkolon solkolon
    sagsutun solsutun altbilgi ustbilgi paylas paylasim takip ilgili benzer onerilen onerilenler oneri oneriler
    populer encok cokokunan cokokunanlar okunanlar gundemdekiler sondakika reklam reklamlar reklamalani ilanlar
    sponsorlu cerez cerezler bulten ebulten abone abonelik uyelik girisyap uyegirisi yorumlar yorumform etiket
    etiketler etiketleri sayfalama sepet kunye telif arama aramakutusu kutucuk anket doviz piyasa piyasalar
    havadurumu burclar complementary contentinfo
"""
_REST = frozenset(_REST_WORDS.split())
_REST_PAIRS = re.compile(
    r"most (?:read|viewed|popular|shared|recent)|read (?:more|next|also)|you may|more (?:from|stories|news)|up next"
    r"|see also|(?:left|right) (?:col|column|bar|menu|rail|side)|comment (?:form|respond)|leave a (?:reply|comment)"
    r"|author (?:box|bio|card)|user (?:info|panel|card)|back to top|site (?:header|head|footer|map|nav)"
    r"|page (?:header|footer)|head(?:er)? (?:top|bar|wrap|inner)|(?:top|bottom) (?:bar|links|menu|nav)"
    r"|en (?:cok|son|yeni)|cok okunan|son (?:dakika|yazilar|yorumlar|haberler)|diger (?:haberler|yazilar|urunler)"
    r"|bunlar[i]? da|(?:sol|sag) (?:menu|kolon|sutun|blok)|yorum (?:form|yap|yaz|gonder|alani)|uye (?:giris|ol)"
    r"|yazar (?:kutusu|hakkinda|diger)|(?:alt|ust) (?:menu|bilgi|bolum|bant|bar)|hava durumu|e bulten|geri don"
)
_REST_STARTS = ("nav", "menu", "sidebar", "breadcrumb", "footer", "reklam", "advert", "cookie", "newsletter", "paylas")
_NOT_REST = re.compile(r"(?:no|has|with|without|hide|show|sticky) (?:sidebar|nav|menu|footer|header|toc|ads?)\w*")
_MAIN_WORDS = """
    main content maincontent contentmain article articlebody articletext articlecontent story storybody storytext
    post postbody postcontent posttext entry entrycontent blogpost bodytext body bodycopy text copy prose markdown
    recipe description productdescription documentation docs document page pagecontent thread topic messages posts
    icerik anaicerik sayfaicerik haber haberdetay habermetni habermetin habericerik habergovde metin metni govde
    makale yazi yaziicerik yazidetay detay aciklama urunaciklama tarif konu mesajlar gonderi ana gonderiler liveblog
    answers question faq sss
"""
_MAIN = frozenset(_MAIN_WORDS.split())


class Hint(Enum):
    NONE = 0
    REST = 1
    MAIN = 2


def hint(tag: bytes) -> Hint:
    """Of an opening tag without its first character: `div class="side-bar"`."""
    name = _NAME.match(tag)
    element = name[0].decode().lower() if name else ""
    spoken = _spoken(tag)
    if spoken:
        said = _said(spoken)
        if said is not Hint.NONE:
            return Hint.REST if said is Hint.REST or element in _REST_TAGS else Hint.MAIN
    if element in _REST_TAGS:
        return Hint.REST
    return Hint.MAIN if element in _MAIN_TAGS else Hint.NONE


def _spoken(tag: bytes) -> str:
    """Its names as words: `haberDetay_sagMenü` is `haber detay sag menu`."""
    values = [b"".join(found) for found in _VALUE.findall(tag[:_LONGEST])]
    if not values:
        return ""
    joined = b" | ".join(values).decode("utf-8", "replace").translate(_PLAIN)
    return " ".join(_WORD.findall(_HUMP.sub(" ", joined).lower().replace("|", " ")))


def _said(spoken: str) -> Hint:
    spoken = _NOT_REST.sub("", spoken)
    words = spoken.split()
    if not _REST.isdisjoint(words) or any(word.startswith(_REST_STARTS) for word in words):
        return Hint.REST
    if _REST_PAIRS.search(spoken):
        return Hint.REST
    return Hint.NONE if _MAIN.isdisjoint(words) else Hint.MAIN
