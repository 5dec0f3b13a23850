import { isStopWord } from './content-words.ts'
import { stem } from './stem.ts'
import { words } from './tokens.ts'

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words that say what kind of text a title is of, or which edition, and nothing of what it is about. */
const ofKindOrEdition = list(`
  policy policies guide guides guideline guidelines handbook manual faq faqs question questions answer answers
  information info infos terms term conditions condition overview page pages document documents doc docs help
  instruction instructions rule rules article articles leaflet brochure sheet list note notes file text
  new newer newest old older current latest updated update revised revision edition version rev ver final draft copy
  archive archived previous former our your about valid from since until as
  policyn handbok handboken vanliga frågor fråga svar villkor regler regel översikt sida sidan dokument hjälp
  instruktioner anvisningar broschyr blad lista ny nya nytt nyare gammal gamla äldre aktuell aktuella senaste
  uppdaterad uppdaterade reviderad utgåva upplaga utkast kopia arkiv tidigare vår våra vårt din gäller
  richtlinie richtlinien leitfaden handbuch häufige fragen frage antworten antwort informationen bedingungen agb regeln
  übersicht seite dokument hilfe anleitung broschüre blatt liste neu neue neuer neues alt alte alter altes aktuell
  aktuelle neueste aktualisiert aktualisierte ausgabe fassung entwurf kopie archiv frühere unsere unser ihre gültig
  politique politiques conditions générales informations règles manuel nouveau nouvelle ancien ancienne version
  política políticas guía términos condiciones información preguntas frecuentes reglas nuevo nueva antiguo antigua
  voorwaarden beleid handleiding vragen regels nieuw nieuwe oud oude vilkår retningslinjer regler håndbok ny gammel
  pdf docx doc txt md html csv
`)
const months = list(`
  january february march april may june july august september october november december jan feb mar apr jun jul aug sep
  sept oct nov dec januari februari mars maj juni juli augusti oktober januar februar märz mai august dezember
  spring summer autumn winter q1 q2 q3 q4 h1 h2 fy vår sommar höst vinter
`)
/** `in Germany`, `for teams`: what follows narrows what the title is about. */
const narrowing = list('in for at of on to i på för till av vid für bei in im von zum zur aus pour à en de para per')
const joining = list('and or och eller und oder et y e &')

/** A word of a title that says what the title is about. */
type TitleWord = { form: string; place: number }

const dates =
  /\b\d{4}[-./]\d{1,2}(?:[-./]\d{1,2})?\b|\b\d{1,2}[-./]\d{1,2}[-./]\d{2,4}\b|\b(?:v|ver\.?|version|rev\.?|edition|utgåva|ausgabe|fassung)\s?\d+(?:\.\d+)*\b|\bv?\d+(?:\.\d+){2,}\b|\(\d{1,2}\)\s*$|\bfy\s?\d{2,4}\b|\b(?:19|20)\d\d(?:[-/]\d{2,4})?\b/giu

const wordsOf = (title: string): string[] =>
  title
    .normalize('NFKC')
    .replace(dates, ' ')
    .match(/[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}\p{M}]+)*|&|[(:–—|]/gu) ?? []

function contentOf(parts: string[], language: string | null): TitleWord[] {
  return parts.flatMap((part, place): TitleWord[] => {
    const lower = part.toLowerCase()
    if (!/[\p{L}\p{N}]/u.test(part) || isStopWord(lower, language) || isStopWord(lower, 'en')) return []
    if (narrowing.has(lower) || joining.has(lower) || ofKindOrEdition.has(lower) || months.has(lower)) return []
    return [{ form: stem(lower, language ?? 'en'), place }]
  })
}

/** `Returns | Acme` and `Delivery | Acme`: without the name of the site at the end of both. */
function withoutSite(a: string, b: string): [string, string] {
  const cut = (title: string) => title.split(/\s*[|·»]\s*/u).filter((part) => part.trim() !== '')
  const [one, two] = [cut(a), cut(b)]
  while (one.length > 1 && two.length > 1 && one.at(-1) === two.at(-1)) {
    one.pop()
    two.pop()
  }
  return [one.join(' | '), two.join(' | ')]
}

/** What two titles have in common, and what each says that the other does not: stems of words. */
export type TitleComparison = {
  shared: ReadonlySet<string>
  onlyFirst: ReadonlySet<string>
  onlySecond: ReadonlySet<string>
  /** Whether the titles, by themselves, say that their documents are about different things. */
  areOfDifferentThings: boolean
}

/**
 * Compares the titles of two documents, `language` being theirs (ISO 639-1). Kinds of text (`guide`, `policy`), dates, versions,
 * `new` and `old` say nothing of the subject. Documents are about different things when each title has a word of its own
 * beside a common one (`Guest plan`, `Team plan`), or one narrows the other (`Returns`, `Returns in Germany`).
 */
export function compareTitles(first: string, second: string, language: string | null): TitleComparison {
  const [a, b] = withoutSite(first, second)
  const [partsA, partsB] = [wordsOf(a), wordsOf(b)]
  const [one, two] = [contentOf(partsA, language), contentOf(partsB, language)]
  const [formsA, formsB] = [one, two].map((all) => new Set(all.map(({ form }) => form))) as [Set<string>, Set<string>]
  const shared = formsA.intersection(formsB)
  const [onlyFirst, onlySecond] = [formsA.difference(formsB), formsB.difference(formsA)]
  const narrows = (parts: string[], all: TitleWord[], only: Set<string>) =>
    all.some(({ form, place }) => only.has(form) && isNarrowing(parts, place, all, shared))
  const areOfDifferentThings =
    haveOneHead(partsA, partsB) ||
    (shared.size > 0 &&
      ((onlyFirst.size > 0 && onlySecond.size > 0) ||
        narrows(partsA, one, onlyFirst) ||
        narrows(partsB, two, onlySecond)))
  return { shared, onlyFirst, onlySecond, areOfDifferentThings }
}

/** Ends of Swedish and German compounds that say what kind of text or figures follow, whatever is before them. */
const kindsOfText =
  /(?:zeiten|preise?|kosten|gebühren|bedingungen|regeln|ordnung|hinweise|fragen|informationen|liste|plan|tider|priser?|kostnader|avgifter|villkor|regler|frågor|information|guide|policy|handbok|handbuch|lista)$/
const minHead = 3

/** `Sommerfahrplan` and `Winterfahrplan`, `Bolån` and `Studielån`: two compounds that differ in what is before one common end. */
function haveOneHead(a: string[], b: string[]): boolean {
  const [first, second] = [a, b].map((parts) =>
    parts.filter((part) => /\p{L}/u.test(part)).map((part) => part.toLowerCase()),
  )
  const [one, two] = [first![0], second![0]]
  if (first!.length !== 1 || second!.length !== 1 || one === two) return false
  let common = 0
  while (common < one!.length && common < two!.length && one!.at(-1 - common) === two!.at(-1 - common)) common++
  const hasStart = (word: string) => word.length - common >= 2
  return (
    common >= minHead &&
    hasStart(one!) &&
    hasStart(two!) &&
    !kindsOfText.test(one!) &&
    !isEnding.test(one!.slice(-common))
  )
}

/** Ends that words have without being compounds: `Zahlung` and `Rechnung`, `Leveranser` and `Returer`. */
const isEnding =
  /^.{0,2}(?:ung|ungen|heit|keit|schaft|tion|tionen|ment|ing|ings|ningar|ning|else|ion|ions|ions|ies|ers?|ter|ten|ern|are|arna|erna|orna|ande|ende|het|ity|ness|ance|ence|able|ible|ally|ling|ure|ures|ular|isch|lich|ler)$/

/** Whether the word at a place narrows what a title is about: before a word of both, or behind a preposition or a mark. */
function isNarrowing(parts: string[], place: number, all: TitleWord[], shared: ReadonlySet<string>): boolean {
  const before = parts
    .slice(0, place)
    .findLast((part) => !isStopWord(part.toLowerCase(), 'en') || narrowing.has(part.toLowerCase()))
  if (before !== undefined && (narrowing.has(before.toLowerCase()) || /^[(:–—|]$/.test(before))) return true
  const next = all.find((word) => word.place === place + 1)
  return next !== undefined && shared.has(next.form)
}

/** What two texts say, and the titles above them. */
export type TitledTexts = { titles: readonly [string, string]; texts: readonly [string, string] }

/** The words that one title has alone and that the texts do not have in common, as `compareTitles` gives them. */
export function ownWords({ titles, texts }: TitledTexts, language: string | null): [Set<string>, Set<string>] {
  const { onlyFirst, onlySecond } = compareTitles(...titles, language)
  const [a, b] = texts.map((text) => new Set(words(text).map((word) => stem(word, language ?? 'en'))))
  const ofBoth = a!.intersection(b!)
  return [onlyFirst.difference(ofBoth), onlySecond.difference(ofBoth)]
}

/**
 * Whether two texts are about different things by the titles above them, `language` being theirs: as `compareTitles` says,
 * unless both texts have a word that only one title has.
 */
export function areToldApart(titled: TitledTexts, language: string | null): boolean {
  const { areOfDifferentThings, onlyFirst, onlySecond } = compareTitles(...titled.titles, language)
  const [first, second] = ownWords(titled, language)
  return areOfDifferentThings && first.size === onlyFirst.size && second.size === onlySecond.size
}
