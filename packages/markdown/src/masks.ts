/** Stands for an asterisk of a mask while Markdown is read: a character of private use, which no font shows. */
const sign = '\uE02A'
/** What a PII Filter leaves of an e-mail address: `a********@e**********`. */
const maskedEmail = /[^\s*@]\**@[^\s*@.]\*+/g
/**
 * And of a telephone or card number: groups of asterisks with signs of such numbers between them, then its last digits:
 * `***-*** ** 67`, `+** (*)** *** ** 67`, `(***) ***-**23`.
 */
const maskedNumber = /\+?\(?\*+\)?(?:[ \u00a0.\-–/]?\(?\*+\)?)+(?:[ \u00a0.\-–/]?\d{1,4}(?![\p{L}\p{N}]))?/gu
/** The sign of a list, which is no part of the mask behind it. */
const bullet = /^\* /
/** So many asterisks in several groups, one of them longer than one, are no sign of Markdown. */
const minInGroups = 5

/** So many asterisks are no sign of Markdown. */
const minMask = 4

/** `maskFrom`: where the masked word begins that it is a part of. */
type Run = { start: number; length: number; maskFrom: number | undefined }

function runsOf(block: string): Run[] {
  const addresses = [...block.matchAll(maskedEmail)].map(({ index, 0: found }) => ({
    index,
    end: index + found.length,
  }))
  const numbers = [...block.matchAll(maskedNumber)].flatMap(({ index, 0: found }) => {
    const isListed = bullet.test(found) && block.slice(block.lastIndexOf('\n', index) + 1, index).trim() === ''
    const mask = isListed ? found.slice(2) : found
    const groups = mask.match(/\*+/g) ?? []
    // A full stop before asterisks mostly ends a sentence that is bold.
    const isSure = !mask.includes('.') || /\d$/.test(mask)
    const isMask =
      isSure && groups.length > 1 && groups.join('').length >= minInGroups && groups.some(({ length }) => length > 1)
    return isMask ? [{ index: index + found.length - mask.length, end: index + found.length }] : []
  })
  const masks = [...addresses, ...numbers]
  return [...block.matchAll(/\*+/g)].map(({ index, 0: { length } }) => {
    const address = masks.find((each) => each.index <= index && index < each.end)
    return { start: index, length, maskFrom: address?.index ?? (length >= minMask ? index : undefined) }
  })
}

const isSpace = (character: string | undefined): boolean => character === undefined || /\s/.test(character)
const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}@]/u.test(character)

/**
 * How many asterisks at the start and at the end of each mask are signs of bold or italic around it. They end one that
 * encloses nothing but the mask, and what is open at the end of a whole paragraph.
 */
function borrowed(block: string, runs: Run[], isFragment: boolean): { before: number; after: number }[] {
  const open: { length: number; end: number }[] = []
  const closersAfter = (length: number, from: number) =>
    runs.slice(from).filter((run) => {
      return run.maskFrom === undefined && run.length === length && !isSpace(block[run.start - 1])
    }).length
  return runs.map(({ start, length, maskFrom }, i) => {
    const end = start + length
    const [previous, next] = [block[start - 1], block[end]]
    const top = open.at(-1)
    if (maskFrom === undefined) {
      if (top?.length === length && !isSpace(previous)) open.pop()
      else if (!isSpace(next)) open.push({ length, end })
      return { before: 0, after: 0 }
    }
    const mayClose = top !== undefined && (top.end === maskFrom || (!isFragment && block.slice(end).trim() === ''))
    if (mayClose && length > top.length && !isWord(next) && closersAfter(top.length, i + 1) === 0) {
      open.pop()
      return { before: 0, after: top.length }
    }
    const closing = [2, 1, 3].find((each) => length > each && closersAfter(each, i + 1) % 2 === 1)
    if (top === undefined && closing !== undefined && !isWord(previous) && isWord(next)) {
      open.push({ length: closing, end: start + closing })
      return { before: closing, after: 0 }
    }
    return { before: 0, after: 0 }
  })
}

function hideIn(block: string, isFragment: boolean): string {
  const runs = runsOf(block)
  if (runs.every(({ maskFrom }) => maskFrom === undefined)) return block
  const around = borrowed(block, runs, isFragment)
  let hidden = ''
  let done = 0
  for (const [i, { start, length, maskFrom }] of runs.entries()) {
    const { before, after } = around[i]!
    const mask = '*'.repeat(before) + sign.repeat(length - before - after) + '*'.repeat(after)
    hidden += block.slice(done, start) + (maskFrom === undefined ? '*'.repeat(length) : mask)
    done = start + length
  }
  return hidden + block.slice(done)
}

/**
 * Markdown whose masks have no asterisks, so that none is taken for a sign of it; as long as the text given. `isFragment`:
 * it is cut out of a paragraph, so what is open at its end may end elsewhere.
 */
export const hideMasks = (markdown: string, { isFragment = false }: { isFragment?: boolean } = {}): string =>
  markdown
    .replaceAll(sign, ' ')
    .split(/(\n\s*\n)/)
    .map((block) => hideIn(block, isFragment))
    .join('')

/** The same with the asterisks of masks again. */
export const showMasks = (text: string): string => text.replaceAll(sign, '*')
