import { mark } from './displayed-text.ts'
import { type PlainText, plainTextOf } from './plain-text.ts'

/** So many settled characters stay to be looked back at: the farthest label, and the words that a label is read from. */
const maxLookBack = 128
/** Room for so many characters is used again for the next segment. */
const maxRoom = 1_024

/**
 * A text that grows at its end and is let go at its beginning, beside its plain text. Kept are the characters that aren't
 * settled yet and a bounded number of settled ones before them, so that a new segment costs only itself.
 */
export type GrowingText = {
  /** Settled characters that may be looked back at, then those that aren't settled. */
  readonly plain: string
  /** Where in `plain` the first character stands that isn't settled. */
  readonly settled: number
  /** 1 for each character of `plain` that is masked. May be longer. */
  readonly hidden: Uint8Array
  /** The places, from the first on that isn't settled, before which markup stood. */
  seams(): number[]
  append(text: string, final: boolean): void
  /** Settles everything before a place of `plain`. Answers the text of it, masked, and by how much all places moved. */
  settle(to: number): { text: string; moved: number }
}

/** An empty text. */
export function growingText(): GrowingText {
  // Half of a surrogate pair, which waits for the other half.
  let half = ''
  // The text from its first character that isn't settled, and where in it each of those characters begins.
  let raw = ''
  let places: PlainText['places']
  let plain = ''
  let settled = 0
  let isAfterMark = false
  let hidden: Uint8Array<ArrayBuffer> = new Uint8Array(0)
  return {
    get plain() {
      return plain
    },
    get settled() {
      return settled
    },
    get hidden() {
      return hidden
    },
    seams() {
      // What can't be seen and came since parts the next character from the mark.
      const seams = isAfterMark && rawPlace(places, 0) === 0 ? [settled] : []
      if (!raw.includes(mark)) return seams
      for (let at = settled; at <= plain.length; at++)
        if (raw[rawPlace(places, at - settled) - 1] === mark) seams.push(at)
      return seams
    },
    append(text, final) {
      let added = half + text
      half = ''
      if (!final && isHighSurrogate(added.charCodeAt(added.length - 1))) {
        half = added.slice(-1)
        added = added.slice(0, -1)
      }
      const more = plainTextOf(added)
      places = joinPlaces(places, plain.length - settled, raw.length, more)
      raw += added
      plain += more.plain
      if (plain.length > hidden.length) {
        const longer = new Uint8Array(Math.max(plain.length, 2 * hidden.length))
        longer.set(hidden)
        hidden = longer
      }
    },
    settle(to) {
      const end = to === plain.length ? raw.length : rawPlace(places, to - settled)
      const text = maskHidden(raw.slice(0, end), places, hidden, settled, to)
      if (end > 0) isAfterMark = raw[end - 1] === mark
      raw = raw.slice(end)
      places = places?.slice(to - settled).map((place) => place - end)
      const moved = Math.max(0, to - maxLookBack)
      plain = plain.slice(moved)
      // Room for a long segment would cost each short one after it.
      if (hidden.length > maxRoom) hidden = hidden.slice(moved, moved + plain.length)
      else {
        hidden.copyWithin(0, moved)
        hidden.fill(0, plain.length)
      }
      settled = to - moved
      return { text, moved }
    },
  }
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff

const rawPlace = (places: PlainText['places'], at: number): number => (places ? places[at]! : at)

/** Where the characters of two plain texts begin, one behind the other. Undefined while all stand where they stood. */
function joinPlaces(first: PlainText['places'], count: number, rawLength: number, second: PlainText) {
  if (count === 0 && rawLength === 0) return second.places
  if (!first && !second.places) return undefined
  const joined = new Uint32Array(count + second.plain.length + 1)
  for (let i = 0; i < count; i++) joined[i] = rawPlace(first, i)
  for (let i = 0; i <= second.plain.length; i++) joined[count + i] = rawLength + rawPlace(second.places, i)
  return joined
}

/** A text with an asterisk for each character of its plain text that is hidden: those from a place to another. */
function maskHidden(text: string, places: PlainText['places'], hidden: Uint8Array, start: number, end: number): string {
  let masked = ''
  let done = 0
  for (let at = hidden.indexOf(1, start); at >= 0 && at < end; at = hidden.indexOf(1, at)) {
    const from = rawPlace(places, at - start)
    let [to, count] = [from, 0]
    // A row of them is one part; what can't be seen between two of them ends it.
    for (; at < end && hidden[at] === 1 && rawPlace(places, at - start) === to; at++, count++) {
      to += text.codePointAt(to)! > 0xffff ? 2 : 1
    }
    masked += text.slice(done, from) + '*'.repeat(count)
    done = to
  }
  return done === 0 ? text : masked + text.slice(done)
}
