import { lookUp } from '@frontdesk/contracts'
import { words } from '@frontdesk/language'
/** What kind of thing a question asks for, as far as its words tell. */
export type AnswerType = 'person' | 'time' | 'place' | 'quantity' | 'price' | 'duration'

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

const asks: Record<Exclude<AnswerType, 'price' | 'duration'>, ReadonlySet<string>> = {
  person: list('who whom whose vem vems wer wen wem wessen'),
  time: list('when när wann'),
  place: list('where vart varifrån wo wohin woher'),
  quantity: list('percentage procentandel wieviel wieviele prozentsatz'),
}
/** What follows `how`, `hur`, `wie` when a quantity is asked for; it rarely stands in the answer. */
export const amounts = list(
  `many much long far old tall big large often fast high deep wide heavy expensive hot warm cold loud thick quickly soon
  många mycket lång långt långa länge stor stort stora gammal gammalt ofta snabbt snabb hög högt höga djup djupt bred brett
  tung tungt dyr dyrt varm varmt kall kallt tjock tjockt starkt fort
  viel viele vielen lange weit alt groß oft schnell hoch tief breit schwer teuer warm heiß kalt laut dick stark`,
)
/** `How long`: a time, or sometimes a length. */
const long = list('long lång långt långa länge lange')
/** After `what`, `which`, `vilken`, `vilket`, `vad`, `was`, `welches`. */
const whats: Record<string, AnswerType> = {
  year: 'time',
  date: 'time',
  time: 'time',
  day: 'time',
  month: 'time',
  century: 'time',
  år: 'time',
  datum: 'time',
  tid: 'time',
  dag: 'time',
  månad: 'time',
  århundrade: 'time',
  number: 'quantity',
  amount: 'quantity',
  percent: 'quantity',
  antal: 'quantity',
  city: 'place',
  country: 'place',
  stad: 'place',
  land: 'place',
  jahr: 'time',
  tag: 'time',
  monat: 'time',
  uhrzeit: 'time',
  stadt: 'place',
}
/** `What does it cost`: the word that tells stands anywhere. */
export const prices = list('cost costs price fee kostar kosta pris priset avgift avgiften kostet kosten preis gebühr')
/** Those of `prices` that make a question one about money wherever they stand. */
const asksPrice = list('cost costs price expensive kostar kosta pris priset dyr dyrt kostet kosten preis teuer')
/** `What do I pay`, `how much is charged`: about money after `what` and `how much`. */
const asksPayment = list('pay pays charge charged betala betalar betalas zahlen zahle zahlt bezahlen bezahle')
/** `Which rate`, `what interest`: a number, most often of percent. */
const asksShare = list(
  'percentage percent interest rate ränta räntan räntesats procent procentandel zins zinsen zinssatz prozent prozentsatz',
)
const asksWhat = list('what which how vad vilken vilket vilka hur was welche welcher welches wie wieviel')
const whatWords = list('what which vilken vilket vilka vad was welche welcher welches welchem welchen')

/** The kind of answer that a question (its lower-case words) asks for, in English, Swedish and German; undefined for any other. */
export function answerTypeOf(words: string[]): AnswerType | undefined {
  const [first = ''] = words
  if (words.some((word) => asksPrice.has(word)) && asksWhat.has(first)) return 'price'
  if (words.slice(0, 5).some((word) => asksPayment.has(word)) && asksWhat.has(first)) return 'price'
  if (words.slice(0, 4).some((word) => asksShare.has(word)) && asksWhat.has(first)) return 'quantity'
  for (const [i, word] of words.entries()) {
    const next = words[i + 1] ?? ''
    if ((word === 'how' || word === 'hur' || word === 'wie') && long.has(next)) return 'duration'
    if ((word === 'how' || word === 'hur' || word === 'wie') && amounts.has(next)) return 'quantity'
    if (whatWords.has(word)) {
      const type = lookUp(whats, next)
      if (type) return type
    }
    // `var` is `was` elsewhere than at the start.
    if (word === 'var' && i === 0) return 'place'
    for (const type of ['person', 'time', 'place', 'quantity'] as const) if (asks[type].has(word)) return type
  }
  return words.some((word) => asksPrice.has(word)) ? 'price' : undefined
}

const numberWords = list(
  `one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty hundred thousand
  million billion half dozen free once twice
  två tre fyra fem sex sju åtta nio tio elva tolv femton tjugo trettio fyrtio femtio hundra tusen miljon miljoner
  miljard miljarder halv dussin gratis kostnadsfritt
  zwei drei vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig hundert tausend million millionen
  milliarde milliarden halb dutzend kostenlos kostenfrei`,
)
const timeWords = list(
  `january february march april may june july august september october november december monday tuesday wednesday
  thursday friday saturday sunday day days week weeks month months year years hour hours minute minutes century today
  tomorrow noon midnight daily weekly weekdays
  januari februari mars maj juni juli augusti oktober måndag tisdag onsdag torsdag fredag lördag söndag måndagar
  fredagar dag dagar dygn vecka veckor månad månader år timme timmar minut minuter talet idag imorgon vardagar helger
  januar februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag tag tage
  tagen woche wochen monat monate monaten jahr jahre jahren stunde stunden minuten heute morgen täglich werktage werktagen`,
)
const placeWords = list(
  'at in near street avenue store office address online i på vid gatan vägen butik butiken kontor adress in bei straße laden geschäft büro',
)
const personWords = list(
  'we our team you customer customers manager founder vi teamet kund kunder kunden chefen grundare wir kunde kundin geschäftsführer',
)

const freeWords = list(
  'free gratis kostnadsfritt kostnadsfri avgiftsfri avgiftsfritt fraktfritt kostenlos kostenfrei gebührenfrei unentgeltlich',
)
const currency =
  '(?:[$€£¥]|(?:SEK|EUR|USD|GBP|NOK|DKK|CHF|kr|kronor|kronan|öre|euros?|cent|cents|dollars?|pounds?|pence|p|ct|tkr|mkr|tsek|msek|teur|mio)\\b)'
const money = new RegExp(
  `[$€£¥]\\s?\\p{N}|\\p{N}[\\s.,:-]*(?:(?:million|thousand|billion|miljoner|tusen|Millionen)\\s)?${currency}`,
  'iu',
)
const namesMoney = new RegExp(`(?:^|[^\\p{L}])${currency}`, 'iu')

/** Whether a text states an amount of money. */
export const isMoney = (text: string): boolean => money.test(text)
/** Whether a header or caption says that figures are amounts of money. */
export const isOfMoney = (text: string): boolean =>
  namesMoney.test(text) || /price|fee|charge|rate|cost|pris|avgift|taxa|kostnad|preis|gebühr|entgelt|kosten/i.test(text)

const months =
  'jan(?:uari|uary|uar)?|feb(?:ruari|ruary|ruar)?|mar(?:s|ch)?|märz|apr(?:il)?|ma[jyi]|jun[ei]?|juni|jul[iy]?|aug(?:usti|ust)?|sep(?:t(?:ember)?)?|o[kc]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?'
const dates = new RegExp(
  `\\b\\p{N}{1,2}\\.?\\s(?:${months})\\b(?:\\s\\p{N}{4})?|\\b(?:${months})\\s\\p{N}{1,2}(?:,?\\s\\p{N}{4})?\\b|\\b(?:19|20)\\p{N}{2}(?:-\\p{N}{2}-\\p{N}{2})?\\b`,
  'giu',
)

const longUnit =
  /^\d*(?:s|sek|sekunder?|seconds?|secs?|sekunden?|min|minut(?:er|es|e|en|ers)?|h|hrs?|hours?|tim(?:mar|me|mars)?|stunden?|dygns?|days?|dag(?:ars?|en|s)?|tage?n?|werktagen?|arbetsdagar|vardagar|weeks?|veck(?:ors?|a|an)|wochen?|months?|månad(?:ers?|en|s)?|monate?n?|years?|år(?:en|s)?|jahre?n?|quarters?|kvartal|nights?|nätter|natt|mm|cm|dm|km|m|metres?|meters?|meter|miles?|mil|inch(?:es)?|feet|foot)$/u
/** What says how long without a number and a unit. */
const openEnded = list(
  'until till tills unlimited lifetime always obegränsad obegränsat livslång alltid tillsvidare bis unbegrenzt unbefristet dauerhaft',
)

/** Whether a text says a time or length: a number in digits or words, and its unit at most a word later (`three working days`). */
function isMeasuredLong(text: string, asked: ReadonlySet<string>): boolean {
  const own = words(text)
  return own.some((word, i) => {
    if (openEnded.has(word)) return true
    if (asked.has(word)) return false
    if (/^\p{N}/u.test(word) && longUnit.test(word) && /\p{L}/u.test(word)) return true
    if (!/^\p{N}+$/u.test(word) && !numberWords.has(word) && !small.has(word)) return false
    return [own[i + 1], own[i + 2]].some((next) => next !== undefined && longUnit.test(next))
  })
}
const small = list('a an one ett en ein eine einem einen einer einige några several')

/** Whether a header says that figures are times or lengths. */
export const isOfLength = (text: string): boolean => words(text).some((word) => longUnit.test(word))

/** Whether a text has a number that is no date, and that the question does not bring itself. */
export const hasFigure = (text: string, asked: ReadonlySet<string>): boolean =>
  (text.replace(dates, ' ').match(/\p{N}+/gu) ?? []).some((number) => !asked.has(number))

/** Whether a sentence holds a thing of the kind asked for that the question did not bring itself. */
export function holdsType(type: AnswerType, sentence: string, words: string[], asked: ReadonlySet<string>): boolean {
  const hasNew = (among: ReadonlySet<string>) => words.some((word) => among.has(word) && !asked.has(word))
  const hasNumber = () => words.some((word) => /\p{N}/u.test(word) && !asked.has(word))
  // A capital inside the sentence, on a word that the question does not have.
  const hasName = () =>
    [...sentence.matchAll(/[\p{L}\p{N},;]\s+(\p{Lu}[\p{L}\p{N}]+)/gu)].some(
      (match) => !asked.has(match[1]!.toLowerCase()),
    )
  if (type === 'price') return isMoney(sentence) || hasNew(freeWords)
  if (type === 'duration') return isMeasuredLong(sentence, asked)
  if (type === 'quantity') return hasFigure(sentence, asked) || hasNew(numberWords)
  if (type === 'time') return hasNumber() || hasNew(timeWords)
  if (type === 'place') return hasName() || hasNew(placeWords)
  return hasName() || hasNew(personWords)
}
