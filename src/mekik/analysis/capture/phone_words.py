"""What stands before a phone number, and what stands around other numbers."""

from __future__ import annotations

import re

CUE = re.compile(
    r"(?:\b(?:tel|telefon\w*|tlf|phones?|telephones?|mobile|mobil\w*|cell|cellphone|handy\w*|gsm|cep|faks\w*|fax|telefax"
    r"|belgegeçer|whatsapp|viber|call|dial|ring|ara|arayın\w*|arayab\w*|santral\w*|çağrı|hotline|helpline|hat|hattı|hattımız"
    r"|danışma|ruf|rufen|rufnummer\w*|durchwahl|anruf\w*|pokliči\w*|klic\w*|iletişim|kontakt|contact|ulaş\w*|reach|t|f|m|p)\b"
    r"|[☎☏✆📞📱📠])[\s.:)\]–-]*(?:(?:no|nr|num\w*|us|uns|nas|bizi|at|on|unter|na|št|merkezi|line|is|:)\b[\s.:]*){0,3}\(?$",
    re.IGNORECASE,
)
"""Ends where the number begins."""

OTHER_NUMBER = re.compile(
    r"\b(?:isbn(?:-1[03])?|issn|iban|ean|gtin|upc|sku|doi|orcid|rfc|imei|bic|swift|konto|kontonummer|kto|blz|trr|hesap|account"
    r"|card|kart|kredi kartı|order|sipariş|bestell\w*|naročil\w*|fatura|invoice|rechnung\w*|račun\w*|barkod|barcode"
    r"|seri|serial|serien\w*|serijsk\w*|sicil|vergi|vkn|tckn|t\.?c\.?|kimlik|mersis|hrb|hra|ust-?id\w*|steuer\w*"
    r"|davčn\w*|matičn\w*|emšo|ref|reference|referans|ticket|tracking|takip|kargo|id|uid|patent|model|part|artikel\w*"
    r"|ürün|item|lot|plz|posta kodu|zip|version|sürüm|build|kod|code|koda|nüfus|population|toplam|total|sum"
    r"|coordinates?|koordinat\w*|belge|dosya|file|protokol|license|lisans|ruhsat|tapu|abone|müşteri n\w+|customer n\w+"
    r"|kundennummer|member|üye|bağış|parsel|ada)\b[^.!?\d]{0,16}$",
    re.IGNORECASE,
)
"""A number of something else follows."""

MONEY_BEFORE = re.compile(r"(?:[$€£₺¥]|\b(?:tl|try|eur|usd|gbp|chf)\b)\s?$", re.IGNORECASE)
UNIT_BEHIND = re.compile(
    r"\s?(?:[$€£₺¥%°]|(?:tl|try|eur|usd|gbp|chf|lira|euro|dolar|dollars?|km|kg|m²|m2|mm|cm|gb|mb|kb|adet|stück|kom|kişi|people"
    r"|px|ms|kwh|kw|mw|ton|tonnes|mio|million|milyon|milyar|bin)\b)",
    re.IGNORECASE,
)
DATE = re.compile(
    r"\(?(?:(?:[0-3]?\d)[./-]\s?(?:[01]?\d)[./-]\s?(?:(?:19|20)\d\d|\d\d)(?!\d)|(?:19|20)\d\d[./-](?:[01]?\d)[./-](?:[0-3]?\d)(?!\d)"
    r"|(?:19|20)\d\d\s?[-–/]\s?(?:19|20)\d\d(?!\d)|(?:19|20)\d\d(?: (?:19|20)\d\d)+(?!\d))"
)
"""Days, and years beside years."""
