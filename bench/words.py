"""Vocabularies of the made-up web: real words of three languages in all their inflections, by rank.

A vocabulary begins with the language's function words, goes on with inflections of everyday words and ends with
a long tail from simplemma's dictionaries, so that stemming and language identification have real work to do.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

import numpy as np
from simplemma.strategies.dictionaries.dictionary_factory import DefaultDictionaryFactory

FUNCTION_WORDS = {
    "tr": """ve bir bu da de için ile çok daha olarak gibi olan kadar en ne o ama sonra göre ise var her ki mi
        değil yok ya hem diye bile şu ancak önce kendi yeni büyük iki ilk üzere bütün aynı başka şey biz ben sen
        onlar nasıl neden hangi çünkü fakat veya zaman gün yıl artık hiç hep karşı doğru birlikte arasında
        tarafından üzerinde içinde olduğu oldu etti dedi yaptı""",
    "en": """the of and to in a is that for it was on are as with be by at from this have or an not which but had
        were his their one all has there been would when more who will no if can so its out up about into than
        other some them then only over time these two may first new any also after our most such where many""",
    "de": """der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus
        er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor
        zur bis mehr durch man sein wurde sei prozent hatte kann gegen vom können schon wenn habe seine""",
}

EVERYDAY = {
    "tr": """ev okul kitap çocuk şehir yol su para iş ülke dünya insan kadın adam öğretmen öğrenci üniversite devlet
        hükümet meclis başkan belediye haber gazete yazar yazı sanat müzik film spor takım maç oyun oyuncu ekonomi
        piyasa şirket fabrika üretim ürün fiyat vergi banka kredi sağlık hastane doktor hasta ilaç bilim bilgi
        araştırma deney sonuç proje plan yapı köprü deniz dağ orman göl hava yağmur kar güneş toprak tarım köy
        çiftçi ağaç çiçek hayvan kedi köpek kuş balık yemek ekmek peynir çay kahve meyve sebze tarih savaş barış
        hukuk yasa mahkeme dava suç polis güvenlik sınır dil kelime söz soru cevap sorun çözüm gelişme değişim
        gelecek geçmiş sabah akşam gece hafta ay saat dakika kapı pencere oda masa araba tren uçak gemi yolcu
        gel git yap al ver gör bil iste çalış söyle konuş yaz oku düşün anla bul başla bitir aç kapat bekle yaşa
        geliştir kullan göster anlat dinle izle üret sat taşı kur yönet destekle açıkla belirt""",
    "en": """house school book child city road water money work country world people woman man teacher student
        university state government parliament president council news paper writer article art music film sport team
        match game player economy market company factory production product price tax bank credit health hospital
        doctor patient medicine science knowledge research result project plan building bridge sea mountain forest
        lake weather rain snow sun soil farmer village tree flower animal cat dog bird fish food bread cheese tea
        coffee fruit history war peace law court case crime police security border language word question answer
        problem solution development change future past morning evening night week month hour door window room table
        car train plane ship passenger come go make take give see know want work say speak write read think
        understand find begin finish open close wait live develop use show tell listen watch produce sell carry""",
    "de": """Haus Schule Buch Kind Stadt Straße Wasser Geld Arbeit Land Welt Mensch Frau Mann Lehrer Schüler
        Universität Staat Regierung Parlament Präsident Rat Nachricht Zeitung Autor Artikel Kunst Musik Film Sport
        Mannschaft Spiel Spieler Wirtschaft Markt Unternehmen Fabrik Produktion Preis Steuer Bank Kredit Gesundheit
        Krankenhaus Arzt Patient Wissenschaft Forschung Ergebnis Projekt Plan Gebäude Brücke Meer Berg Wald See
        Wetter Regen Schnee Sonne Boden Bauer Dorf Baum Blume Tier Katze Hund Vogel Fisch Essen Brot Käse Tee Kaffee
        Geschichte Krieg Frieden Gesetz Gericht Fall Polizei Sicherheit Grenze Sprache Wort Frage Antwort Problem
        Lösung Entwicklung Zukunft Morgen Abend Nacht Woche Monat Stunde Tür Fenster Zimmer Tisch Auto Zug Schiff
        kommen gehen machen nehmen geben sehen wissen wollen arbeiten sagen sprechen schreiben lesen denken
        verstehen finden beginnen öffnen schließen warten leben entwickeln zeigen erzählen hören verkaufen tragen""",
}

PROPER = ("Ayşe", "Mehmet", "Zeynep", "Emre", "İstanbul", "Ankara", "İzmir", "Berlin", "London", "Hamburg", "Deniz")
TAIL = {"tr": 150_000, "en": 60_000, "de": 90_000}
SHORTEST, LONGEST = 2, 16  # longer dictionary entries are compounds that running text hardly has


class Vocabulary:
    """Words of one language by rank; `draw` samples them by the Zipf–Mandelbrot law."""

    def __init__(self, language: str, seed: int) -> None:
        chance = random.Random(f"{seed}/{language}")
        dictionary = DefaultDictionaryFactory().get_dictionary(language)
        everyday = inflections(dictionary, set(EVERYDAY[language].split()))
        chance.shuffle(everyday)
        plain = [word for word in dictionary if SHORTEST <= len(word) <= LONGEST and word.isalpha()]
        tail = chance.sample(sorted(plain), TAIL[language])
        apostrophe = "'" if language == "en" else "’"
        ending = {"tr": "da", "en": "s", "de": "s"}[language]
        names = [*PROPER, *(f"{name}{apostrophe}{ending}" for name in PROPER)]
        functions = FUNCTION_WORDS[language].split()
        body = dict.fromkeys([*everyday[:6000], *names, *(str(number) for number in range(1900, 2030))])
        ranked = list(body)
        chance.shuffle(ranked)
        self.words: list[str] = list(dict.fromkeys([*functions, *ranked, *tail]))
        ranks = np.arange(len(self.words), dtype=np.float64)
        weights = 1.0 / (ranks + 3.0) ** 1.15
        self._steps = np.cumsum(weights / weights.sum())

    def draw(self, generator: np.random.Generator, count: int) -> list[str]:
        ranks = np.searchsorted(self._steps[:-1], generator.random(count))
        return list(map(self.words.__getitem__, ranks.tolist()))


def inflections(dictionary: Mapping[str, str], roots: set[str]) -> list[str]:
    """Every dictionary entry whose root is one of `roots`, the roots themselves included."""
    found = [word for word, root in dictionary.items() if root in roots and word.isalpha() and len(word) <= LONGEST]
    return sorted({*found, *roots})
