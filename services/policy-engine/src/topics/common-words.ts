import { contentWords } from '@frontdesk/language'

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Short words of everyday English and Swedish that are no stop words, so that two of them are not joined into a third. */
const short = list(`
  better best after able act add ago aid air area arm art ask away baby back bad bag ball band bank bar base bed best big bill bit block
  blue boat body book box boy bus buy call came can car card care cart case cash cat cell chat city code cold come cool
  cost cup cut date day deal dear door down drop dry each ear easy eat edge end err eye face fact fall far fast feel fee
  feet fine fire fit five flat food foot form four free full fun game gas gave get gift girl give glad goal gold gone
  good gone got gray green grow gym half hall hand hang hard head hear heat held help hill hit hold home hope hot hour
  huge ice idea inch info item job join joy jump just keep key kid kind king knew know lab lack lady lake lamp land last
  late law lay lead left leg less let lid lie life lift like line link list live loan lock log long look lose lost lot
  love low luck mail main make male man map mark mass mat max meal mean meat meet men menu met mile milk mind mine miss
  mix mode mom month moon move name near neck need net new news next nice nine none noon note now nut odd off oil old
  once open pack page paid pair park part party pass past path pay pen per pet pick pin pink plan play plus pop post
  pull push put quit race rail rain ran rap rate rather read real red rent rest rice rich ride right ring rise road rock
  role roll room root row rule run rush sad safe said sale salt sand sat save say sea seat see seem seen self sell send
  sent set sew shall ship shoe shop show shut side sign sing sit site six size skin skip sky slow small snow sold some
  song soon sort spot star start stay step stop such suit sum sun sure swim tab table talk tall tap tax tea team ten
  term test text thin thing tie time tin tip tired toe ton too took tool top tour town toy trip true try turn two type
  upon use user van view visa wait walk wall want war warm was wash wave way wear web week well west wet wide wife wind
  wine wish wood word wore work year yet zip zone ad ads am pm app apps id ids ip ok okay pc pdf tv uk us usa eu url
  sale re rapid mass age cock tail ass hell hello log in out up
  arg bara barn bild bil bolag bok bord bort brev bror buss byta byte bra dag dags del dem din djur dra dröm dubbla dyr
  egen enda eld er ett fall far fart fast fel fem fest film fin fot fram fri fru full fyra gata gick gift gillar glad
  glas god gott grad grej grupp grön gul gäst hall halv hand hav hel helg hem hit hitta hus hund häst höra ihop is jobb
  jul kaffe kall kan kanal katt klar klass klippa kod kort kost kund kväll kök köp köpa kvar lag land lapp led lek leka
  lev liten liv lite ljud ljus luft lunch lyfta lägg läsa län lätt mail mamma mat mer mena mobil mor mus möte namn natt
  ner nio norr not ny nya nytt nej olika ord ort ost oss pappa par park pass paus plan plats post pris prova rad rak rast
  ratt rea regn ren rent resa ring rita rock rum rund rygg rätt röd sak saker sal salt sju se ser sex sida sist sjuk sjö
  skala skada skepp sko skor skog skola slut små snabb snäll snö sol som son sova spel spela spår st stad stark sten stol
  stor strax ström svar svart söka sön sätt ta tag tal tar tavla te tid tio tjej tjänst topp torn tre tro trött tur tv två
  tycka tyst typ ung ute vad val van vara vatten veck vecka veta vik vind vit vital väg vän vänta värd väst växa yta åka år
  vald valda mal mala hal rad rader tåg bal sal salen ratt ror rora ser sera
  äga äta än öl öst över alla äter kom komma kör köra tog ge gav gå går stå står få får
`)

/**
 * Swedish words that are others without their dots and rings. Whoever writes them means them: "höra" is no disguise of the
 * word that it becomes without its dots.
 */
const dotted = list(`
  höra hör hörde hört hörs hörsel får fått får fåret för föra förs här hår håret håll hål hålet mål målet målar måla
  mår må måste måltid lån låna lånar lånet lånade lån låg låga lås låsa låst låt låta låter gör göra gjort gå gått
  går gång gånger gården råd råda råder råd rån rår rått rätt rätta rätten rött röd röda rör röra röst rösta sår såg såld
  sålde sålt sån så säg säga säger sälja säljer sätt sätta sätter söka söker sök sökt skål skön sköna skör skär stå stått
  står ståra stör störa större störst tål tåg tåget tår tät täta tåla trä träd tråd tråkig två tvätt tår töm tömma vår våra
  våren våg våga vågen väg vägar vägen väl välja väljer valt vän väntar vär värde värd värt vårt vårda väska vätska växa
  vädret åka åker åkte år året åren åtta åt än ändra ändrar ännu ända ängar är ära ärende äta äter äkta äga äger ägg öl ön
  öra öppen öppet öppna öppnar över överallt ös öva då där dålig dåligt dö dör döda död döma döpa fåtal få fäst fästa fäll
  fälla färg färre född föda föds fön först föll glömt glöm grå gräs gräva grön håg häl häll hälla hänt häng hänga hög höga
  högt höst hörn hörna jämn jämt kål kär kära kö köa köer kön köl kör köra körde kött köp köpa läge lägg läka läkt lära
  lärt läs läsa läser lätt läx lön löna löst lösa löser mån månad märke mät mäta mätt mått möt möta möte möts mörk mörda
  när nära näsa nästa nått nå når nöd nöjd på påse pår päls pärm råkar räck räcka räd räkna rän ränta röka rök såret
  säck sän sända sängen särskild sått skär skåp slå slår slät spår spåra spår spöa stål städa ställa stäng sväng svår
  svåra tält tänk tänka tänd tätt törst tåga vänd vända vänder värma värst våld
`)

/** Whether a word (lower case, accents kept) is one that everybody writes, so that it can't be another in disguise. */
export const isCommon = (word: string): boolean => short.has(word) || dotted.has(word) || isStopWord(word)

/** A bounded cache of a pure function. */
const stopWords = new Map<string, boolean>()
function isStopWord(word: string): boolean {
  if (word.length > 12) return false
  const known = stopWords.get(word)
  if (known !== undefined) return known
  // Bounded, for words come from customers.
  if (stopWords.size > 20_000) stopWords.clear()
  const is = contentWords(word).length === 0
  stopWords.set(word, is)
  return is
}

/** May stand inside a phrase without changing it: "buy a gun", "buy my guns", "köpa ett vapen". Without accents. */
export const determiners = list(`
  a an the some any my your this that these those his her their our en ett den det de nagon nagot nagra min mitt mina din
  ditt dina var vart vara denna detta dessa
`)
