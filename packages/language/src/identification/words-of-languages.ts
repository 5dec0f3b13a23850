import { englishStopWords, germanStopWords, swedishStopWords } from '../stop-words.ts'

/**
 * Frequent words of the languages in Latin letters, and words of customers that set apart languages which are near to each
 * other. A word may stand in several lists: then it tells nothing between those.
 */
const latinWords: Record<string, string> = {
  en: `long order orders ordered parcel package delivery delivered refund money broken where's what's i'm don't doesn't can't ship shipping
    price cost size warranty invoice account password want like still never always new use using work works working does website reset status phone shipping shipment replacement repair repairs question help delivery free contact store shop good morning evening day days week weeks sorry`,
  sv: `är och jag inte mitt min paket köp köpa köpte beställt beställning beställningen pengar pengarna tillbaka lösenord faktura
    storlek hemsida garantin leverans leveransen levereras arbetsdagar veckor vecka månad god morgon kväll fungerar vilket vilken går gick få fick gjort göra vill ingen skickat fortfarande tiden väntar bytte byta byt kort frakt frakten lång länge
    stor pris priset skicka skickar använda använder använd öppet öppettider dag dagar hemma betala betalat betalning kund`,
  no: `jeg ikke er og det en ei et denne dette disse hele på som til av med for den har vi å om hva hvor hvordan hvorfor når hvem hvilken hvilket hvilke noen noe ingen
    meg deg dere deres min mitt mine din ditt dine sin kan kunne vil ville skal skulle må måtte blir ble bli være vært var også eller men hvis fra etter
    bare nå her der veldig mye mer så at de dem han hun oss vår vårt våre jeg vennligst takk hei fortsatt tilbake pengene pengar ordre bestilling
    bestillingen bestilt pakken pakke garantien levert levering levere faktura passord passordet kjøp kjøpe kjøpt nettside nettsiden nettbutikk
    virker fungerer fått får gjøre gjort gikk går ødelagt sendt sende sender størrelse fraktet frakten frakt koster betale betalt betaling kort kortet ingen to
    penger hjelp hjelpe dag dager uke uker lang lenge åpent åpningstider ut inn krasjer nullstiller alltid noensinne ennå enda siden mellom uten begge hver hvert mitt kom kommet mot
    hjelpe bruk bruke bruker sette finnes mangler mottatt motta returnere bytte gammel ny nytt vare varen varer butikk butikken konto kontoen melding først siste beløp reklamasjon feil skjerm lading lader åpne lukke ønsker tror vet forstår sier vise slette endre endret noensteds nylig igjen gjenstår fremdeles nok`,
  da: `jeg ikke er og det en et denne dette disse hele på som til af med for den har vi at om hvad hvor hvordan hvorfor hvornår når hvem hvilken hvilket hvilke nogen noget ingen
    mig dig jer jeres min mit mine din dit dine sin kan kunne vil ville skal skulle må måtte bliver blev blive være været var også eller men hvis fra efter
    kun nu her der meget mere så de dem han hun os vores venligst tak hej stadig tilbage pengene penge ordre bestilling bestillingen bestilt pakken
    pakke leveret levering levere faktura adgangskode kodeord køb købe købt hjemmeside hjemmesiden virker fungerer fået får gøre gjort gik går gået
    stykker sendt sende sender størrelse fragten fragt koster betale betalt betaling kort kortet to hjælp hjælpe dag dage uge uger lang længe åbent
    åbningstider ud ind endnu siden mellem uden begge hver hvert kom kommet gerne have giver tage taget mod imod lige hedder bestille bestilte altid nulstiller ned model
    hjælpe brug bruge bruger sætte findes mangler modtaget modtage returnere ombytte bytte gammel ny nyt vare varen varer butik butikken konto kontoen mail besked først sidste denne uge mandag beløb reklamation fejl virke hvorfra hvortil tidspunkt skærm opladning oplader åbne lukke ønsker nemlig tror ved ikke forstår siger vise slette slettes ændre ændret`,
  de: `ist das paket bestellung lieferung geld zurück garantie passwort rechnung größe versand kaputt liefern geliefert funktioniert bestellt
    kosten kostet lange immer karte konto möchte gekauft erhalten gerät lang frage fragen hilfe guten morgen abend tag tage grüße woche wochen werktage`,
  nl: `de het een en van ik is niet dat die in te op met voor zijn was aan er maar om ook als dan bij nog of uit naar heb heeft hebben mijn jouw uw
    je jij jullie u wij we ze zij hij haar hun ons onze wat waar wanneer hoe waarom wie welke kan kunnen kunt kun wil willen zou moet moeten mag wordt worden
    geen deze dit daar hier al door over tot graag alstublieft dank bedankt hallo pakket bestelling besteld levering geleverd bezorgd geld terug
    garantie wachtwoord factuur maat verzending kapot werkt werken krijgen kreeg gekregen ben bent steeds altijd nooit twee keer kost kosten lang
    kopen gekocht betaald betaling rekening kaart winkel dagen retour retourneren vergeten ontvangen sturen gestuurd`,
  af: `die is nie en van ek het 'n in te op met vir wat dit my jy jou julle hulle ons sy hy haar was aan maar om ook as dan by nog of uit na wees word
    hoe waar wanneer hoekom wie watter kan kon wil sou moet mag geen hierdie daardie daar hier al deur oor tot asseblief dankie steeds hallo pakkie bestelling
    bestel aflewering afgelewer geld terug waarborg wagwoord faktuur grootte gebreek werk kry gekry steeds altyd nooit twee keer kos lank koop gekoop
    betaal betaling rekening kaart winkel dae hoeveel praat hê wees ontvang stuur gestuur baie
    nodig werk werkte gekoop ontvang gestuur teruggestuur ruil prys betaling rekening bladsy winkel dag week grootte produk handleiding herstel maand jaar daar hier nou toe alles elke ander nuwe hierdie daardie omdat asook julle hulle waarom hoekom kyk sien gaan hulp help moenie iets niks iemand graag stel toestel heeltyd battery model`,
  fr: `le la les l un une des du de d et est à a au aux en que qu qui quoi dont où je j tu il elle on nous vous ils elles ne n pas plus mon ma mes ton ta tes
    son sa ses notre nos votre vos leur leurs ce c cet cette ces se s me m te t y pour par sur sous dans avec sans chez entre mais ou donc si comme quand
    comment combien pourquoi quel quelle quels quelles puis-je puis peux peut pouvez pouvons veux voulez voudrais suis es êtes sont était être été ai as avez
    avons ont avoir fait faire faut très bien tout tous toute encore toujours jamais déjà aussi ici merci bonjour colis commande commandé livraison livré
    remboursement remboursé garantie taille facture compte cassé marche jours prix coûte carte mot passe reçu acheté payer envoyer avant après rien`,
  es: `el la los las un una unos unas de del y e es en que qué quién cuál cuáles cuándo cuánto cuánta cuántos cómo dónde por para con sin sobre a al no sí se
    me te le les lo nos os mi mis tu tus su sus nuestro nuestra vuestro yo tú él ella usted ustedes ellos pero o u si como más muy ya aún todavía también
    está están estoy estaba ser soy son era fue ha han he hemos haber hay tengo tiene tienen tienes puedo puede pueden puedes quiero quiere quisiera
    hacer hago hacen hecho este esta esto estos estas ese esa eso todo todos nada nunca siempre desde hasta cuando donde porque gracias hola favor pedido
    paquete envío envíos entrega dinero reembolso garantía talla contraseña factura cuenta tarjeta roto rota funciona cuesta días precio dos veces comprar llegado recibido
    necesito compré comprado enviar enviado devolver cambiar precio pago página tienda día semana siempre producto instrucciones reparación mes año allí aquí ahora después cada otro nuevo nueva vuestra aparato móvil`,
  pt: `o a os as um uma uns umas de do da dos das e é em no na nos nas que quê quem qual quais quando quanto quanta quantos como onde por para pra com sem sobre ao
    à aos às não sim se me te lhe lhes nós vos meu minha meus minhas seu sua seus suas teu tua nosso nossa vosso vossa eu tu ele ela você vocês eles mas ou mais muito
    já ainda também está estão estou estava ser sou são era foi fui há tenho tem têm posso pode podem quero quer gostaria fazer faço fazem feito este esta isto esse
    essa isso tudo todos nada nunca sempre desde até pelo pela porque obrigado obrigada olá oi favor pedido encomenda pacote envio entrega dinheiro
    reembolso garantia tamanho senha palavra-passe fatura conta cartão partida quebrado quebrada funciona custa dias preço duas vezes comprar chegou recebi volta
    preciso comprei enviar enviado devolver trocar preço pagamento página loja dia semana sempre tamanho produto instruções conserto mês ano lá aqui agora depois cada outro novo nova vossa vossos porque aparelho celular telemóvel`,
  it: `il lo la i gli le l un uno una di del dello della dei degli delle e ed è in nel nella nei che chi cosa quale quali quando quanto quanta quanti come dove dov perché
    per con senza su sul sulla a al allo alla ai alle da dal dalla non sì si mi ti ci vi ne mio mia miei mie tuo tua suo sua nostro vostro vostra io tu lui lei noi voi
    loro ma o se più molto già ancora anche sono sei siamo siete era essere stato stata ho hai ha abbiamo avete hanno avere posso può potete possono vorrei
    voglio fare faccio fatto questo questa questi quello quella quelle tutto tutti niente mai sempre fino grazie ciao buongiorno favore ordine pacco
    spedizione spedite consegna consegnato soldi rimborso garanzia taglia fattura conto carta rotto rotta funziona costa giorni prezzo due volte c'è arrivato ricevuto`,
  ca: `el la els les l un una uns unes de del dels d i és en que què qui quin quina quan quant quanta com on per amb sense sobre a al als no sí es em et li ens us m t s
    meu meva meus meves teu teva seu seva nostre vostre vostra jo tu ell ella vostè nosaltres però o si més molt ja encara també està estan estic ser sóc soc són
    era ha han he hem heu haver hi tinc té tenen teniu puc pot poden podeu vull vol voldria fer faig fan feu fet aquest aquesta això aquell tot tots res mai sempre
    des fins perquè gràcies hola plau comanda paquet enviament lliurament diners reemborsament garantia talla contrasenya factura compte targeta trencat trencada dues dos vegades arribat rebut dies preu
    necessito funciona comprar comprat enviar envieu tornar torneu canviar preu pagament pàgina botiga dia setmana talla producte instruccions reparació mes any allà aquí ara després tot cada altre nou nova qual quins perquè vostres nostres aquests aquestes dura duren amb aparell`,
  ro: `și si este e sunt suntem nu da un o unui unei de la în din pe cu pentru prin că ce care cine când cum unde cât câtă câte cui mai foarte mult și-a am ai
    are avem aveți au fost fi era eu tu el ea noi voi ei ele mă te îl îi ne vă le mi ți își meu mea mei mele tău ta său sa nostru vostru vostra voastră acest
    această acesta asta pot poți poate puteți vreau vrea dori aș să dar sau dacă încă deja nici nimic niciodată mereu după până mulțumesc bună vă rog comanda comandă
    colet coletul livrare livrarea bani banii înapoi garanție garanția parola factură cont card spart funcționează costă zile preț două ori doi site trimite primit mi-am
    trebuie funcționează cumpăra cumpărat primi trimis returna schimba preț prețul plată plata pagina magazin ziua săptămână întotdeauna mărime mărimea produs produsul instrucțiuni reparație luna an acolo aici acum apoi tot toate fiecare alt nou nouă care voastre vostru noastră deoarece`,
}

/** The same, of languages whose letters or endings set them apart more. */
const moreLatinWords: Record<string, string> = {
  fi: `on ei ja se että en et olen olet ovat oli ole olla mutta tai kun kuin jos niin myös vielä yhä mikä mitä missä mistä milloin miten miksi kuka kenen kuinka
    paljonko minä sinä hän me te he minun minulla minulle minulta minua mun sinun teidän teillä meidän tämä tämän tätä tähän se sen sitä ne voi voin voinko voitteko voiko
    onko haluan haluaisin saan saako saanko pitää ennen jälkeen kanssa ilman kiitos hei moi paketti paketin tilaus tilauksen takuu takaisin rahat lasku salasana toimitus rikki maksaa
    kaksi ostin tilasin toimii saapunut tullut päivää
    tarvitsen tarvitsetko toimi toimivat ostaa osti lähettää lähetätte palauttaa palautus vaihtaa hinta maksu maksaa tili tilini sivu sivusto kauppa päivä viikko aina koko tuote tuotteen ohje korjaus kuukausi vuosi siellä täällä nyt sitten kaikki joka toinen uusi minkä milloinka paljon paljonko teiltä teille meille minne mihin tulee tuli jatkuvasti`,
  et: `on ei ja see et ma sa ta me te nad mina sina minu mu sinu teie meie oma kas mis mida kus kust millal kuidas miks kes kelle kui palju aga või ka veel juba
    olen oled oli olnud olla pole saan saab saate saaks saaksite tahan tahaks soovin võin palun aitäh tere pakk paki tellimus tellimuse tellimust raha tagasi garantii arve
    parool parooli tarne katki maksab kaks korda ostsin tellisin töötab ole pärast enne ilma mul mulle mult selle seda sellele päeva
    vajan töötab tööta osta ostsin saata saatke tagastada vahetada hind makse konto leht pood päev nädal alati suurus toode toote juhend remont kuu aasta seal siin nüüd siis kõik iga teine uus millise meile teile kuni sest kui jälle pidevalt`,
  hu: `a az egy és nem is hogy ez azt ezt de vagy ha van vannak volt lesz lehet kell csak már még meg el ki be fel le mi mit mikor hol hova honnan hogyan miért ki kihez
    mennyi mennyibe milyen melyik én te ő mi ti ők nekem önök tudok tudom tudna tudnának szeretném szeretnék kérem köszönöm szia jó csomag csomagom rendelés rendelésem
    pénz vissza garancia jelszó számla szállítás kerül kétszer mindig soha nincs sem után előtt nap kártya vettem rendeltem
    szeretnék segítség működik vásárolt vásároltam kaptam küldeni küldjék küldjenek kapok visszaküldeni csere cserélni ár ára mennyi fizetés fizetni fiók fiókom oldal bolt nap hét mindig méret termék terméket használati javítás hónap év miért ott itt most utána minden másik új ezek azok nekem nekünk önöknek hogyan lehetséges melyiket mióta meddig mikorra csomagot rendelést`,
  pl: `i w na z do nie się jest są to że o od za po jak co kto kiedy gdzie dlaczego ile czy który która które jaki jaka jakie mój moja moje mojej mnie mi mam masz
    ma mają macie ja ty on ona my wy oni pan pani państwo ale lub albo jeśli już jeszcze nadal też tylko bardzo ten ta te tego tej tym był była było być mogę może możecie można
    chcę chciałbym chciałabym proszę dziękuję dzień dobry cześć paczka paczki zamówienie zamówienia zwrot pieniądze pieniędzy gwarancja hasło hasła faktura fakturę
    wysyłka dostawa kosztuje dwa razy dni dla przez bez przed ciągle
    potrzebuję działa działają kupić kupiłem kupiłam dostałem dostałam wysłać wyślecie zwrócić wymienić cena cenę płatność konto konta strona sklep sklepu dzień tydzień zawsze rozmiar towar produkt instrukcja naprawa reklamacja reklamację miesiąc rok tam tu teraz potem wszystko każdy inny nowy nowa którą żeby gdy bo wasz wasza wasze wam was nam nas moim muszę musi`,
  cs: `a v ve na z ze do ne se moje je jsou to že o od za po jak co kdo kdy kde proč kolik jestli který která které jaký jaká jaké můj má moje mou mého mě mi mám máte
    má mají já ty on ona my vy oni ale nebo pokud už ještě pořád stále také jen velmi ten ta tento tato toto tohoto byl byla bylo být jsem jste můžu můžete může mohu lze
    chci chtěl chtěla prosím děkuji dobrý den ahoj balík balíček zásilka objednávka objednávku objednávky peníze peněz vrácení záruka heslo faktura fakturu
    doprava stojí dvakrát dní pro bez před není přišla přijde
    potřebuji potřebujete fungovat nefunguje funguje koupit koupil koupila dostal dostala poslat pošlete vrátím vrátíte změnit změna cena cenu ceny platba platbu účet účtu stránka obchod obchodu den dny týden kdykoli stále velikost délka zboží výrobek návod oprava reklamace reklamaci měsíc rok proč tam tu teď potom všechno všechny každý jiný nový nová kterou aby když protože kvůli mojí mém váš vaše vám vás nám nás mého musím`,
  sk: `a v vo na z zo do nie sa je sú to že o od za po ako čo kto kedy kde prečo koľko či ktorý ktorá ktoré aký aká aké môj má moje moju môjho ma mi mám máte
    má majú ja ty on ona my vy oni ale alebo ak už ešte stále tiež len veľmi ten tá tento táto toto tohto bol bola bolo byť som ste môžem môžete môže možno
    chcem chcel chcela prosím ďakujem dobrý deň ahoj balík balíček zásielka objednávka objednávku objednávky peniaze peňazí vrátenie záruka heslo faktúra faktúru
    doprava stojí dvakrát dní pre bez pred nie je prišla príde
    potrebujem potrebujete fungovať nefunguje funguje kúpiť kúpil kúpila dostal dostala poslať pošlete vrátim vrátite zmeniť zmena cena cenu ceny platba platbu účet účtu stránka obchod obchodu deň dni týždeň kedykoľvek stále veľkosť dĺžka tovar tovaru výrobok návod oprava reklamácia reklamáciu mesiac rok kým prečo tam tu teraz potom všetko všetky každý iný nový nová prosím ktorú aby keď lebo kvôli mojej mojom váš vaša vaše vám vás nám nás`,
  hr: `i u na s sa iz do ne se je su to da o od za po kako što tko kada kad gdje zašto koliko li koji koja koje kakav kakva moj moja moje moju mojih me mi imam imate
    ima imaju ja ti on ona mi vi oni ali ili ako već još uvijek uvek također samo jako vrlo taj ta ovaj ova ovo ovom bio bila bilo biti sam ste smo mogu možete može možemo nije
    želim htio hoću molim hvala dobar dan bok paket narudžba narudžbu narudžbe novac povrat jamstvo garancija lozinka lozinku račun stalno uređaj
    dostava košta dva puta dana bez prije će ću vam vas stigla stigao
    trebam trebate radi raditi kupiti kupio kupila dobio dobila poslati pošaljete vratiti vratim zamijeniti cijena cijenu plaćanje račun računa stranica trgovina dan tjedan uvijek veličina roba proizvod upute popravak reklamacija mjesec godina zašto tamo ovdje sada onda sve svaki drugi novi nova jer kad vaš vaša vaše vam vas nam nas moram morate gdje kakva dobiti stiže`,
  sr: `i u na s sa iz do ne se je su to da o od za po kako šta ko kada gde zašto koliko li koji koja koje moj moja moje moju me mi imam imate ima ja ti on vi oni ali ili ako već još
    uvek takođe samo ovaj ova ovo bila sam ste smo mogu možete može nije želim hteo hoću molim hvala zdravo pošiljka porudžbina porudžbinu porudžbine novac lozinka šifra račun isporuka dve dva puta dana će ću stigao cena`,
  sl: `in v na s z iz do ne se je so to da o od za po kako kaj kdo kdaj kje zakaj koliko ali kateri nenehno ponastavim napravo katera katero kakšen moj moja moje mojo mojega me mi imam imate
    ima imajo jaz ti on ona mi vi oni vendar pa če že še vedno tudi samo zelo ta ti ta tega temu bil bila bilo biti sem ste smo lahko moram
    želim rad rada bi prosim hvala dober dan živjo paket naročilo naročila denar vračilo garancija geslo račun dostava stane dvakrat dni brez pred
    ni bo boste naj mojim mojo
    potrebujem delovati deluje dela kupiti kupil kupila dobil dobila poslati pošljete vrniti vrnem zamenjati cena ceno plačilo račun računa stran trgovina dan teden vedno velikost blago izdelek navodila popravilo reklamacija mesec leto zakaj tam tukaj zdaj potem vse vsak drug nov nova da ker ko če kje kdaj vaš vaša vaše vam vas nam nas moram morate imeli bila kakšna kakšno katero`,
  lt: `ir yra ne kad su į iš ant per po prie už nuo iki ar kas ką kam kur kada kaip kodėl kiek koks kokia kokią kuris kuri mano man mane jūsų jūs jums aš tu jis ji mes
    jie bet arba jei dar jau vis taip pat tik labai šis ši šiam tai tas buvo būti galiu galite galima noriu norėčiau prašau ačiū labas sveiki siunta užsakymas užsakymo užsakymą
    pinigai pinigus pinigų garantija slaptažodis slaptažodį sąskaita sąskaitą pristatymas kainuoja du kartus dienų dėl be nėra gavau atsiųsti veikia
    reikia veikia neveikia pirkti pirkau užsakiau siųsti grąžinti pakeisti kaina mokėjimas paskyra puslapis svetainė parduotuvė diena savaitė visada dydis prekė prekės prekę instrukcija taisymas mėnuo metai ten čia dabar paskui viskas kiekvienas kitas naujas nauja kurią mums jums kol nes kai kuo nuolat vėl jūsų`,
  lv: `ir un nav ka ar uz no par pie pēc līdz vai kas ko kam kur kad kā kāpēc cik kāds kāda kurš kura mans mana manu man mani jūsu jūs jums es tu viņš viņa mēs
    bet ja vēl jau joprojām arī tikai ļoti šis šī šim tas tā to bija būt varu varat var gribu vēlos lūdzu paldies labdien sveiki paka pasūtījums pasūtījumu pasūtījuma
    nauda naudu garantija parole paroli rēķins rēķinu piegāde maksā divas reizes dienas bez es saņēmu nosūtīt strādā tika
    vajag vajadzīgs nestrādā pirkt nopirku pasūtīju sūtīt atgriezt mainīt cena maksājums konts lapa veikals diena nedēļa vienmēr izmērs prece preces preci instrukcija remonts mēnesis gads tur šeit tagad tad viss katrs cits jauns jauna kuru mums jums kamēr jo kad bieži atkal`,
  tr: `bir ve bu şu o ne mi mı mu mü için ile de da ki ama veya çok daha en var yok değil ben sen biz siz onlar benim bana beni sizin size nerede ne zaman nasıl
    neden niye kim kime hangi kaç kadar gibi sonra önce hâlâ hala henüz olarak olan oldu olur edilir ediyor istiyorum istiyorum alabilir miyim musunuz misiniz lütfen teşekkürler merhaba
    paket paketim sipariş siparişim kargo para paramı geri garanti şifre şifremi fatura teslimat iade iki kez gün ücreti gelmedi`,
  id: `yang dan di ke dari ini itu untuk dengan tidak apa apakah siapa kapan bagaimana mengapa kenapa berapa mana saya aku kamu anda kami kita mereka dia bisa
    bisakah dapat mau ingin akan sudah telah belum masih sedang ada adalah atau tapi tetapi jika kalau karena pada juga lagi hanya sangat tolong mohon terima
    kasih halo paket pesanan uang kembali garansi sandi kata faktur pengiriman kirim dikirim rusak dua kali hari biaya harga barang cara hubungi`,
  ms: `yang dan di ke dari ini itu untuk dengan tidak tak apa adakah siapa bila bagaimana kenapa berapa mana saya awak anda kami kita mereka dia boleh bolehkah dapat mahu akan sudah telah
    belum masih sedang ada adalah atau tetapi jika kalau kerana pada juga hanya sangat tolong sila terima kasih bungkusan pesanan wang balik waranti kata laluan invois penghantaran hantar dihantar rosak dua kali
    hari kos harga barang saiz akaun`,
  vi: `của tôi không là và có cho được này đó một các những với ở đến từ trong khi nào gì ai đâu sao bao nhiêu lâu thế làm tại vì bạn mình em anh chị chúng
    muốn cần phải đã đang sẽ vẫn chưa rồi cũng rất nhưng hay hoặc nếu thì mà ra vào lại hàng đơn giao tiền hoàn bảo hành mật khẩu hóa đơn phí hai lần ngày xin vui lòng cảm ơn chào bị`,
  is: `og er að ég ekki það á í sem til við um en fyrir með af frá hvað hvar hvenær hvernig hvers hver hvaða minn mín mitt mína mér mig þú þið þér ykkur hann hún
    við var vera verið get getur getið vil ekki ennþá takk halló góðan daginn pakkinn pakki pöntun pöntunin peninga endurgreiðslu ábyrgð lykilorð reikning sending kostar tvisvar`,
  sq: `dhe është në për me nga të një nuk jo po se që ku kur si pse sa kush cili cila im ime jam është janë kam ka kanë mund dua duhet ju ne ai ajo porosia pako para faleminderit përshëndetje`,
  eu: `eta da ez dut du bat nire non noiz nola zer zein zenbat zergatik naiz dira daude nahi dezaket mesedez kaixo eskerrik asko ere baina edo pakete eskaera dirua`,
  tl: `ang ng sa na at ay ko mo niya kami kayo hindi po ba ano saan kailan paano bakit sino magkano pa lang naman mga ito iyan yung may wala salamat aking`,
  az: `və bu bir mən mənim mənə sən siz haradadır nə zaman necə üçün ilə deyil var yoxdur çox hansı neçə zəhmət olmasa sifariş sifarişim çatdırılma pul geri qaytarmaq`,
}

const cyrillicWords: Record<string, string> = {
  ru: `и в во не на я что с со как это по но к ко из у за от до о об для так же вы мы он она они мой моя моё мои моего мою мне меня мой вас вам ваш ваша ваше когда где
    куда почему зачем кто кому какой какая какое какие сколько ли или если уже ещё еще все всё был была было есть нет быть могу можете можно можно нужно хочу хотел пожалуйста
    спасибо здравствуйте привет посылка заказ заказа деньги возврат гарантия гарантии пароль счёт доставка стоит дважды раза дней работает пришёл пришел после
    нужна нужен нужно помогите помощь купить купил купила получить получил получила отправить отправили вернуть обменять цена цену оплата оплату аккаунт страница магазин день неделя неделю всегда размер товар товара товары инструкция ремонт месяц год там тут здесь сейчас потом всё каждый другой новый новая который которую чтобы потому вашей вашего моего моим моей этот эта это эти этой этого как-то пришла пришло могли бы срок`,
  uk: `і й в у не на я що з зі як це по але до із за від о про для так же ви ми він вона вони мій моя моє мої мого мою мені мене вас вам ваш ваша ваше коли де
    куди чому хто кому який яка яке які скільки чи або якщо вже ще все був була було є немає бути можу можете можна треба потрібно хочу хотів будь ласка дякую
    вітаю привіт добрий день посилка замовлення гроші повернення гарантія гарантії пароль рахунок доставка коштує двічі рази днів працює прийшло після досі
    потрібен потрібна допоможіть допомога купити купив купила отримати отримав отримала надіслати надіслали повернути обміняти ціна ціну оплата оплату акаунт сторінка магазин день тиждень завжди розмір товар товару товари інструкція ремонт місяць рік там тут зараз потім все кожен інший новий нова який яку щоб тому вашої вашого мого моїм моєї цей ця це ці цієї цього прийшла прийшли могли термін`,
  bg: `и в във не на аз че с със как това по но към от из за до о ли вие ние той тя те мой моя моят моето ми ме ви ни вас ваш вашият кога къде защо кой кого коя кое кои
    какъв каква какво какви колко или ако вече още все беше е са съм сте сме бъде да ще мога може можете искам исках моля благодаря здравейте пратка пратката поръчка
    поръчката пари парите обратно гаранция гаранцията парола паролата фактура доставка доставката струва пъти дни работи след си се го има няма
    нужен нужна помощ купих купя получа получих получавам изпратите изпратя върна върнете сменя цена цената плащане акаунт страница магазин ден седмица винаги размер стока стоката продукт инструкция ремонт месец година там тук сега после всичко всеки друг нов нова който която което които защото вашата вашия моята моето този тази това тези`,
  be: `і ў у не на я што з як гэта па але да за ад пра для вы мы ён яна яны мой мая маё мае мне мяне вас вам калі дзе чаму хто які якая колькі ці або ужо яшчэ быў была ёсць няма магу можна хачу
    калі ласка дзякуй вітаю пасылка заказ грошы пароль дастаўка каштуе`,
  sr: `и у на с са из до не се је су то да о од за по како шта ко када кад где зашто колико ли који која које мој моја моје ме ми имам имате има ја ти он она ви они али или ако
    већ још увек само овај ова ово био била сам сте смо могу можете може није желим хоћу молим хвала пакет поруџбина новац повраћај лозинка рачун достава кошта ће`,
  mk: `и во на со од до не се е се тоа дека за по како што кој кога каде зошто колку дали која кое мој моја мое ме ми имам имате има јас ти тој таа вие тие но или ако веќе уште само
    овој оваа ова беше сум сте сме можам можете може сакам молам благодарам здраво пакет пакетот нарачка нарачката пари парите лозинка сметка достава чини ќе`,
}

const arabicWords: Record<string, string> = {
  ar: `في من على إلى عن مع هل ما ماذا متى أين كيف لماذا كم هذا هذه لا لم لن أن إن كان كانت أنا أريد يمكن يمكنني طلبي تم قد حتى أو لي شكرا مرحبا السلام عليكم رجاء الرجاء الطلب`,
  fa: `از به در با که را این آن است هست نیست من شما ما چه چرا چطور چگونه کجا کجاست کی چند برای تا هم یا اگر می نمی شده شد کنم کنید لطفا سلام ممنون سفارش بسته پول`,
  ur: `ہے ہیں کا کی کے کو میں سے نے اور یہ وہ کہ پر میرا میری مجھے آپ کیا کب کہاں کیسے کیوں کتنا کتنی نہیں تھا تھی ہو رہا شکریہ براہ کرم آرڈر`,
  ku: `لە بە و کە ئەم ئەو من تۆ ئێمە چی کەی کوێ چۆن بۆ نییە هەیە دەکات دەتوانم تکایە سوپاس سڵاو`,
}

const devanagariWords: Record<string, string> = {
  hi: `है हैं का की के को में से ने और यह वह कि पर मेरा मेरी मेरे मुझे आप क्या कब कहाँ कहां कैसे क्यों कितना कितने कितनी नहीं था थी हो रहा रही सकता सकते कृपया धन्यवाद नमस्ते ऑर्डर`,
  mr: `आहे आहेत नाही आणि मी माझा माझी माझे मला तुम्ही तुमचा काय कधी कुठे कसे कसा का किती हा ही हे ते पण किंवा साठी होते झाले करू शकतो कृपया धन्यवाद नमस्कार`,
  ne: `छ छन् छैन को मा ले लाई र यो त्यो म मेरो तपाईं हामी के कहिले कहाँ कसरी किन कति हो थियो गर्न सक्छु कृपया धन्यवाद नमस्ते`,
}

const setOf = (lists: Record<string, string>, base: Record<string, ReadonlySet<string>> = {}) =>
  new Map(
    Object.entries(lists).map(([language, list]): [string, ReadonlySet<string>] => [
      language,
      new Set([...(base[language] ?? []), ...list.trim().split(/\s+/)]),
    ]),
  )

/** The languages that are told apart in a script with several, each with its frequent words in lower case. */
export const wordsOfLanguages = {
  Latin: setOf(
    { ...latinWords, ...moreLatinWords },
    { en: englishStopWords, sv: swedishStopWords, de: germanStopWords },
  ),
  Cyrillic: setOf(cyrillicWords),
  Arabic: setOf(arabicWords),
  Devanagari: setOf(devanagariWords),
} as const

/** Words that say on their own which language somebody writes. */
export const tellingAlone = new Map(
  Object.entries({
    en: 'hello thanks why what where when who how please sorry',
    sv: 'tack varför hur hjälp snälla vänligen',
    no: 'vennligst',
    da: 'hvornår venligst',
    de: 'danke warum wieso hilfe bitte',
    nl: 'dankjewel bedankt waarom wanneer alstublieft',
    fr: 'bonjour bonsoir pourquoi combien',
    es: 'gracias cuándo cuánto dónde',
    pt: 'obrigado obrigada olá',
    it: 'buongiorno grazie perché aiuto',
    fi: 'kiitos miksi milloin missä',
    pl: 'dziękuję dlaczego kiedy',
    cs: 'děkuji proč',
    sk: 'ďakujem prečo',
    hu: 'köszönöm miért mikor',
    ro: 'mulțumesc mulţumesc',
    tr: 'teşekkürler merhaba neden',
    ru: 'спасибо привет здравствуйте почему пожалуйста',
    uk: 'дякую привіт вітаю чому',
    bg: 'благодаря здравейте защо',
  }).flatMap(([language, list]) => list.split(' ').map((word): [string, string] => [word, language])),
)

/** The letters beyond a to z, and beyond those that all have, which a language writes in its own words. */
export const lettersOfLanguages: Record<string, string> = {
  en: 'éèïöüç',
  sv: 'åäöéüà',
  no: 'æøåéèêóòôâ',
  da: 'æøåéèáó',
  de: 'äöüßéà',
  nl: 'éëïóöüèêáĳ',
  af: 'êëéèôûîïáäöüúŉ',
  fr: 'àâæçéèêëîïôœùûüÿ',
  es: 'áéíóúüñ',
  pt: 'ãáàâçéêíóôõúü',
  it: 'àèéìíîòóùú',
  ca: 'àçéèíïóòúü·ŀ',
  ro: 'ăâîșțşţ',
  fi: 'äöåšžé',
  et: 'äöüõšž',
  hu: 'áéíóöőúüű',
  pl: 'ąćęłńóśźż',
  cs: 'áčďéěíňóřšťúůýž',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  hr: 'čćđšž',
  sr: 'čćđšžабвгдђежзијклљмнњопрстћуфхцчџш',
  sl: 'čšž',
  lt: 'ąčęėįšųūž',
  lv: 'āčēģīķļņšūž',
  tr: 'çğıöşüâîûi̇',
  id: 'é',
  ms: 'é',
  vi: 'àáâãèéêìíòóôõùúýăđĩũơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ',
  is: 'áéíóúýðþæö',
  sq: 'çëâ',
  eu: 'ñçü',
  tl: 'ñáéíóú',
  az: 'çəğıöşüi̇',
  ru: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя',
  uk: 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  bg: 'абвгдежзийклмнопрстуфхцчшщъьюяѝ',
  be: 'абвгдеёжзійклмнопрстуўфхцчшыьэюя',
  mk: 'абвгдѓежзѕијклљмнњопрстќуфхцчџшѐѝ',
  ar: 'ابتثجحخدذرزسشصضطظعغفقكلمنهويءآأؤإئىة',
  fa: 'ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهیءآأؤئ',
  ur: 'ابپتٹثجچحخدڈذرڑزژسشصضطظعغفقکگلمنںوہھءیےآأؤئۓ',
  ku: 'ابپتجچحخدرڕزژسشعغفڤقکگلڵمنوۆهەیێئھ',
}
