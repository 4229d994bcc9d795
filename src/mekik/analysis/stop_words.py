"""Words that say nothing about what a page is about, by language, in the spelling of the index."""

from __future__ import annotations

_TEXTS = {
    "tr": """
    acaba ama ancak artık asla aslında ayrıca az bana bazen bazı belki ben beni benim beri bile bin bir biri birkaç
    birçok biz bize bizi bizim bu buna bunda bundan bunlar bunu bunun burada böyle bütün da daha dahi de defa değil
    diğer diye dolayı doğru dört edecek eden ederek edilen ediliyor edilmesi ediyor eğer elbette en etmek etmesi
    etti ettiği fakat falan gelen gerek gibi göre gün hala halen hangi hatta hem henüz hep hepsi her herhangi herkes
    hiç hiçbir iki ile ilgili ise işte itibaren için içinde kadar karşı kendi kendine kendini kez ki kim kimse mi mı
    mu mü nasıl ne neden nedenle nerede nereye niye niçin o olan olarak oldu olduğu olduğunu olmak olması olmayan
    olsa olsun olup olur olursa oluyor on ona ondan onlar onları onların onu onun orada oysa öyle önce önceki sadece
    sanki sen senin siz sizin son sonra söyle şey şeyler şimdi şu şöyle tam tarafından tüm üç üzere üzerinde var
    vardı ve veya ya yani yapılan yapılması yapıyor yapmak yaptı yaptığı yedi yer yeni yine yok yoksa yıl zaten et
    ol yap ver gel git al çık de söyle iste kal gör bul koy dur bil ara zaman büyük küçük ilk iyi çok bugün dün
    yarın
    """,
    "en": """
    a about above after again against all almost also although always am among an and another any anyone are around
    as at away back be became because become been before being below between both but by came can cannot come could
    day did do does doing done down during each either else enough even ever every few first for from further get
    gets give go goes going gone good got had has have having he her here hers herself him himself his how however i
    if in instead into is it its itself just keep kept know last later least less let like made make makes many may
    me might more most much must my myself never new next no nor not nothing now of off often old on once one only
    or other others our ours out over own part people per put quite rather really said same say says see seen
    several shall she should since so some something still such take than that the their theirs them themselves then
    there these they thing things this those though three through time to together too took toward two under until
    up upon us use used using very want was way we well went were what when where whether which while who whole whom
    whose why will with within without would year yes yet you your yours
    """,
    "de": """
    aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bin bis bist da
    dabei dadurch daher damit dann daran darauf daraus darf darin das dass dazu dein dem den denn der deren des
    dessen die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines einige
    einmal er es etwa etwas euch euer für gegen gewesen ganz geht gibt gut hab habe haben hat hatte hatten hier hin
    hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in indem ins ist ja jahr jahre jede jedem jeden
    jeder jedes jener jetzt kann kein keine keinem keinen keiner können könnte machen man manche mehr mein meine
    mich mir mit muss nach nicht nichts noch nun nur ob oder ohne schon sehr sein seine seinem seinen seiner seit
    selbst sich sie sind so solche soll sollte sondern sonst über um und uns unser unter viel vom von vor wann war
    waren warum was weil welche welcher wenn wer werden wie wieder will wir wird wo wollen wurde wurden würde zu zum
    zur zwar zwei zwischen
    """,
    "fr": """
    a ai ainsi alors au aucun aussi autre autres aux avant avec avoir bien c ce cela celle celui ces cet cette ceux
    chaque chez comme contre d dans de depuis des deux donc dont du elle elles en encore entre est et été être eu
    fait faire fois font il ils j je jour jusque l la le les leur leurs lorsque lui m ma mais me même mes moins mon
    n ne ni non nos notre nous on ont ou où par parce pas pendant peu peut plus pour pourquoi près qu quand que quel
    quelle qui quoi s sa sans se ses si son sont sous sur t ta tandis te tes ton toujours tous tout toute toutes tu
    un une vers voici vos votre vous y étaient était an ans
    """,
    "es": """
    a al algo algunos ante antes años año aquí así aún aunque bajo bien cada casi como con contra cual cuando cómo
    de del desde donde dos durante e el él ella ellas ellos en entre era eran es esa ese eso esta estaba están estar
    este esto estos fue fueron ha había hace hacer han hasta hay la las le les lo los luego más me menos mi mientras
    misma mismo mucho muy nada ni no nos nosotros o otra otro otros para parte pero poco por porque pues que qué
    quien se sea según ser si sí sido sin sobre son su sus también tan tanto te tiempo tiene todo todos tras tu un
    una uno unos y ya yo
    """,
    "it": """
    a ad agli ai al alla alle allo anche ancora anni anno avere aveva c che chi ci ciò col come con contro così cui
    da dagli dai dal dalla dalle degli dei del della delle dello di dopo dove due durante e è ed era erano essere fa
    fare fra fu gli ha hanno ho i il in io la le lei li lo loro lui ma me mentre mi molto negli nei nel nella nelle
    no noi non nostro o ogni oltre ora per perché però più poi possono prima proprio può qua quale quando quanto
    quasi quella quello questa questo qui se sempre senza si sia solo sono sopra sotto sua sue sugli sul sulla suo
    suoi tra tu tutti tutto un una uno vi voi
    """,
    "sl": """
    a ali bi bil bila bilo biti bo bodo brez da dan danes do dokler drug drugi dva en ena enega eno ga gre h hkrati
    ho i ima imajo in iz ja jaz je jih jim ji jo k kadar kaj kako kakor kar kateri kdo kdor ker ki kje ko kot koliko
    le lahko leto leta ličkaj ma me med mi mimo mnogo mora moja moj mu na nad naj najbolj nam nas naš ne nekaj
    nekateri ni nič nihče njega njegov njen njih nje o ob od okoli oba pa po pod potem povsod pred prav preden preko
    pri prvi s sam samo se sebe sedaj sem si sicer skozi še so sta ste svoj svoje ta tak tako takrat tam te tega tem
    ti tista tisto to tod toda torej tu tudi tukaj tvoj v vas več ves vendar vi vsa vsak vse vsi z za zakaj zaradi
    zato že
    """,
}

STOP_WORDS: dict[str, frozenset[bytes]] = {
    language: frozenset(text.encode().split()) for language, text in _TEXTS.items()
}
