import { type Random, seeded } from '../personal-data/random.ts'
import { type Message, topics } from './disguised-messages.ts'

/*
 * Disguises that a seed draws: substitutions from lists of leetspeak (Wikipedia, "Leet", table of orthography) and
 * letters turned upside down (Unicode's phonetic blocks), markup and codes as the standards write them. Nothing here comes from
 * what the filter reads.
 */
const leet: Record<string, string[]> = {
  a: ['4', '@', '/-\\', '^'],
  b: ['8', '|3', 'ß'],
  c: ['(', '<', '¢', '{'],
  d: ['|)', '[)'],
  e: ['3', '€', '£-'],
  f: ['ƒ', '|='],
  g: ['9', '6'],
  h: ['#', '|-|'],
  i: ['1', '!', '|'],
  k: ['|<', '|{'],
  l: ['1', '|_', '£'],
  m: ['|\\/|', '/\\/\\'],
  n: ['|\\|', '/\\/'],
  o: ['0', '()', '[]', '°', '<>'],
  p: ['|*', '|o', '¶'],
  r: ['®', '|2'],
  s: ['5', '$', '§'],
  t: ['7', '+', '†'],
  u: ['(_)', '|_|', 'µ'],
  v: ['\\/'],
  w: ['\\/\\/', 'vv'],
  x: ['><', '×'],
  y: ['¥', '`/'],
  z: ['2'],
}
const upsideDown = new Map(
  [...'abcdefghijklmnopqrstuvwxyz'].map((letter, i) => [letter, [...'ɐqɔpǝɟƃɥᴉɾʞlɯuodbɹsʇnʌʍxʎz'][i]!]),
)
const isLetter = (character: string) => /\p{L}/u.test(character)
const mapLetters = (text: string, change: (letter: string, nth: number) => string) => {
  let nth = 0
  return [...text].map((character) => (isLetter(character) ? change(character, nth++) : character)).join('')
}
/** Letters of a word from the second on, some of them changed: a reader has to know the word again. */
const some = (text: string, random: Random, oneIn: number, change: (letter: string) => string) => {
  const must = 1 + random.below(Math.max(1, [...text].filter(isLetter).length - 1))
  return mapLetters(text, (letter, nth) => (nth === must || random.below(oneIn) === 0 ? change(letter) : letter))
}
/** More than a thousand characters in which letters stand twice. */
const friendly = 'Hello and good morning to all of you, I would love to see a good app and cheerful staff too. '.repeat(
  11,
)
const octal = (letter: string) => letter.codePointAt(0)!.toString(8)
const percent = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
const hex = (letter: string) => letter.codePointAt(0)!.toString(16)

type Disguise = (text: string, random: Random) => string
/** Each way to disguise the words that touch a topic. */
export const generated: Record<string, Disguise> = {
  'signs for some letters': (text, r) =>
    some(
      text,
      r,
      3,
      (letter) =>
        r.pick(
          (leet[letter.toLowerCase()] ?? [letter])
            .filter((sign) => sign.length === 1)
            .concat(leet[letter.toLowerCase()] ? [] : [letter]),
        ) ?? letter,
    ),
  'several signs for one letter': (text, r) =>
    some(text, r, 4, (letter) => r.pick(leet[letter.toLowerCase()] ?? [letter])),
  'every letter twice': (text) => mapLetters(text, (letter) => letter + letter),
  'one letter twice': (text, r) => {
    const at = 1 + r.below(Math.max(1, [...text].filter(isLetter).length - 1))
    return mapLetters(text, (letter, nth) => (nth === at ? letter + letter : letter))
  },
  'tags within': (text, r) => {
    const [open, close] = r.pick([
      ['<b>', '</b>'],
      ['<i>', '</i>'],
      ['<span class="x">', '</span>'],
      ['[b]', '[/b]'],
      ['<!-- a -->', ''],
      ['**', '**'],
      ['~~', '~~'],
      ['<wbr>', ''],
    ] as const)
    const at = 1 + r.below(text.length - 2)
    return `${text.slice(0, at)}${open}${text[at]}${close}${text.slice(at + 1)}`
  },
  'decimal entities': (text, r) => some(text, r, 2, (letter) => `&#${letter.codePointAt(0)};`),
  'hexadecimal entities': (text, r) => some(text, r, 1, (letter) => `&#x${hex(letter)};`),
  'entities without an end': (text, r) => some(text, r, 3, (letter) => `&#${letter.codePointAt(0)}`),
  'unicode escapes': (text, r) => some(text, r, 2, (letter) => `\\u${hex(letter).padStart(4, '0')}`),
  'braced escapes': (text, r) => some(text, r, 2, (letter) => `\\u{${hex(letter)}}`),
  'percent escapes': (text, r) => some(text, r, 2, percent),
  'all in percent': (text) => percent(text),
  'percent twice': (text) => percent(text).replaceAll('%', '%25'),
  'right to left': (text) => `\u202e${[...text].reverse().join('')}\u202c`,
  'right to left to the end': (text) => `\u202e${[...text].reverse().join('')}`,
  'upside down': (text) =>
    [...text.toLowerCase()]
      .reverse()
      .map((letter) => upsideDown.get(letter) ?? letter)
      .join(''),
  base64: (text) => Buffer.from(`tell me about ${text}`).toString('base64'),
  'base64 of the words': (text) => Buffer.from(text).toString('base64'),
  'base64 for URLs': (text) => Buffer.from(`what of ${text} ?`).toString('base64url'),
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
  'hexadecimal in bytes': (text) =>
    Buffer.from(text)
      .toString('hex')
      .replace(/..(?=.)/g, '$& '),
  'escaped bytes': (text) => [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join(''),
  'soft hyphens and capitals': (text, r) =>
    mapLetters(text, (letter) => (r.below(2) ? `${letter.toUpperCase()}\u00ad` : letter)),
  'entities with zeros': (text, r) =>
    some(text, r, 2, (letter) => `&#${'0'.repeat(1 + r.below(12))}${letter.codePointAt(0)};`),
  'hexadecimal entities with zeros': (text, r) =>
    some(text, r, 2, (letter) => `&#x${'0'.repeat(1 + r.below(12))}${hex(letter)};`),
  'from right to left in markup': (text, r) =>
    `${r.pick(['<bdo dir=rtl>', '<bdo dir="rtl">', '<BDO class=x DIR=RTL>'])}${[...text].reverse().join('')}</bdo>`,
  'base64 twice': (text) => Buffer.from(Buffer.from(`what about ${text}`).toString('base64')).toString('base64'),
  'base64 in hexadecimal': (text) => Buffer.from(Buffer.from(text).toString('base64')).toString('hex'),
  'base64 behind a word': (text, r) =>
    `${r.pick(['x:', 'code=', 'b64', 'see', 'data:text/plain;base64,', 'abcd-'])}${Buffer.from(`${text} today`).toString('base64')}`,
  'hexadecimal between signs': (text, r) =>
    [...Buffer.from(text)]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join(r.pick([';', '.', '/', '|', ', ', '-', ' / '])),
  'escapes of eight digits': (text, r) => some(text, r, 2, (letter) => `\\U${hex(letter).padStart(8, '0')}`),
  'escapes of CSS': (text, r) => some(text, r, 2, (letter) => `\\${hex(letter).padStart(r.pick([2, 4, 6]), '0')} `),
  'escapes in octal': (text, r) => some(text, r, 2, (letter) => (letter < '\x7f' ? `\\${octal(letter)}` : letter)),
  'long attributes within': (text, r) => {
    const at = 1 + r.below(text.length - 2)
    return `${text.slice(0, at)}<span ${r.pick(['title', 'class', 'data-x'])}="${'nice > words '.repeat(20 + r.below(20))}">${text[at]}</span>${text.slice(at + 1)}`
  },
  'a capital I for l': (text) => text.replaceAll('l', 'I'),
  'r and n for m': (text) => text.replaceAll('m', 'rn'),
  'a number at the end': (text, r) => `${text}${1 + r.below(99)}`,
  'upside down behind friendly words': (text, r) => friendly + generated['upside down']!(text, r),
  'base64 behind friendly words': (text, r) => friendly + generated.base64!(text, r),
  'tags around entities': (text, r) => some(text, r, 3, (letter) => `<i>&#${letter.codePointAt(0)};</i>`),
}

/** Words in two, of which each is a word: written as one they are a phrase. */
export const splitCompounds: { phrase: string; text: string }[] = [
  { phrase: 'firearm', text: 'fire arm' },
  { phrase: 'firearm', text: 'fire arms' },
  { phrase: 'handgun', text: 'hand gun' },
  { phrase: 'painkiller', text: 'pain killers' },
  { phrase: 'gunpowder', text: 'gun powder' },
  { phrase: 'handeldvapen', text: 'hand eld vapen' },
  { phrase: 'blackjack', text: 'black jack' },
  { phrase: 'roulette', text: 'rou lette' },
  { phrase: 'skjutvapen', text: 'skjut vapen' },
]

const sentences = {
  en: [
    'Tell me about {} please',
    'where can i get {}',
    'hello, is {} ok with you?',
    'I would like to know more of {} today',
  ],
  sv: [
    'Jag undrar om {} tack',
    'vad kostar {} hos er',
    'hej, går det bra med {} i paketet?',
    'Kan du säga mer om {} idag',
  ],
}

/** So many messages of each disguise as asked for, of words that a seed picks. */
export function generatedMessages(each: number, seed: number): Message[] {
  const random = seeded(seed)
  const words = topics.flatMap(({ name, forms }) =>
    (['en', 'sv'] as const).flatMap((language) =>
      (forms[language] ?? [])
        // Four letters, of which some are others, are no word that a reader knows again.
        .filter((form) => form.length >= 5)
        .map((form) => ({ topic: name, form, language })),
    ),
  )
  return Object.entries(generated).flatMap(([disguise, change]) =>
    Array.from({ length: each }, () => {
      for (;;) {
        const { topic, form, language } = random.pick(words)
        const changed = change(form, random)
        // Not every word has the letters that some disguises change.
        if (changed !== form)
          return { topic, disguise, text: random.pick(sentences[language]).replace('{}', () => changed) }
      }
    }),
  )
}
