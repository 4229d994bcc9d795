"""Turkish places and persons, in the spelling of the index: words that the prefix-match stemmer leaves as they are.

Provinces, many districts, and first names; facts, put together for this project. A job adds its own in the table that
`analysis.own_words` names.
"""

from __future__ import annotations

_PLACES = """
    adana adıyaman afyonkarahisar ağrı aksaray amasya ankara antalya ardahan artvin aydın balıkesir bartın
    batman bayburt bilecik bingöl bitlis bolu burdur bursa çanakkale çankırı çorum denizli diyarbakır düzce
    edirne elazığ erzincan erzurum eskişehir gaziantep giresun gümüşhane hakkari hatay ığdır ısparta istanbul
    izmir kahramanmaraş karabük karaman kars kastamonu kayseri kilis kırıkkale kırklareli kırşehir kocaeli
    konya kütahya malatya manisa mardin mersin muğla muş nevşehir niğde ordu osmaniye rize sakarya samsun
    siirt sinop sivas şanlıurfa şırnak tekirdağ tokat trabzon tunceli uşak van yalova yozgat zonguldak aladağ
    ceyhan çukurova feke imamoğlu karaisalı karataş kozan pozantı saimbeyli seyhan tufanbeyli yumurtalık
    yüreğir sarıçam besni çelikhan gerger gölbaşı kahta samsat sincik tut bolvadin dinar emirdağ sandıklı
    sultandağı şuhut diyadin doğubayazıt eleşkirt hamur patnos taşlıçay tutak ağaçören eskil gülağaç güzelyurt
    ortaköy sarıyahşi göynücek gümüşhacıköy hamamözü merzifon suluova taşova akyurt altındağ ayaş balâ
    beypazarı çamlıdere çankaya çubuk elmadağ etimesgut evren güdül haymana kalecik kazan keçiören
    kızılcahamam mamak nallıhan polatlı pursaklar sincan şereflikoçhisar yenimahalle akseki aksu alanya demre
    döşemealtı elmalı finike gazipaşa gündoğmuş ibradı kaş kemer kepez konyaaltı korkuteli kumluca manavgat
    muratpaşa serik çıldır damal göle hanak posof ardanuç arhavi borçka hopa murgul şavşat yusufeli bozdoğan
    çine didim efeler germencik incirliova karacasu karpuzlu koçarlı köşk kuşadası kuyucak nazilli söke
    sultanhisar yenipazar altıeylül ayvalık balya bandırma bigadiç burhaniye dursunbey edremit erdek gömeç
    gönen havran ivrindi karesi kepsut manyas marmara savaştepe sındırgı susurluk amasra kurucaşile ulus
    beşiri gercüş hasankeyf kozluk sason bozüyük gölpazarı inhisar osmaneli pazaryeri söğüt adaklı genç
    karlıova kiğı solhan yayladere yedisu adilcevaz ahlat güroymak hizan mutki tatvan dörtdivan gerede göynük
    kıbrıscık mengen mudurnu seben yeniçağa ağlasun altınyayla bucak çavdır çeltikçi gölhisar karamanlı
    tefenni yeşilova gemlik gürsu harmancık inegöl iznik karacabey keles kestel mudanya mustafakemalpaşa
    nilüfer orhaneli orhangazi osmangazi yenişehir yıldırım ayvacık bayramiç biga bozcaada çan eceabat ezine
    gelibolu gökçeada lâpseki bayramören eldivan ilgaz kızılırmak kurşunlu orta şabanözü yapraklı alaca bayat
    boğazkale dodurga iskilip kargı laçin mecitözü oğuzlar osmancık sungurlu uğurludağ acıpayam babadağ baklan
    bekilli beyağaç bozkurt buldan çal çameli çardak çivril güney honaz kale merkezefendi pamukkale sarayköy
    serinhisar tavas bağlar bismil çermik çınar çüngüş dicle eğil ergani hani hazro kayapınar kocaköy kulp
    lice silvan sur akçakoca cumayeri çilimli gölyaka gümüşova kaynaşlı yığılca enez havsa ipsala keşan
    lalapaşa meriç süloğlu uzunköprü ağın alacakaya arıcak baskil karakoçan keban kovancılar maden palu
    sivrice çayırlı iliç kemah kemaliye otlukbeli refahiye tercan üzümlü aşkale aziziye çat hınıs horasan
    ispir karaçoban karayazı köprüköy narman oltu olur palandöken pasinler pazaryolu şenkaya tekman tortum
    uzundere yakutiye odunpazarı tepebaşı sivrihisar mihalıççık seyitgazi araban islahiye karkamış nizip
    nurdağı oğuzeli şahinbey şehitkamil yavuzeli alucra bulancak dereli espiye eynesil görele keşap piraziz
    şebinkarahisar tirebolu kelkit köse kürtün şiran torul çukurca şemdinli yüksekova altınözü antakya arsuz
    belen defne dörtyol erzin hassa iskenderun kırıkhan kumlu payas reyhanlı samandağ yayladağı aralık
    karakoyunlu tuzluca atabey eğirdir gelendost keçiborlu senirkent sütçüler şarkikaraağaç uluborlu yalvaç
    adalar arnavutköy ataşehir avcılar bağcılar bahçelievler bakırköy başakşehir bayrampaşa beşiktaş beykoz
    beylikdüzü beyoğlu büyükçekmece çatalca çekmeköy esenler esenyurt eyüpsultan fatih gaziosmanpaşa güngören
    kadıköy kağıthane kartal küçükçekmece maltepe pendik sancaktepe sarıyer silivri sultanbeyli sultangazi
    şile şişli tuzla ümraniye üsküdar zeytinburnu aliağa balçova bayındır bayraklı bergama beydağ bornova buca
    çeşme çiğli dikili foça gaziemir güzelbahçe karabağlar karaburun karşıyaka kemalpaşa kınık kiraz konak
    menderes menemen narlıdere ödemiş seferihisar selçuk tire torbalı urla safranbolu ermenek bodrum dalaman
    datça fethiye köyceğiz marmaris milas ortaca ula yatağan ürgüp göreme avanos akhisar alaşehir salihli soma
    turgutlu tarsus silifke anamur erdemli mut
"""
_PERSONS = """
    abdullah abdurrahman adem adnan ahmet akın ali alper arda arif asım ata atakan atilla aydın ayhan aykut
    aytaç aziz bahadır baran barış bayram berat berk berkay bilal birol bora burak bülent can cem cemal cengiz
    cenk cevdet ceyhun cihan çağatay çağlar çağrı çetin deniz derya doğan doğukan doruk ediz efe ege ekrem
    emin emir emrah emre ender engin enis ercan erdal erdem erdinç erdoğan eren ergin ergün erhan erkan erol
    ersin ertan ertuğrul ethem eyüp fahri faruk fatih ferhat ferit fevzi fikret fuat furkan galip gökhan
    gökmen görkem gürkan güven hakan haldun halil haluk hamdi hamit hamza harun hasan haydar hayri hıdır
    hikmet hilmi hüseyin ibrahim idris ihsan ilhan ilker ilyas ismail ismet ishak izzet kaan kadir kamil kaya
    kazım kemal kenan kerem kerim koray korkut kubilay kurtuluş kutlu levent lütfi mahmut mehmet melih mert
    mesut mete metin mevlüt mikail muammer muhammed muhammet muharrem muhittin murat musa mustafa mümtaz münir
    nazım necati necdet necip nedim nejat nevzat nihat nuri oğuz oğuzhan okan oktay olcay onur orçun orhan
    osman ozan ömer önder özcan özer özgür özkan polat ragıp rahmi ramazan rasim recai recep refik remzi reşat
    rıdvan rıfat rıza sabri sacit sadık sait salih samet sami sedat sefa selahattin selami selçuk selim semih
    serdar serhat serkan sermet sezai sezer sinan suat süleyman şaban şahin şakir şenol şeref şükrü tahir
    tahsin talat tamer taner tarık tayfun tayyip tekin teoman tevfik timur tolga tuğrul tunç turan turgay
    turgut turhan ufuk uğur umut ümit ünal vahit vedat veli veysel volkan yahya yakup yalçın yaman yasin yaşar
    yavuz yener yiğit yıldıray yılmaz yunus yusuf yücel yüksel zafer zekeriya zeki ziya afife ahu ajda alev
    aliye aslı asuman aslıhan asya ayça ayfer ayla aylin aynur ayse ayşe ayşegül ayşen ayten azra bahar banu
    başak begüm belgin bengü bennur beren berfin beril berna berrin betül beyza bilge bircan birgül buket
    burcu buse canan canset cansu ceren ceyda çağla çiğdem çisem damla defne demet didem dilara dilek duygu
    ebru ece ecem eda edanur ela elanur elçin elif elmas emel emine esin esma esra eylül ezgi fadime fatma
    feride ferda feyza fidan figen filiz fulya funda gamze gizem gonca gökçe gül gülay gülben gülcan gülçin
    gülden gülen gülhan gülin gülizar gülnur gülsüm gülşah gülşen günay güneş güzin hacer hafize hale halide
    halime handan hande hanife hatice hayriye hazal hicran hilal hülya ilayda ilkay inci ipek irem iştar jale
    kadriye kamile kardelen kader kezban kübra lale leman leyla lütfiye makbule mediha mehtap melahat melek
    melike melis melisa meltem merve meryem mine miray mualla muazzez mukaddes müge müjde münevver münire
    nagehan naciye nalan naz nazan nazlı nazlıcan nebahat nehir neriman nermin neslihan nesrin neşe nevin nida
    nihal nihan nil nilay nilgün nilüfer nimet nur nuran nuray nurcan nurdan nurgül nurhan nursel nurşen olca
    oya ömür özge özlem özgül pakize pelin perihan pınar rabia rana rengin reyhan rukiye rüya sabiha sabriye
    safiye sahra saliha sanem saniye seda sedef seher selda selin selma selvi sema semra semiha senem serap
    seray serpil sevda sevgi sevil sevim sevinç sezen sibel sıla simge sinem songül suna şebnem şehnaz şengül
    şerife şermin şeyma şirin şule şükran tansu tuba tuğba tuğçe tülay tülin türkan ülkü ümmühan vildan
    yasemin yağmur yeliz yeşim yıldız zehra zeliha zerrin zeynep zuhal zübeyde zümra
"""

PLACES = frozenset(_PLACES.split())
PERSONS = frozenset(_PERSONS.split())
