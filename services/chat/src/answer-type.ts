/** What kind of thing a question asks for, as far as its words tell. */
export type AnswerType = 'person' | 'time' | 'place' | 'quantity'

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

const asks: Record<AnswerType, ReadonlySet<string>> = {
  person: list('who whom whose vem vems'),
  time: list('when när'),
  place: list('where vart varifrån'),
  quantity: list('percentage procentandel'),
}
/** What follows `how`, `hur` when a quantity is asked for; it rarely stands in the answer. */
export const amounts = list(
  `many much long far old tall big large often fast high deep wide heavy expensive
  många mycket lång långt långa länge stor stort stora gammal gammalt ofta snabbt hög högt djup bred tung dyr dyrt`,
)
/** After `what`, `which`, `vilken`, `vilket`, `vad`. */
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
  price: 'quantity',
  percent: 'quantity',
  costs: 'quantity',
  kostar: 'quantity',
  antal: 'quantity',
  pris: 'quantity',
  city: 'place',
  country: 'place',
  stad: 'place',
  land: 'place',
}
const whatWords = list('what which vilken vilket vilka vad')

/** The kind of answer that a question (its lower-case words) asks for, in English and Swedish; undefined for any other. */
export function answerTypeOf(words: string[]): AnswerType | undefined {
  for (const [i, word] of words.entries()) {
    const next = words[i + 1] ?? ''
    if ((word === 'how' || word === 'hur') && amounts.has(next)) return 'quantity'
    if (whatWords.has(word)) return whats[next] ?? undefined
    // `var` is `was` elsewhere than at the start.
    if (word === 'var' && i === 0) return 'place'
    for (const type of ['person', 'time', 'place', 'quantity'] as const) if (asks[type].has(word)) return type
  }
  return undefined
}

const numberWords = list(
  `one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty hundred thousand
  million billion half dozen free once twice
  två tre fyra fem sex sju åtta nio tio elva tolv femton tjugo trettio fyrtio femtio hundra tusen miljon miljoner
  miljard miljarder halv dussin gratis kostnadsfritt`,
)
const timeWords = list(
  `january february march april may june july august september october november december monday tuesday wednesday
  thursday friday saturday sunday day days week weeks month months year years hour hours minute minutes century today
  tomorrow noon midnight daily weekly weekdays
  januari februari mars maj juni juli augusti oktober måndag tisdag onsdag torsdag fredag lördag söndag måndagar
  fredagar dag dagar dygn vecka veckor månad månader år timme timmar minut minuter talet idag imorgon vardagar helger`,
)
const placeWords = list(
  'at in near street avenue store office address online i på vid gatan vägen butik butiken kontor adress',
)
const personWords = list(
  'we our team you customer customers manager founder vi teamet kund kunder kunden chefen grundare',
)

/** Whether a sentence holds a thing of the kind asked for that the question did not bring itself. */
export function holdsType(type: AnswerType, sentence: string, words: string[], asked: ReadonlySet<string>): boolean {
  const hasNew = (among: ReadonlySet<string>) => words.some((word) => among.has(word) && !asked.has(word))
  const hasNumber = () => words.some((word) => /\p{N}/u.test(word) && !asked.has(word))
  // A capital inside the sentence, on a word that the question does not have.
  const hasName = () =>
    [...sentence.matchAll(/[\p{L}\p{N},;]\s+(\p{Lu}[\p{L}\p{N}]+)/gu)].some(
      (match) => !asked.has(match[1]!.toLowerCase()),
    )
  if (type === 'quantity') return hasNumber() || hasNew(numberWords)
  if (type === 'time') return hasNumber() || hasNew(timeWords)
  if (type === 'place') return hasName() || hasNew(placeWords)
  return hasName() || hasNew(personWords)
}
