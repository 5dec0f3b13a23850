import { months, numberWords, readNumber, units } from './value-words.ts'

/**
 * What a statement says of its subject: an amount in a unit (`''` for a bare number), a day, or a time of day. `start` and
 * `end` are offsets into the text (UTF-16 code units). A range has `high` as well.
 */
export type Value = {
  kind: 'amount' | 'date' | 'time'
  /** Of an amount: what it counts, `duration` in days, a currency, or the word after it. */
  unit: string
  low: number
  high?: number
  /** Of a date without one: undefined. */
  year?: number
  /** `at least`, `up to`: which side of the amount is open. */
  bound?: 'min' | 'max'
  /** `about`, `million`: the amount may be rounded. */
  isRounded?: true
  /** The number may be a name: `room 12`, `line 4`. */
  isLabel?: true
  start: number
  end: number
}

const monthNames = [...months.keys()].sort((a, b) => b.length - a.length).join('|')
const number = String.raw`\d{1,3}(?:[ \u00a0\u202f.,’']\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?`
const dash = String.raw`\s*(?:–|—|-|to|till|bis|und|and|och)\s*`

// Linear each: bounded repetitions, and what follows a number never matches what is in it.
const isoDate = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g
const dayMonth = new RegExp(
  String.raw`(?<![\d.,])(\d{1,2})(?:st|nd|rd|th|:e|\.)?\s(?:of\s)?(${monthNames})(?:,?\s(\d{4})(?!\d))?(?![\p{L}\d])`,
  'giu',
)
const monthDay = new RegExp(
  String.raw`(?<!\p{L})(${monthNames})\s(\d{1,2})(?:st|nd|rd|th)?(?:,?\s(\d{4})(?!\d))?(?![\p{L}\d])`,
  'giu',
)
const slashDate = /(?<![\d./])(\d{1,2})[./](\d{1,2})[./](\d{4})(?!\d)/g
const clock = String.raw`(\d{1,2})(?:[:.](\d{2}))?`
const times = new RegExp(
  String.raw`(?<![\d.,:])(?:(kl\.?|klockan)\s)?${clock}(?:\s?(a\.?m|p\.?m)\b\.?)?(?:(?:\s?uhr)?(?:\s?(?:–|—|-|to|till|bis|and|och|und)\s?)(?:kl\.?\s)?${clock}(?:\s?(a\.?m|p\.?m)\b\.?)?)?(\s?uhr)?(?![\d\p{L}]|[.,:]\d)`,
  'giu',
)
const amounts = new RegExp(
  String.raw`(?<![\d\p{L}.,])(?:(€|\$|£|eur|sek|usd|gbp)\s?)?(${number})(?:${dash}(?:€|\$|£)?(${number}))?`,
  'giu',
)
const free =
  /(?<!\p{L})(?:(?:is|are|for|was|travels?|rides?|enters?) free(?: of charge)?(?! (?:from|of (?!charge))|-|\p{L})|free of charge|gratis|kostnadsfri(?:tt|a)?|avgiftsfri(?:tt|a)?|kostenlos\p{L}{0,2}|kostenfrei\p{L}{0,2})(?!\p{L})/giu
const wordAfter = /^[\s\u00a0-]*((?:working|business) days?|%|°C|€|\$|£|:-|\p{L}[\p{L}³²]*)/u

const addresses = /\S{0,200}(?:\/\/|@|www\.)\S{1,500}|(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)/g

const pad = (text: string, from: number, to: number): string =>
  text.slice(0, from) + '\u0000'.repeat(to - from) + text.slice(to)

function minutesOf(hours: string, minutes: string | undefined, half: string | undefined): number | undefined {
  let hour = Number(hours)
  const isAfternoon = half?.toLowerCase().startsWith('p')
  if (half && hour <= 12) hour = (hour % 12) + (isAfternoon ? 12 : 0)
  const at = hour * 60 + Number(minutes ?? 0)
  return hour <= 24 && Number(minutes ?? 0) < 60 ? at : undefined
}

/** The values that a text states, in order. `language`: ISO 639-1, null when unknown. */
export function readValues(source: string, language: string | null): Value[] {
  const found: Value[] = []
  // Addresses and numbers of versions are names.
  let text = source.replace(addresses, (address) => '\u0000'.repeat(address.length))
  const take = (value: Value) => {
    found.push(value)
    text = pad(text, value.start, value.end)
  }
  const dates = (pattern: RegExp, read: (match: RegExpMatchArray) => [day: number, month: number, year?: number]) => {
    for (const match of text.matchAll(pattern)) {
      const [day, month, year] = read(match)
      // `children under 5 may enter`
      if (/ may\b/.test(match[0])) continue
      if (!(day >= 1 && day <= 31 && month >= 1 && month <= 12)) continue
      const start = match.index
      take({
        kind: 'date',
        unit: '',
        low: month * 100 + day,
        ...(year !== undefined && !Number.isNaN(year) && { year }),
        start,
        end: start + match[0].length,
      })
    }
  }
  dates(isoDate, ([, year, month, day]) => [Number(day), Number(month), Number(year)])
  dates(dayMonth, ([, day, month, year]) => [
    Number(day),
    months.get(month!.toLowerCase())!,
    year ? Number(year) : undefined,
  ])
  dates(monthDay, ([, month, day, year]) => [
    Number(day),
    months.get(month!.toLowerCase())!,
    year ? Number(year) : undefined,
  ])
  // `3/4/2025` is March here and April there; with full stops it is the day first.
  dates(slashDate, ([all, day, month, year]) =>
    all.includes('/') && Number(day) <= 12 && language === 'en' ? [0, 0] : [Number(day), Number(month), Number(year)],
  )
  for (const match of text.matchAll(times)) {
    const [all, kl, hour, minutes, half, hour2, minutes2, half2, uhr] = match
    const isTime = kl || half || half2 || uhr || /\d:\d\d/.test(all)
    if (!isTime) continue
    const low = minutesOf(hour!, minutes, half ?? (hour2 ? half2 : undefined))
    const high = hour2 === undefined ? undefined : minutesOf(hour2, minutes2, half2)
    if (low === undefined || (hour2 !== undefined && high === undefined)) continue
    take({
      kind: 'time',
      unit: '',
      low,
      ...(high !== undefined && { high }),
      start: match.index,
      end: match.index + all.length,
    })
  }
  for (const match of text.matchAll(amounts)) readAmount(match, text, language, take)
  for (const match of text.matchAll(free))
    take({ kind: 'amount', unit: 'free', low: 0, start: match.index, end: match.index + match[0].length })
  readNumberWords(text, take)
  return found.sort((a, b) => a.start - b.start)
}

const bounds: [RegExp, 'min' | 'max'][] = [
  [
    /(?<![\p{L}\p{N}])(?:at least|minimum(?: of)?|(?<!no )more than|over|from|minst|mer än|från|över|ab|mindestens|mehr als|über)\s*$/iu,
    'min',
  ],
  [
    /(?<![\p{L}\p{N}])(?:at most|up to|maximum(?: of)?|max\.?|no more than|less than|under|within|högst|upp till|inom|maximalt|bis zu|höchstens|maximal|innerhalb von|unter)\s*$/iu,
    'max',
  ],
]
const roundedBefore =
  /(?:about|around|approximately|nearly|almost|roughly|some|circa|ca\.?|cirka|ungefär|omkring|nästan|runt|etwa|rund|ungefähr|fast|knapp)\s*$/iu
const roundedAfter =
  /^\s*(?:million|billion|thousand|miljon|miljard|tusen|million|milliarde|tausend|mkr|msek|tsek|mnkr)/iu
const labelBefore = /(\p{L}+)[\s\u00a0]*(?:no\.?|nr\.?|#)?[\s\u00a0]*$/u

function readAmount(
  match: RegExpMatchArray,
  text: string,
  language: string | null,
  take: (value: Value) => void,
): void {
  const [all, sign, first, second] = match
  const start = match.index!
  let end = start + all.length
  const low = readNumber(first!, language)
  const high = second === undefined ? undefined : readNumber(second, language)
  if (low === undefined) return
  const after = text.slice(end, end + 24)
  const before = text.slice(Math.max(0, start - 24), start)
  const word = wordAfter.exec(after)
  const known = sign ? units.get(sign.toLowerCase()) : word ? units.get(word[1]!.toLowerCase()) : undefined
  if (known && !sign) end += word![0].length
  // `30 seats`: what is counted stands after the number, and stays a word of the sentence.
  const counted = known ? undefined : word?.[0].startsWith('-') ? undefined : word?.[1]?.toLowerCase()
  const factor = known?.factor ?? 1
  const bound = bounds.find(([pattern]) => pattern.test(before))?.[1]
  const label = !known && !bound ? labelBefore.exec(before)?.[1] : undefined
  take({
    kind: 'amount',
    unit: known?.unit ?? '',
    low: low * factor,
    ...(high !== undefined && { high: high * factor }),
    ...(bound && { bound }),
    ...((roundedBefore.test(before) || roundedAfter.test(after)) && { isRounded: true as const }),
    ...(label && isName(label, counted) && { isLabel: true as const }),
    start,
    end,
  })
}

/** Words after which a bare number is an amount: `costs 40`, `is 12`. */
const saysAmount =
  /^(?:is|are|was|were|be|costs?|takes?|weighs?|measures?|has|have|for|of|than|to|the|a|and|or|by|in|with|only|now|currently|är|var|kostar|tar|väger|har|för|på|av|till|med|och|blir|endast|nu|kostet|kosten|dauert|beträgt|betragen|ist|sind|wiegt|hat|für|von|mit|und|zu|nur|jetzt|offers?|provides?|seats?|holds?|employs?|includes?|contains?|rymmer|omfattar|innehåller|erbjuder|umfasst|bietet|enthält)$/iu

/** Things that have numbers for names. */
const numbered =
  /^(?:bus|room|line|step|section|chapter|page|number|gate|platform|track|version|rule|article|level|floor|zone|route|train|flight|figure|table|question|item|lot|class|type|model|buss|rum|linje|steg|kapitel|sida|nummer|spår|regel|artikel|våning|zon|tåg|klass|typ|modell|zimmer|raum|schritt|seite|gleis|linie|etage|zug|klasse|stufe|hus|house|haus|box|paket|apartment|lägenhet)$/iu

const isName = (before: string, counted: string | undefined): boolean =>
  numbered.test(before) || (!saysAmount.test(before) && counted === undefined)

const spelled = new RegExp(
  String.raw`(?<![\p{L}\d])(${[...numberWords.keys()].join('|')})[\s\u00a0-]((?:(?:working|business)\s)?\p{L}+)`,
  'giu',
)

function readNumberWords(text: string, take: (value: Value) => void): void {
  for (const match of text.matchAll(spelled)) {
    const amount = numberWords.get(match[1]!.toLowerCase())
    const unit = units.get(match[2]!.toLowerCase())
    if (amount === undefined || !unit) continue
    const before = text.slice(Math.max(0, match.index - 24), match.index)
    const bound = bounds.find(([pattern]) => pattern.test(before))?.[1]
    take({
      kind: 'amount',
      unit: unit.unit,
      low: amount * unit.factor,
      ...(bound && { bound }),
      start: match.index,
      end: match.index + match[0].length,
    })
  }
}

const near = (a: number, b: number, share: number): boolean =>
  Math.abs(a - b) <= share * Math.max(Math.abs(a), Math.abs(b))

/** Whether one number is the other, rounded: `1.2 million` and `1,234,567`. */
function isRoundingOf(a: Value, b: Value): boolean {
  if (!a.isRounded && !b.isRounded) return false
  return near(a.low, b.low, 0.05)
}

/** Whether two values are of the same kind, so that they can be compared. */
export function areComparable(a: Value, b: Value): boolean {
  if (a.kind !== b.kind || a.isLabel || b.isLabel) return false
  if (a.kind !== 'amount') return a.year === undefined || b.year === undefined || a.year === b.year
  if (a.unit !== b.unit && !(isMoney(a) && b.unit === 'free') && !(isMoney(b) && a.unit === 'free')) return false
  return !(a.bound && b.bound && a.bound !== b.bound)
}

const isMoney = ({ unit }: Value): boolean => unit.startsWith('money:')

/** Whether two comparable values say the same. */
export function areEqual(a: Value, b: Value): boolean {
  if (
    a.kind === 'amount' &&
    a.unit === 'duration' &&
    near(a.low, b.low, 0.04) &&
    near(a.high ?? a.low, b.high ?? b.low, 0.04)
  )
    return true
  if (a.low === b.low && (a.high ?? a.low) === (b.high ?? b.low)) return true
  // `from 9` and `9 to 17` agree as far as both go.
  if ((a.high === undefined) !== (b.high === undefined)) return a.low === b.low || a.low === b.high || a.high === b.low
  // One table in thousands or millions, the other not.
  const [small, large] = [Math.min(a.low, b.low), Math.max(a.low, b.low)]
  if (a.unit === '' && small > 0 && [1_000, 1_000_000].some((scale) => near(large / small, scale, 0.02))) return true
  return isRoundingOf(a, b)
}
