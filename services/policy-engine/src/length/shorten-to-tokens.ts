import type { Tokenizer } from '@frontdesk/models'

/** Words that end in a full stop inside a sentence; as a letter alone does, too. */
const abbreviations = new Set(
  'mr mrs ms dr prof st no vs e.g i.e approx t.ex bl.a d.v.s ca kl nr tel resp inkl exkl'.split(' '),
)

const terminators = new Set(['.', '!', '?', '…', '。', '！', '？'])
const closers = new Set(['"', "'", ')', ']', '”', '’', '»'])

type Options = {
  /** False for a text that still grows. */
  final: boolean
  /** Whether a first sentence that is too long may end after this start of it. */
  mayCut?: (start: string, whole: string) => boolean
}

/**
 * The longest start of a text that has at most `maxTokens` tokens and ends at a sentence's end; a first sentence that is
 * longer is cut at a word. For a text that still grows: the part of it that no continuation can take back, so that what is
 * let out only grows. Answers the whole text when it fits.
 */
export function shortenToTokens(
  text: string,
  maxTokens: number,
  tokenizer: Tokenizer,
  { final, mayCut = () => true }: Options,
): string {
  // What is let out early is a start of the whole text too, so both answers agree.
  if (final && tokenizer.count(text) <= maxTokens) return text
  let kept = 0
  let tokens = 0
  for (const end of [...sentenceEnds(text), ...(final ? [text.length] : [])]) {
    // White space goes with the word after it, so the tokens of sentences add up to those of the text.
    tokens += tokenizer.count(text.slice(kept, end))
    if (tokens > maxTokens) {
      const whole = text.slice(0, end)
      return kept > 0 ? text.slice(0, kept) : cutAtWord(whole, maxTokens, tokenizer, (start) => mayCut(start, whole))
    }
    kept = end
  }
  return text.slice(0, kept)
}

/** A cut is moved back by at most this many words; no personal data is longer. */
const maxWordsBack = 16

/**
 * Never inside a word: half of an e-mail address would look like none to a PII Filter that comes after. A word that is too
 * long by itself (a script without spaces) is cut at a token, but left out when there is an @ in it.
 */
function cutAtWord(text: string, maxTokens: number, tokenizer: Tokenizer, mayCut: (start: string) => boolean): string {
  const cut = tokenizer.cut(text, maxTokens)
  let start = cut
  if (cut.length < text.length && !/^\s/.test(text.slice(cut.length))) {
    start = withoutLastWord(cut)
    if (start === '') {
      const next = text.slice(cut.length).search(/\s/)
      const word = next < 0 ? text : text.slice(0, cut.length + next)
      if (!/[@＠﹫]/.test(word)) start = cut
    }
  }
  start = start.trimEnd()
  for (let back = 0; start !== '' && !mayCut(start); back++) start = back < maxWordsBack ? withoutLastWord(start) : ''
  return start
}

function withoutLastWord(text: string): string {
  let space = text.length - 1
  while (space >= 0 && text[space]!.trim() !== '') space--
  return text.slice(0, Math.max(space, 0)).trimEnd()
}

/**
 * Where sentences end, each known from what stands before it and the one white-space character after it, so that more
 * text never moves an end that was found.
 */
function sentenceEnds(text: string): number[] {
  const ends: number[] = []
  // Where a terminator and the quotes and brackets after it began; -1 outside of one.
  let stopAt = -1
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!
    if (terminators.has(character)) stopAt = stopAt < 0 ? i : stopAt
    else if (stopAt >= 0 && closers.has(character)) continue
    else {
      const isSpace = character.trim() === ''
      if (stopAt >= 0 && isSpace && !isAbbreviated(text, stopAt, i)) ends.push(i)
      else if (stopAt < 0 && character === '\n' && text[i + 1] === '\n') ends.push(i)
      stopAt = -1
    }
  }
  return ends
}

function isAbbreviated(text: string, stopAt: number, end: number): boolean {
  if (text[stopAt] !== '.' || end - stopAt > 1) return false
  const before = text.slice(Math.max(0, stopAt - 12), stopAt)
  const word = before.slice(before.search(/\S*$/)).toLowerCase()
  return abbreviations.has(word) || /^\p{L}$/u.test(word)
}
