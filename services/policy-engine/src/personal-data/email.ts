import { mark } from './displayed-text.ts'
import type { GrowingMask } from './mask.ts'
import { numberMask } from './mask-numbers.ts'
import { spelledOutAddresses } from './spelled-out.ts'

const atSigns = new Set(['@', '＠', '﹫'])
/** Beside letters and digits: the other characters of an atom (RFC 5322 §3.2.3), dots among them, full-width ones too. */
const localPunctuation = new Set([...".!#$%&'*+-/=?^_`{|}~", '．'])
const domainPunctuation = new Set(['.', '-', '．', '。'])
const dots = new Set(['.', '．', '。'])
/** Letters, marks and digits of any script (RFC 6531), and invisible characters, which must not break an address in two. */
const wordCharacter = /^[\p{L}\p{M}\p{N}\p{Cf}\p{Cs}]$/u
const letterOrDigit = /^[\p{L}\p{N}]$/u

const isAsciiWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
const isWord = (character: string): boolean => {
  const code = character.codePointAt(0)!
  return code < 128 ? isAsciiWord(code) : wordCharacter.test(character)
}
const isLocal = (character: string): boolean => isWord(character) || localPunctuation.has(character)
const isDomain = (character: string): boolean => isWord(character) || domainPunctuation.has(character)
const isAddress = (character: string): boolean => isLocal(character) || isDomain(character) || atSigns.has(character)
const isEdge = (character: string): boolean => letterOrDigit.test(character)

/** Masks e-mail addresses, and those whose at sign is spelled out. */
export function emailMask(): GrowingMask {
  const spelledOut = numberMask([{ kind: 'email', finder: spelledOutAddresses, isMasked: true, noPartOf: [] }])
  // The run of characters of an address that the text ends with for now, as it came.
  let open: string[] = []
  const found = new Map<string, number>()
  let addresses = 0
  return {
    found,
    push(text, final) {
      const more = spelledOut.push(text, final)
      const settled = final ? more.length : settledLength(more)
      let masked = ''
      if (final || settled > 0) {
        const result = maskAddresses(open.join('') + more.slice(0, settled))
        masked = result.text
        addresses += result.found
        open = []
      }
      if (settled < more.length) open.push(more.slice(settled))
      const count = addresses + (spelledOut.found.get('email') ?? 0)
      if (count > 0) found.set('email', count)
      return masked
    },
  }
}

type MaskedRun = { text: string; found: number }

/**
 * Masks every e-mail address: the first character of the local part and of the domain stay, each other character becomes
 * an asterisk, the @ stays. `anna.berg@example.com` → `a********@e**********`. Punctuation around an address is not part
 * of it. Characters are code points. One pass: every character is looked at a bounded number of times.
 */
function maskAddresses(text: string): MaskedRun {
  if (!hasAtSign(text)) return { text, found: 0 }
  let masked = ''
  let found = 0
  let run: string[] = []
  const endRun = () => {
    const result = maskRun(run)
    masked += result.text
    found += result.found
    run = []
  }
  // An address holds none of the characters between runs, so each run stands by itself.
  for (const character of text) {
    if (isAddress(character)) run.push(character)
    else {
      if (run.length > 0) endRun()
      masked += character
    }
  }
  endRun()
  return { text: masked, found }
}

function hasAtSign(text: string): boolean {
  for (const sign of atSigns) if (text.includes(sign)) return true
  return false
}

function maskRun(run: string[]): MaskedRun {
  const characters = [...run]
  let found = 0
  let free = 0
  for (let at = 0; at < run.length; at++) {
    if (!atSigns.has(run[at]!)) continue
    const local = localStart(run, at)
    const domain = nextVisible(run, at)
    const end = domainEnd(run, domain)
    if (local === at || end === domain) continue
    for (let i = Math.max(local + 1, free); i < end; i++)
      if (i !== at && i !== domain && run[i] !== mark) characters[i] = '*'
    found++
    free = end
    // The character at `end` may be the @ of an address that begins inside this one's domain.
    at = end - 1
  }
  return { text: characters.join(''), found }
}

const endOfNumber = /(?:\p{N}\p{L}?|^\p{L})$/u

/**
 * Where the local part begins: at a letter or digit if it has one, so that quotes and emphasis around it are left alone.
 * A slash parts it from a number, some of which end with a letter.
 */
function localStart(run: string[], at: number): number {
  let first = at
  while (first > 0 && isLocal(run[first - 1]!)) {
    if (run[first - 1] === '/' && first < at && endOfNumber.test(run.slice(Math.max(0, first - 3), first - 1).join('')))
      break
    first--
  }
  let start = first
  while (start < at && !isEdge(run[start]!)) start++
  if (start < at) return start
  while (first < at && run[first] === mark) first++
  return first
}

/** The first character after one that can be seen: where the domain begins after the @, and a label after the dot. */
function nextVisible(run: string[], at: number): number {
  let next = at + 1
  while (next < run.length && /^\p{Cf}$/u.test(run[next]!)) next++
  return next
}

/**
 * Where the domain ends: after its last label that could be a top-level one (it begins with a letter and has two
 * characters or more), with a dot before that. `start` when there is no domain, as in `package@1.2.3`.
 */
function domainEnd(run: string[], start: number): number {
  if (!isEdge(run[start] ?? '')) return start
  let end = start
  while (end < run.length && isDomain(run[end]!)) end++
  let labelEnd = end
  for (let i = end - 1; i > start; i--) {
    if (!dots.has(run[i]!)) continue
    while (labelEnd > i && !isEdge(run[labelEnd - 1]!)) labelEnd--
    const first = nextVisible(run, i)
    if (labelEnd - first > 1 && /^\p{L}$/u.test(run[first]!)) return labelEnd
    labelEnd = i
  }
  return start
}

/** Up to the last character that no address can hold: a run that is still growing may yet become one. */
function settledLength(text: string): number {
  let settled = text.length
  while (settled > 0) {
    const low = text.charCodeAt(settled - 1)
    const isPair = settled > 1 && (text.codePointAt(settled - 2) ?? 0) > 0xffff && low >= 0xdc00 && low <= 0xdfff
    const size = isPair ? 2 : 1
    // Half of a pair at the very end counts as part of an address until the other half has come.
    if (!isAddress(text.slice(settled - size, settled))) return settled
    settled -= size
  }
  return 0
}
