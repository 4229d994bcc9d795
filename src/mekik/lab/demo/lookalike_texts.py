"""What the pages of `lookalikes.py` say: titles and sentences with places for words."""

from __future__ import annotations

from typing import NamedTuple

MONTHS = ("Ocak", "Şubat", "Mart", "Nisan", "Mayıs", "Haziran",
          "Temmuz", "Ağustos", "Eylül", "Ekim", "Kasım", "Aralık")  # fmt: skip
KINDS = {"recel": "Reçeller", "peynir": "Peynirler", "sepet": "Sepetler", "sabun": "Sabunlar", "kilim": "Kilimler"}
THINGS = {"recel": "reçeli", "peynir": "peyniri", "sepet": "sepeti", "sabun": "sabunu", "kilim": "kilimi"}
VILLAGES = {
    "yukari-dere": "Yukarı Dere", "tas-oluk": "Taşoluk", "kuz-yaka": "Kuzyaka", "ak-pinar": "Akpınar",
    "kara-agac": "Karaağaç", "eski-harman": "Eski Harman", "demirci": "Demirci", "yel-tepe": "Yeltepe",
}  # fmt: skip

_PEOPLE = ("Nurten Hanım", "Sabri Bey", "Aylin", "Kerim Usta", "Meliha Teyze", "Orhan", "Sevgi Öğretmen", "Tarık Dayı")
_PLACES = ("çınarın altında", "muhtarlığın bahçesinde", "eski postanede", "kapalı çarşıda", "okulun salonunda",
           "fırının karşısında", "yokuş başındaki evde", "spor alanında")  # fmt: skip
_TIMES = ("cumartesi sabahı", "pazar öğleden sonra", "perşembe akşamı", "bayramdan önce", "hafta içi her gün",
          "ilk yağmurdan sonra", "okul çıkışında", "gün batarken")  # fmt: skip


class Texts(NamedTuple):
    titles: tuple[str, ...]
    sentences: tuple[str, ...]
    slots: dict[str, tuple[str, ...]]


NOTICES = Texts(
    titles=(
        "satılık {thing}", "kiralık {thing}", "kayıp: {thing}", "bulunan {thing}", "aranıyor: {thing}",
        "takas edilir {thing}", "ücretsiz {thing}", "onarılır: {thing}",
    ),
    sentences=(
        "Görmek isteyenler {time} gelebilir, kapı zili çalışmıyor.",
        "{person} bu işe yirmi yıl önce bir komşunun ısrarıyla başladı.",
        "Üzerinde küçük bir çizik var, fotoğrafta belli olmuyor.",
        "Pazarlık payı bırakılmadı çünkü fiyatı zaten torunlar belirledi.",
        "Taşıma alana aittir, iki kişi ve bir el arabası yeter.",
        "Eskiden {place} dururdu, geçen kış içeri alındı.",
        "Yerine bir kasa elma ya da sağlam bir merdiven de olur.",
        "Haber vermek için {place} asılı kutuya not bırakın.",
        "Bir yanı boyandı, öteki yanı merakla bekliyor.",
        "Kullanma kılavuzu yok ama {person} seve seve anlatır.",
        "Yağmurda kalmamıştır, güneşte biraz solmuştur.",
        "{time} arayanlara çay da var.",
        "Mahallede başka bir eşi bulunmuyor, olsa biz de görürdük.",
        "Parçaları eksiksizdir, fazladan iki vida bile çıktı.",
        "İlk soran alır, ikinci soran adını deftere yazdırır.",
        "{person} ayrılırken üzülecek ama evde yer kalmadı.",
        "Ölçüleri kapı kasasından geçecek kadardır, denendi.",
        "Depoda {time} bulunan biri mutlaka vardır.",
        "Çalıştığı gösterilmeden para alınmaz.",
        "Bir gün bile ödünç verilmemiştir, buna komşular tanıktır.",
        "Yanında örtüsü ve yedek ayağı da verilir.",
        "Arka yüzünde eski sahibinin adı kazılıdır.",
        "Satıştan gelen para okul gezisine ayrılacak.",
        "Rengi için tartışma çıktı, biz ona fıstık yeşili diyoruz.",
    ),
    slots={
        "thing": ("ceviz masa", "çocuk bisikleti", "bahçe hortumu", "dikiş makinesi", "kanarya kafesi", "gaz sobası",
                  "ansiklopedi takımı", "kamp çadırı", "bakır kazan", "salıncak", "daktilo", "balık oltası",
                  "patates çuvalı", "sandal küreği", "gece lambası", "duvar saati"),
        "person": _PEOPLE, "place": _PLACES, "time": _TIMES,
    },
)  # fmt: skip

EVENTS = Texts(
    titles=(
        "{subject} gecesi", "{subject} şenliği", "çocuklarla {subject}", "{subject} söyleşisi", "{subject} atölyesi",
        "ustasından {subject}", "{subject} yarışması", "{subject} sergisi",
    ),
    sentences=(
        "Kapılar yarım saat önce açılacak, geç kalan ayakta kalır.",
        "{person} geçen yıl yarım bıraktığı yerden başlayacak.",
        "Yanınızda bir minder ve sıcak tutan bir hırka getirin.",
        "Buluşma {place}, yağmur yağarsa içeri geçilecek.",
        "Katılmak ücretsiz, çıkışta isteyen kumbaraya bir şey atar.",
        "Gönüllüler sandalyeleri {time} dizmeye başlıyor.",
        "Bütün araç gereci dernek sağlıyor, eldivenler hariç.",
        "Sonunda herkes kendi yaptığını eve götürebilecek.",
        "İlk bölümde anlatılacak, ikinci bölümde denenecek.",
        "Sesi kısılan sunucunun yerine bu kez {person} çıkıyor.",
        "En küçük katılımcı altı, en büyüğü seksen bir yaşındaydı.",
        "Fotoğraf çekmek serbest, flaş kullanmak değil.",
        "Arada gözleme ve ayran dağıtılacak.",
        "Yer sınırlı olduğu için adlar {place} yazılıyor.",
        "Kazanana bir kavanoz bal ve bir yıl boyunca övünme hakkı verilecek.",
        "Son otobüsün saati kapıdaki tahtada yazılı.",
        "Geçen seferki izdiham yüzünden bu kez iki oturum var.",
        "Malzeme listesi afişin arkasına basıldı.",
        "Misafir usta {person}, yol parasını almadan geliyor.",
        "Salonun perdeleri nihayet takıldı.",
        "Sunum bitince sorular şapkadan çekilecek.",
        "Erken gelenler provayı da izleyebilir.",
        "Hava kararınca bahçedeki ampuller yakılacak.",
        "Kayıt {time} başlıyor ve bir saatte doluyor.",
    ),
    slots={
        "subject": ("gölge oyunu", "uçurtma", "ebru", "halk oyunu", "masal", "yıldız gözlemi", "ekmek", "tohum takası",
                    "bağlama", "fotoğraf", "kuş gözlemi", "turşu", "ahşap oyma", "şiir"),
        "person": _PEOPLE, "place": _PLACES, "time": _TIMES,
    },
)  # fmt: skip

GOODS = Texts(
    titles=(
        "{person} imzalı",
        "{season} yapımı",
        "{season} ayından, {person} elinden",
        "{person} usulü, {season}",
        "azıcık kalan, {person}",
    ),
    sentences=(
        "Tartısı el terazisiyle yapılır, hep biraz fazla gelir.",
        "{person} tarifi annesinden almış, bir satırını kimseye söylemiyor.",
        "Serin ve kuru yerde {season} sonuna kadar dayanır.",
        "Kavanoz, kutu ya da ip geri getirilirse indirim yapılır.",
        "Köyün dışında yalnız bizim rafta bulunur.",
        "İçine ne konduğunu soran herkese kapısı açıktır.",
        "Geçen ürün {time} tükenmişti, bu kez iki katı yapıldı.",
        "Rengi havaya göre değişir, tadı ya da dokusu değişmez.",
        "Üretimi {person} ile iki komşusu paylaşıyor.",
        "Taşıyan minibüs {time} yola çıkar.",
        "Denemek isteyenler için küçük boyu da var.",
        "Etiketi torunu çizdi, harfler bu yüzden yokuş yukarı gider.",
        "Siparişte ad ve kapı numarası yeterlidir.",
        "Geliri köy çeşmesinin onarımına gidecek.",
        "Ambalajında plastik kullanılmaz, kâğıt ve keten yeter.",
        "Bir evin günlük emeğinden ancak üç tane çıkar.",
        "Toptan isteyenlerle {person} ayrıca konuşur.",
        "Mevsimi geçince rafı boş kalır, boş rafa kızılmaz.",
    ),
    slots={"person": _PEOPLE, "season": ("yaz", "güz", "kış", "bahar", "kiraz ayı", "bağ bozumu"), "time": _TIMES},
)

MINUTES = Texts(
    titles=("{topic} üzerine görüşme", "{topic} kararı", "{topic} için ikinci oturum", "{topic} ve dilekler"),
    sentences=(
        "Toplantı {place} yapıldı, on dört üyeden on biri geldi.",
        "{person} söz alarak geçen yılki sözü anımsattı.",
        "Öneri yedi oya karşı dört oyla kabul edildi.",
        "Bütçeden ayrılan para yetmediği için iş ikiye bölündü.",
        "İtiraz edenler görüşlerini {time} yazılı olarak verecek.",
        "Keşif için üç kişilik bir kurul seçildi.",
        "Belediyeye gönderilen yazının yanıtı beklenmeden ölçüm yapılacak.",
        "Gürültüden yakınanlarla esnaf aynı masada dinlendi.",
        "Tutanak okunurken iki yerde düzeltme istendi.",
        "{person} masrafın yarısını dükkân komşuları adına üstlendi.",
        "Konu yeniden {time} ele alınacak.",
        "Gönüllü yazılanların sayısı ilk kez otuzu geçti.",
        "Oylama kapalı yapıldı, sandığı en genç üye açtı.",
        "Başkan, çayların soğuduğunu söyleyerek oturumu kapattı.",
        "Ölçülen uzunluk plandakinden iki adım kısa çıktı.",
        "Dilekçelerin on biri aynı el yazısıyla gelmişti.",
        "Masraf çizelgesi duvara asılıp bir hafta bekletilecek.",
        "Komşu semtin deneyimi {person} tarafından aktarıldı.",
    ),
    slots={
        "topic": ("kaldırım taşları", "park çeşmesi", "sokak aydınlatması", "otopark çizgileri", "çöp saatleri",
                  "pazar yerinin yönü", "ağaç budama", "duvar resmi", "durak yeri", "kütüphane rafları",
                  "bayram süsleri", "kuş yuvaları"),
        "person": _PEOPLE, "place": _PLACES, "time": _TIMES,
    },
)  # fmt: skip
