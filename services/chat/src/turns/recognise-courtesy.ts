import type { Courtesy } from '@frontdesk/contracts'
import { words } from '@frontdesk/language'

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))
const phrases = (text: string): string[] =>
  text
    .trim()
    .split(/\s*,\s*/)
    .map((phrase) => phrase.replace(/\s+/g, ' '))

type Lexicon = Record<Courtesy, string[]> & {
  /** Words that may stand beside: they ask for nothing. */
  beside: ReadonlySet<string>
}

const lexicons: Record<string, Lexicon> = {
  en: {
    greeting: phrases(
      `hi, hello, hey, heya, hiya, howdy, good morning, good afternoon, good evening, good day, greetings, hi there,
      hello there, how are you, how are you doing, how is it going, how s it going, nice to meet you`,
    ),
    thanks: phrases(
      `thanks, thank you, thank u, thx, ty, cheers, many thanks, thanks a lot, thank you very much, thank you so much,
      thanks so much, much appreciated, appreciate it, i appreciate it, that helped, that helps, that was helpful`,
    ),
    goodbye: phrases(
      `bye, goodbye, good bye, bye bye, see you, see ya, see you later, take care, have a nice day, have a good day,
      have a great day, have a good one, have a nice weekend, good night, that is all, that s all, that was all`,
    ),
    beside:
      list(`helpful again all and everyone folks friend friends guys great good lovely nice very much so really a lot perfect
      excellent awesome super ok okay oh ah well for your the help support answer reply time everything quick fast kind
      team sir madam there to you now then today my dear no yes yeah that is was s it i m fine`),
  },
  sv: {
    greeting: phrases(
      `hej, hejsan, hallå, tja, tjena, tjenare, tjenixen, god morgon, godmorgon, god dag, goddag, god eftermiddag, god kväll,
      godkväll, hej hej, hej där, hur mår du, hur är läget, läget, hur är det, trevligt att träffas`,
    ),
    thanks: phrases(
      `tack, tackar, tusen tack, stort tack, tack så mycket, tack så jättemycket, tack snälla, tack för hjälpen,
      tack för svaret, tack ska du ha, det hjälpte, det var till hjälp, jag tackar, uppskattar det`,
    ),
    goodbye: phrases(
      `hej då, hejdå, adjö, vi ses, vi hörs, ha det bra, ha det så bra, ha det fint, ha en bra dag, ha en fin dag,
      ha en trevlig dag, ha en trevlig helg, trevlig helg, god natt, godnatt, det var allt, det var bara det`,
    ),
    beside:
      list(`igen alla och så mycket jättemycket verkligen bra toppen perfekt super kanon fint utmärkt ok okej åh jaha för
      din er ert den hjälpen hjälp svaret svar snabba snabbt allt tiden teamet du ni dig nu då idag min vän nej ja jo det
      var är jag mår snälla på dig detsamma`),
  },
  de: {
    greeting: phrases(
      `hallo, guten morgen, guten tag, guten abend, moin, servus, grüß gott, grüezi, grüß dich, hallöchen, wie geht es dir,
      wie geht es ihnen, wie geht s, wie gehts`,
    ),
    thanks: phrases(
      `danke, dankeschön, danke schön, danke sehr, vielen dank, herzlichen dank, besten dank, tausend dank, lieben dank,
      danke dir, danke ihnen, das hat geholfen, das war hilfreich`,
    ),
    goodbye: phrases(
      `tschüss, tschüß, tschau, ciao, auf wiedersehen, auf wiederhören, bis dann, bis bald, bis später, mach s gut,
      schönen tag, schönen tag noch, einen schönen tag, schönes wochenende, gute nacht, das war alles, das wars`,
    ),
    beside:
      list(`nochmal noch alle zusammen und sehr viel wirklich gut super toll perfekt prima ok okay ach so für deine ihre
      die hilfe antwort schnelle schnell alles zeit team du sie dir ihnen jetzt heute mein lieber liebe nein ja das war ist
      mir einen schönen ebenfalls gleichfalls`),
  },
  ar: {
    greeting: phrases(
      `مرحبا, مرحباً, أهلا, أهلاً, اهلا, السلام عليكم, سلام, صباح الخير, مساء الخير, أهلا وسهلا, اهلا وسهلا, كيف حالك, هلا`,
    ),
    thanks: phrases(`شكرا, شكراً, شكرا جزيلا, شكراً جزيلاً, شكرا لك, شكراً لك, جزاك الله خيرا, متشكر, ممتن لك`),
    goodbye: phrases(`مع السلامة, وداعا, وداعاً, إلى اللقاء, الى اللقاء, تصبح على خير, يوم سعيد, باي`),
    beside: list(
      'جدا جداً كثيرا كثيراً لك لكم على المساعدة مساعدتك مساعدتكم يا صديقي وعليكم جميعا بكم نعم لا حسنا تمام ممتاز',
    ),
  },
}

/** What a message of so many words says is more than a courtesy. */
const maxWords = 12
/** `Hej Kalle`: a name after a greeting. */
const maxNames = 1

/** How a courtesy counts when a message holds several: `Hej då, tack` says goodbye. */
const order: Courtesy[] = ['goodbye', 'thanks', 'greeting']

/**
 * A message that is a greeting, thanks or a goodbye and nothing else, and the language of its words; undefined for any
 * that also asks or says something. Where words are of several languages, `spoken` (ISO 639-1) decides.
 */
export function recogniseCourtesy(
  text: string,
  spoken?: string | null,
): { kind: Courtesy; language: string } | undefined {
  const said = words(text)
  if (said.length === 0 || said.length > maxWords) return undefined
  const names = new Set([...text.matchAll(/[\p{L},]\s+(\p{Lu}\p{Ll}+)/gu)].map((match) => match[1]!.toLowerCase()))
  const languages = Object.keys(lexicons).sort((a, b) => Number(b === spoken) - Number(a === spoken))
  for (const language of languages) {
    const kind = kindIn(lexicons[language]!, said, names, text.includes('?'))
    if (kind) return { kind, language }
  }
  return undefined
}

/**
 * A message without the greeting before what it asks and the thanks after it, which are no words to look for; the message
 * itself when it holds nothing else. A courtesy ends with a sentence, a comma or a line.
 */
export function withoutCourtesies(text: string, spoken?: string | null): string {
  const parts = text.split(/(?<=[!.,?\n])\s+/)
  const isCourtesy = (part: string) => recogniseCourtesy(part, spoken) !== undefined
  const from = parts.findIndex((part) => words(part).length > 0 && !isCourtesy(part))
  if (from === -1) return text
  const to = parts.findLastIndex((part) => words(part).length > 0 && !isCourtesy(part))
  return from === 0 && to === parts.length - 1 ? text : parts.slice(from, to + 1).join(' ')
}

function kindIn(
  lexicon: Lexicon,
  said: string[],
  names: ReadonlySet<string>,
  isQuestion: boolean,
): Courtesy | undefined {
  let rest = ` ${said.join(' ')} `
  let asksHowWeAre = false
  const found = new Set<Courtesy>()
  const all = order.flatMap((kind) => lexicon[kind].map((phrase) => ({ kind, phrase })))
  for (const { kind, phrase } of all.sort((a, b) => b.phrase.length - a.phrase.length)) {
    const spaced = ` ${words(phrase).join(' ')} `
    while (rest.includes(spaced)) {
      rest = rest.replace(spaced, '  ')
      found.add(kind)
      if (/^ (?:how|hur|wie|كيف|läget)/.test(spaced)) asksHowWeAre = true
    }
  }
  if (found.size === 0 || (isQuestion && !asksHowWeAre)) return undefined
  const left = rest.split(' ').filter((word) => word !== '' && !lexicon.beside.has(word))
  if (left.length > maxNames || left.some((word) => !names.has(word))) return undefined
  return order.find((kind) => found.has(kind))
}
