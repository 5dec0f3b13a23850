import { type Random, seeded } from '../personal-data/random.ts'

/*
 * Disguises of words that the filter was not fitted to: other topics, and two disguises at a time, made otherwise than those
 * of `generated-disguises.ts`. Nobody read which of them are missed.
 */
export const heldOutTopics = [
  {
    name: 'alcohol',
    phrases: ['whiskey', 'alcohol', 'vodka', 'alkohol', 'brännvin'],
    words: ['whiskey', 'alcohol', 'vodka'],
  },
  {
    name: 'tobacco',
    phrases: ['tobacco', 'cigarette', 'nicotine', 'cigarett'],
    words: ['tobacco', 'cigarettes', 'nicotine'],
  },
  { name: 'hacking', phrases: ['malware', 'phishing', 'ransomware'], words: ['malware', 'phishing', 'ransomware'] },
  { name: 'religion', phrases: ['religion', 'church', 'salvation'], words: ['religions', 'churches', 'salvation'] },
]

type Change = (word: string, random: Random) => string
const code = (letter: string) => letter.codePointAt(0)!
const oneLetter =
  (change: (letter: string, random: Random) => string): Change =>
  (word, random) => {
    const at = random.below(word.length)
    return word.slice(0, at) + change(word[at]!, random) + word.slice(at + 1)
  }
const inner: Record<string, Change> = {
  plain: (word) => word,
  capitals: (word) => word.toUpperCase(),
  sign: (word) => word.replace('o', '0').replace('e', '3').replace('i', '!'),
  apart: (word, random) => [...word].join(random.pick(['-', '.', ' ', '_', '·'])),
  entity: oneLetter((letter) => `&#x00${code(letter).toString(16)};`),
  escape: oneLetter((letter) => `\\u{${code(letter).toString(16)}}`),
  markup: oneLetter(
    (letter) => `<em style="color: #fff; font-family: 'Arial > Sans'; padding: 0 0 0 0">${letter}</em>`,
  ),
  css: oneLetter((letter) => `\\0000${code(letter).toString(16)}`),
  drawn: oneLetter((letter) => letter.repeat(5)),
  accent: oneLetter((letter) => `${letter}\u0301`),
  number: (word, random) => word + random.below(10),
}
const outer: Record<string, Change> = {
  plain: (text) => text,
  base64: (text) => Buffer.from(`my thoughts on ${text}`).toString('base64'),
  'base64 in base64': (text) => btoa(btoa(unescape(encodeURIComponent(`${text} it is`)))),
  'base64 in a link': (text) => `https://example.com/?q=${Buffer.from(`see ${text}`).toString('base64url')}&x=1`,
  hexadecimal: (text) => `0x${Buffer.from(text).toString('hex')}`,
  'hexadecimal bytes': (text) =>
    [...Buffer.from(text)].map((byte) => `0x${byte.toString(16).padStart(2, '0')}`).join(', '),
  percent: (text) =>
    [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join(''),
  'right to left': (text) =>
    `<span style="unicode-bidi:bidi-override;direction:rtl">${[...text].reverse().join('')}</span>`,
}
const sentences = ['I was wondering about {}, thanks', 'do you have {} here?', 'so, {} it is, right?', '{}']

/** So many messages of each pair of disguises as asked for. Markup and codes are not turned around. */
export function heldOutMessages(each: number, seed: number): { text: string; topic: string; disguise: string }[] {
  const random = seeded(seed)
  return Object.entries(outer).flatMap(([around, encode]) =>
    Object.entries(inner)
      .filter(
        ([within]) => around !== 'right to left' || !['entity', 'escape', 'markup', 'css', 'accent'].includes(within),
      )
      .flatMap(([within, change]) =>
        Array.from({ length: each }, () => {
          const { name, words } = random.pick(heldOutTopics)
          const text = random.pick(sentences).replace('{}', () => encode(change(random.pick(words), random), random))
          return { text, topic: name, disguise: `${within}, ${around}` }
        }),
      ),
  )
}
