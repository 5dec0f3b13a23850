import type { Tone } from '@frontdesk/models'
import { greetings, longForms, perfects, shortForms, tells } from './tone-words.ts'

/** A text in another tone, as far as rules can change it. */
export type Toned = {
  text: string
  /** What was changed, and how many times: `2 contractions`. */
  changed: string[]
  /** Expressions of another tone that were left, as they appear in the text. */
  left: string[]
}

const contraction = /^[\p{L}]+(?:['’][\p{L}]+)*/u
/** An address, a link, a file, a code, a masked value: letter by letter. */
const literal = /[@*_/\\#]|\p{L}\.\p{L}|\p{N}/u
const emoji =
  /(?:\p{Regional_Indicator}{2}|(?![©®™])\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)*)/gu
const emoticon = /^(?:[:;=8][-']?[)(DPpO3/]|<3|[xX]D)[.!]*$/
const endOfSentence = /(!+)(["'”’»)\]]*)$/
/** The parts of a text between white space, and the white space. */
const parts = /\s+|\S+/g

/**
 * A text in another tone, by rules for English and Swedish: its greeting, contractions and everyday words, exclamation
 * marks, emoji. Numbers, addresses, links and codes stay letter by letter. Applied twice it changes nothing more. Linear.
 */
export function applyTone(text: string, tone: Tone): Toned {
  const counts = new Map<string, number>()
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
  let toned = tone === 'informal' ? text : withoutEmoji(text, count)
  toned = withGreeting(toned, tone, count)
  toned = tone === 'informal' ? shortened(toned, count) : lengthened(toned, tone, count)
  const left = [...new Set((toned.match(/[\p{L}'’]+/gu) ?? []).map(plain))].filter((word) =>
    (tone === 'informal' ? tells.informal : tells.formal).has(word),
  )
  return { text: toned, changed: [...counts].map(([what, times]) => `${times} ${what}${times > 1 ? 's' : ''}`), left }
}

const plain = (word: string): string => word.toLowerCase().replaceAll('’', "'")

function withoutEmoji(text: string, count: (what: string) => void): string {
  let result = ''
  for (const [part] of text.matchAll(parts)) {
    const bare = part.replace(emoji, '')
    const kept = emoticon.test(bare) ? bare.replace(/^.*?([.!]*)$/, '$1') : bare
    if (kept === part) result += part
    else {
      count('emoji')
      // The space before it goes with it.
      if (/^[.!?…,]*$/.test(kept)) result = result.replace(/[^\S\n]+$/, '')
      result += kept
    }
  }
  return result === text ? text : result.replace(/^\s+/, '')
}

function withGreeting(text: string, tone: Tone, count: (what: string) => void): string {
  const start = text.slice(0, 40).toLowerCase()
  for (const { words, ...toned } of [greetings.en, greetings.sv]) {
    const found = words.find((word) => start.startsWith(word) && /^(?:[\s,.!–-]|$)/.test(start.slice(word.length)))
    if (found === undefined) continue
    if (found === toned[tone].toLowerCase()) return text
    // "Good day, how" and "God dag, det": a formal greeting is no part of the sentence.
    count('greeting')
    return toned[tone] + text.slice(found.length)
  }
  return text
}

function lengthened(text: string, tone: Tone, count: (what: string) => void): string {
  const all = text.match(parts) ?? []
  let result = ''
  for (const [i, part] of all.entries()) {
    let next = part
    const stop = endOfSentence.exec(part)
    if (stop) {
      const before = part.slice(0, stop.index)
      next = before + (/[.?!…]$/.test(before) || before === '' ? '' : '.') + stop[2]
      count('exclamation mark')
    }
    result += tone === 'formal' ? withLongForm(next, all[i + 2] ?? '', count) : next
  }
  return result
}

function withLongForm(part: string, after: string, count: (what: string) => void): string {
  const opening = /^["'“”‘(«]*/.exec(part)![0]
  const rest = part.slice(opening.length)
  const word = contraction.exec(rest)?.[0]
  if (!word || literal.test(part)) return part
  let long = longForms.get(plain(word))
  if (!long) return part
  if (long.endsWith(' is') && perfects.has(plain(after.replace(/\P{L}/gu, '')))) long = long.replace(/ is$/, ' has')
  count('contraction')
  return opening + likeFirst(word, long) + rest.slice(word.length)
}

const likeFirst = (model: string, text: string): string =>
  /^\p{Lu}/u.test(model) ? text[0]!.toUpperCase() + text.slice(1) : text

function shortened(text: string, count: (what: string) => void): string {
  const all = text.match(parts) ?? []
  let result = ''
  for (let i = 0; i < all.length; i++) {
    const [first, space, second] = [all[i]!, all[i + 1], all[i + 2]]
    // Never before a stop or at an end: "Yes, it is."
    const goesOn = (at: number) => /^[^\S\n]+$/.test(all[at] ?? '') && /^\p{L}/u.test(all[at + 1] ?? '')
    const one = goesOn(i + 1) ? shortForms.get(plain(first)) : undefined
    const two =
      space?.trim() === '' && second !== undefined && goesOn(i + 3)
        ? shortForms.get(`${plain(first)} ${plain(second)}`)
        : undefined
    if (one ?? two) {
      count('contraction')
      result += likeFirst(first, (one ?? two)!)
      if (two) i += 2
    } else result += first
  }
  return result
}
