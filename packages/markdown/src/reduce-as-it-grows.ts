import { reduceMarkdown } from './reduce-markdown.ts'

const signs = /[<>[\]`\\]/g
/** A line that may still become a heading's underline or a rule. */
const undecided = /^[ \t]*(?:[-=_*][ \t]*)*$/
/** One that is. */
const rule = /^[ \t]*(?:=+|(?:-[ \t]*)+|(?:[_*][ \t]*){3,})[ \t]*$/
const fence = /^[ \t]*(?:```|~~~)/

/** Where, from `done` on, something begins that may have to be changed; how far the text is certain before it. */
function scan(raw: string, done: number, isFinal: boolean): { plainTo: number; specialAt: number | undefined } {
  let at = done
  while (at < raw.length) {
    const lineStart = raw.lastIndexOf('\n', at - 1) + 1
    const newline = raw.indexOf('\n', at)
    const lineEnd = newline === -1 ? raw.length : newline
    const isWhole = newline !== -1 || isFinal
    const line = raw.slice(lineStart, lineEnd)
    if (at === lineStart) {
      if (!isWhole && undecided.test(line)) return { plainTo: at, specialAt: undefined }
      if (/^[ \t]*[#>~]/.test(line)) return { plainTo: at, specialAt: at }
      if (line.trim() !== '' && rule.test(line)) return { plainTo: at, specialAt: at }
    }
    const found = /!?[<[`\\]|!$|[ \t]+[#>~]/.exec(raw.slice(at, lineEnd))
    if (found) {
      const special = at + found.index
      const isOpen = found[0] === '!' && !isWhole
      if (isOpen) return { plainTo: special, specialAt: undefined }
      if (found[0] !== '!') return { plainTo: special, specialAt: special }
    }
    if (newline === -1) return { plainTo: raw.length, specialAt: undefined }
    at = newline + 1
  }
  return { plainTo: raw.length, specialAt: undefined }
}

/** The end of the block that something stands in: after the next empty line that is in no code. */
function blockEnd(raw: string, from: number): number | undefined {
  let isInCode = false
  let at = raw.lastIndexOf('\n', from - 1) + 1
  while (at < raw.length) {
    const newline = raw.indexOf('\n', at)
    if (newline === -1) return undefined
    const line = raw.slice(at, newline)
    if (fence.test(line)) isInCode = !isInCode
    if (!isInCode && line.trim() === '' && newline >= from) return newline + 1
    at = newline + 1
  }
  return undefined
}

/**
 * What `reduceMarkdown` makes of a text while it is written: parts that joined are the reduced whole. Text without signs goes
 * on as it comes; what has some waits for the end of its paragraph or list.
 */
export async function* reduceAsItGrows(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let raw = ''
  let done = 0
  let sent = ''

  function* release(isFinal: boolean): Generator<string> {
    while (done < raw.length) {
      const { plainTo, specialAt } = scan(raw, done, isFinal)
      if (plainTo > done) {
        const plain = raw.slice(done, plainTo)
        done = plainTo
        sent += plain
        yield plain
      }
      if (specialAt === undefined) return
      const end = blockEnd(raw, specialAt) ?? (isFinal ? raw.length : undefined)
      if (end === undefined) return
      const whole = reduceMarkdown(sent + raw.slice(specialAt, end))
      const more = whole.startsWith(sent) ? whole.slice(sent.length) : raw.slice(specialAt, end).replace(signs, '')
      done = end
      sent += more
      if (more) yield more
    }
  }

  for await (const part of parts) {
    raw += part
    yield* release(false)
  }
  yield* release(true)
}
