"""Spam with a label: text hidden in every way, stuffed pages, and a farm of sites that link to each other.

It is made here rather than written into content files because spam is made, too: the same words again and again.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice

from mekik.lab.demo.entries import Entry, Site
from mekik.lab.demo.truth import Kind

HOST = "firsat.localhost"
FARM = ("bilet-cenneti", "otel-firsati", "kredi-hemen", "kupon-kodlari", "tatil-vitrini")
"""Sites of the link farm, without their `.localhost`."""

_LURES = [
    "ucuz uçak bileti", "indirimli tatil", "hemen kredi", "bedava kupon", "kiralık yazlık", "zayıflama çayı",
    "kazandıran bahis", "ikinci el telefon", "saç ekimi fiyatları", "altın yatırımı",
]  # fmt: skip

_WAYS = {
    "beyaz-ustune-beyaz": ("color: #ffffff", ""),
    "eski-usul": ("font=#fffffe", ""),
    "stil-sayfasinda": (".dolgu", ".dolgu { color: #fff; background: white }"),
    "kimlikle": ("#dip", "#dip { color: rgb(255, 255, 255) }"),
    "ekran-disinda": ("position: absolute; left: -9999px", ""),
    "girintide": ("text-indent: -9999px", ""),
    "sifir-punto": ("font-size: 0", ""),
    "saydam": ("opacity: 0", ""),
    "kirpik": ("position: absolute; clip: rect(0, 0, 0, 0)", ""),
    "gorunmez": ("visibility: hidden", ""),
    "sifir-yukseklik": ("height: 0; overflow: hidden", ""),
}
"""Path, how the paragraph is hidden, and the page's style sheet."""

_FRONTS = [
    "Kapıdan giren herkes önce fiyatı sorar, sonra oturup çay içer. Biz de önce çayı söyleriz. Dükkânımız yirmi yıldır "
    "aynı sokakta ve tabelamızı hâlâ dedem boyar.",
    "Broşürlerimizde yazan her şey doğrudur, küçük puntoları saymazsanız. Aradığınızı bulamazsanız telefonla da "
    "sorabilirsiniz; santralde öğleden sonra Nermin Hanım vardır.",
    "Yeni vitrinimiz cuma günü açılıyor. İlk gelen elli kişiye bez torba verilecek. Yağmur yağarsa açılış bir hafta "
    "sonraya kalacak, torbalar ıslanmasın diye.",
    "Müşterilerimizin mektuplarını duvara asıyoruz. En eskisi on iki yıl önce yazılmış ve bir teşekkürle bir "
    "fatura düzeltmesini aynı zarfta taşıyor.",
    "Kampanyamız yalnızca bu ay geçerli. Takvim yaprağı dönünce etiketler de döner. Geçen sefer unutan komşumuz üç ay "
    "boyunca söylenmişti.",
    "Depomuz limanın arkasındaki eski tuz ambarında. Raflar yüksek, merdiven sağlam, kedi ise huysuzdur. Gelen mallar "
    "salı sabahı sayılır.",
    "Bu sayfayı hazırlayan yeğenim üniversitede okuyor. Harfleri o seçti, renkleri ben. Beğenmeyenler benim payıma "
    "düşen yarısını söyleyebilir.",
    "İade için fişi saklamanız yeter. Kutusu açılmış ürünü de alırız ama yüzümüz biraz asılır. Saatleri kapıda "
    "yazıyor, pazartesileri geç açıyoruz.",
    "Toptan alanlara ayrı liste veriyoruz. Listeyi elden almak gerekiyor, çünkü yazıcı yalnızca dükkândaki "
    "bilgisayarla konuşuyor ve o da ara sıra küsüyor.",
    "Gazetede çıkan ilanımızdaki numara yanlışmış. Arayanlar emekli bir öğretmeni bulmuş, o da hepsine sabırla bizim "
    "adresi tarif etmiş.",
    "Ödemede taksit var, sohbette sınır yok. Hesabı deftere yazdıranlar için arka masada ayrı bir kalem dururdu, şimdi "
    "onun yerinde küçük bir makine ötüyor.",
    "Reklam panomuzu fırtına götürdü. Bulan olursa getirsin, çerçevesi meşedendir. Karşılığında istediği raftan bir "
    "parça seçebilir.",
]


def sites() -> Iterator[tuple[Site, list[Entry]]]:
    yield _site(HOST, "Fırsat Rehberi", "9"), _stuffed()
    for number, name in enumerate(FARM):
        yield _site(f"{name}.localhost", name.replace("-", " ").title(), str(10 + number)), _farm(number)


def _site(host: str, name: str, seed: str) -> Site:
    return Site(
        host=host, name=name, language="tr", layout="books", motto="Kaçırmayın", footer=f"{name}, her hakkı saklıdır.",
        related="Şunlar da var", seed=seed,
    )  # fmt: skip


def _again(phrases: list[str], count: int) -> str:
    """The same phrases over and over."""
    return " ".join(islice(cycle(phrases), count))


def _stuffed() -> list[Entry]:
    home = "Aradığınız her şey burada, aramadıklarınız da. Aşağıdaki listeden seçin, beğenmezseniz başka listemiz yok."
    entries = [_entry(HOST, "/", "Fırsat Rehberi", home, kind=Kind.LISTING.label, listing="/")]
    for number, (name, (way, style)) in enumerate(_WAYS.items()):
        phrases = _LURES[number % 5 : number % 5 + 4]
        body = f"{_FRONTS[number]}\n\n{{unseen:{way}}} {_again(phrases, 40)}"
        entries.append(_entry(HOST, f"/gizli/{name}", f"Rehber: {name.replace('-', ' ')}", body, style=style))
    closed = f"{_FRONTS[11]}\n\n{{unseen:display: none}} {_again(_LURES[:3], 90)}"
    entries.append(_entry(HOST, "/gizli/kapali", "Rehber: kapalı kutu", closed))
    for number, lure in enumerate(_LURES[4:7]):
        cities = ("İstanbul", "Ankara", "İzmir", "Bursa", "Adana", "Konya")
        lines = [f"En {word} {lure} {city} {lure}." for city in cities for word in ("uygun", "yeni", "hızlı")]
        entries.append(_entry(HOST, f"/dolgu/{number + 1}", lure.capitalize(), " ".join(lines)))
    english = "cheap watches best cheap watches buy cheap watches online cheap watches sale "
    entries.append(_entry(HOST, "/dolgu/watches", "Cheap watches", english * 8, language="en"))
    return entries


def _farm(number: int) -> list[Entry]:
    """A home page and two more, whose links mostly go to the other sites of the farm."""
    host = f"{FARM[number]}.localhost"
    others = [name for name in FARM if name != FARM[number]]
    entries = []
    for place, path in enumerate(("/", "/vitrin", "/arsiv")):
        links = [f"[{name.replace('-', ' ')}](http://{name}.localhost{path})" for name in others]
        more = " ".join(f"[{lure}](http://{name}.localhost/vitrin)" for name, lure in zip(others, _LURES, strict=False))
        own = "" if place else " [vitrin](/vitrin) [arşiv](/arsiv)"
        text = _SALES[(3 * number + place) % len(_SALES)]
        title = f"{FARM[number].replace('-', ' ').title()} {place + 1}"
        entries.append(_entry(host, path, title, f"{text}\n\n{' '.join(links)} {more}{own}"))
    return entries


def _entry(host: str, path: str, title: str, body: str, **more: str) -> Entry:
    values = {"kind": Kind.SPAM.label, "language": "tr", "topic": "spam", **more}
    return Entry(host=host, path=path, title=title, body=body, **values)  # type: ignore[arg-type]  # texts, all of them


_SALES = [
    "Koltuk seçimi, bagaj ve çay bizden. Sabah kalkan seferlerde pencere kenarı erken biter.",
    "Fiyatlar dakikada bir değişir, gözünüzü ayırmayın. Dün bakan bugün pişman.",
    "Eski kampanyalarımızı da saklıyoruz, belki bir gün geri gelirler diye.",
    "Deniz gören odalar soldan sayılır. Sağdakiler bahçeyi ve aşçının sigara molasını görür.",
    "Erken gelen erken uyur. Girişler öğlen ikide, çıkışlar kahvaltıdan hemen sonra.",
    "Üç yıldızımız var, dördüncüsü yolda. Kargo gecikmiş.",
    "Formu doldurun, gerisini unutun. Danışmanımız sizi yemek saatinde arar.",
    "Onay bekleyenler listesi her akşam yeniden karılır. Sıra numaranızı sevgiyle saklayın.",
    "Geçen yılın faizleri nostalji köşesinde sergileniyor.",
    "Kodları kopyalayıp yapıştırın; çalışmazsa tersten deneyin.",
    "Yüzde elliye varan sözü, yüzde bire de varır. Matematik böyle esnektir.",
    "Süresi dolan kuponlar çerçeveletilip duvara asılabilir.",
    "Bavulunuzu hazırlayın, nereye gideceğinizi biz buluruz. Genelde yakına.",
    "Vitrindeki palmiye plastik, gülümseyişler gerçektir.",
    "Arşivde kışın çekilmiş yaz fotoğrafları bulunur.",
]
