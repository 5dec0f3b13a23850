const pairs = (text: string): [string, string][] =>
  text
    .trim()
    .split(/\s+/)
    .map((entry) => entry.split(':') as [string, string])

/** Names of months in English, Swedish and German, and their numbers. */
export const months: ReadonlyMap<string, number> = new Map(
  pairs(`january:1 february:2 march:3 april:4 may:5 june:6 july:7 august:8 september:9 october:10 november:11 december:12
    jan:1 feb:2 mar:3 apr:4 jun:6 jul:7 aug:8 sep:9 sept:9 oct:10 nov:11 dec:12
    januari:1 februari:2 mars:3 maj:5 juni:6 juli:7 augusti:8 oktober:10 okt:10
    januar:1 februar:2 märz:3 mai:5 dezember:12 dez:12`).map(([name, month]) => [name, Number(month)]),
)

/** Numbers that are written as words, where a unit follows. */
export const numberWords: ReadonlyMap<string, number> = new Map(
  pairs(`one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 twelve:12 fourteen:14 fifteen:15 twenty:20
    thirty:30 sixty:60 ninety:90 en:1 ett:1 två:2 tre:3 fyra:4 fem:5 sex:6 sju:7 åtta:8 nio:9 tio:10 tolv:12 fjorton:14
    femton:15 tjugo:20 trettio:30 ein:1 eine:1 einer:1 einem:1 einen:1 zwei:2 drei:3 vier:4 fünf:5 sechs:6 sieben:7 acht:8
    neun:9 zehn:10 zwölf:12 vierzehn:14 fünfzehn:15 zwanzig:20 dreißig:30`).map(([word, value]) => [
    word,
    Number(value),
  ]),
)

type Unit = { unit: string; factor: number }
const perDay = 1 / 1_440
const table: [string, number, string][] = [
  ['duration', perDay, 'minute minutes min minut minuter minuters minuten'],
  ['duration', 1 / 24, 'hour hours h hrs timme timmar timmars stunde stunden'],
  ['duration', 1, 'day days dag dags dagar dagars dygn tag tage tagen'],
  ['duration', 7, 'week weeks vecka veckas veckor veckors woche wochen'],
  ['duration', 30.4, 'month months månad månads månader månaders monat monats monate monaten'],
  ['duration', 365, 'year years år års jahr jahre jahren'],
  ['working day', 1, 'vardagar arbetsdagar werktage werktagen arbeitstage arbeitstagen'],
  ['%', 1, '% percent procent prozent'],
  ['money:SEK', 1, 'kr kronor krona sek :-'],
  ['money:EUR', 1, '€ euro euros eur'],
  ['money:USD', 1, '$ dollar dollars usd'],
  ['money:GBP', 1, '£ pound pounds gbp'],
  ['mass', 1_000, 'kg kilo kilos kilogram kilograms'],
  ['mass', 1, 'g gram grams gramm'],
  ['mass', 1_000_000, 'tonne tonnes ton tons tonnen'],
  ['length', 1_000, 'km kilometer kilometers kilometre kilometres kilometern'],
  ['length', 1, 'm meter meters metre metres metern'],
  ['length', 0.01, 'cm centimeter centimeters centimetre centimetres'],
  ['length', 0.001, 'mm millimeter millimeters'],
  ['volume', 1, 'l liter litre litres liters'],
  ['volume', 0.1, 'dl deciliter'],
  ['volume', 0.001, 'ml milliliter'],
  ['data', 1, 'mb'],
  ['data', 1_000, 'gb'],
  ['data', 1_000_000, 'tb'],
  ['temperature', 1, '°c degrees grader grad'],
  ['power', 1, 'w watt watts'],
  ['power', 1_000, 'kw'],
  ['energy', 1, 'kwh'],
]
/** Units by the words for them, in lower case: what they measure, and how many of its base they are. */
export const units: ReadonlyMap<string, Unit> = new Map([
  ...table.flatMap(([unit, factor, words]) => words.split(' ').map((word): [string, Unit] => [word, { unit, factor }])),
  ...['working day', 'working days', 'business day', 'business days'].map((word): [string, Unit] => [
    word,
    { unit: 'working day', factor: 1 },
  ]),
])

/**
 * The number that is written in digits, as a language (ISO 639-1) groups them: `1,234.50` in English, `1.234,50` in German,
 * `1 234,50` in Swedish. Undefined for what is none.
 */
export function readNumber(text: string, language: string | null): number | undefined {
  const digits = text.replace(/[ \u00a0\u202f’']/g, '')
  const isContinental = language === 'de' || language === 'sv'
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  if (last < 0) return Number(digits)
  const mark = digits[last]!
  const hasBoth = digits.includes('.') && digits.includes(',')
  const count = digits.split(mark).length - 1
  const isGrouping = !hasBoth && digits.length - last - 1 === 3 && (count > 1 || (mark === ',') !== isContinental)
  const isDecimal = hasBoth || (count === 1 && !isGrouping)
  const whole = (isDecimal ? digits.slice(0, last) : digits).replace(/[.,]/g, '')
  const value = Number(isDecimal ? `${whole}.${digits.slice(last + 1)}` : whole)
  return Number.isFinite(value) ? value : undefined
}
