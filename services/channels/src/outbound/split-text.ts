import { splitIntoSentences } from '@frontdesk/language'

/** The length of the longest beginning of the text that fits, in whole graphemes; at least one. */
function longestFitting(text: string, fits: (text: string) => boolean): number {
  const ends = [...new Intl.Segmenter().segment(text)].map(({ index, segment }) => index + segment.length)
  let [low, high] = [0, ends.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(text.slice(0, ends[middle]))) low = middle
    else high = middle - 1
  }
  return ends[low]!
}

/**
 * Cuts a text into as few parts as `fits` allows, each from the end of the one before: after a sentence where there is one,
 * else after a word, else where it has to be. Nothing but white space between parts is lost. `fits` must hold for every
 * beginning of a text that it holds for.
 */
export function splitText(text: string, fits: (text: string) => boolean): string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (!fits(rest)) {
    const most = longestFitting(rest, fits)
    const upTo = rest.slice(0, most)
    // One character more tells whether the last word or sentence is whole.
    const sentence = splitIntoSentences(rest).findLast(({ end }) => end <= most)?.end ?? 0
    const word = /\s/.test(rest[most] ?? '')
      ? most
      : Math.max(...[' ', '\n', '\t'].map((space) => upTo.lastIndexOf(space)))
    const end = sentence > 0 ? sentence : word > 0 ? word : most
    parts.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return rest === '' && parts.length > 0 ? parts : [...parts, rest]
}
