"""Words of a query that join others or ask, and that nobody looks for."""

from __future__ import annotations

from functools import cache

from mekik.analysis.stop_words import STOP_WORDS

_ASKING = {
    "tr": "hangi kaç kaçı kaçta kim kimdir kimin kimler kime kimi ne neden nedir nelerdir neler nelere neydi neyi "
    "neyin nasıl nerede nereden nereye niçin mıdır midir mudur müdür vardır olmuştur",
    "en": "how what when where which who whom whose why many much",
    "de": "wie was wann wo wer wen wem wessen warum welche welcher welches welchen welchem viele wieviel wofür womit "
    "wodurch woran worauf worin wovon wozu",
    "es": "qué cuál cuáles quién quiénes cuándo cuánto cuánta cuántos cuántas cómo dónde adónde",
    "fr": "que quel quelle quels quelles qui quoi quand combien comment où pourquoi",
    "it": "che cosa quale quali chi quando quanto quanta quanti quante come dove perché",
}


@cache
def ties(language: str) -> frozenset[str]:
    """In the spelling that words are looked up by; of a language that nobody listed, none."""
    stops = {word.decode() for word in STOP_WORDS.get(language, ())}
    return frozenset(stops.union(_ASKING.get(language, "").split()))
