import { Parser } from 'htmlparser2'

/** Receives what HTML consists of, in order. Names are in lower case. */
export type MarkupHandler = {
  open(name: string, attributes: Record<string, string>): void
  text(text: string, start: number, end: number): void
  close(name: string): void
  /** Elements were nested so deeply that their ends won't come. */
  lost?(): void
}

/** Deeper than any real page. Beyond, the parser begins anew, or looking for the start of an element would take ever longer. */
const maxDepth = 2_000
/** Characters that are parsed together. */
const sliceCharacters = 65_536

/** Parses HTML in linear time, slice by slice: yields after each, so that its memory holds no more than the reader keeps. */
export function* parseMarkup(html: string, handler: MarkupHandler): Generator<void> {
  let from = 0
  while (from < html.length) {
    let depth = 0
    let stoppedAt: number | undefined
    const base = from
    const parser = new Parser({
      onopentag(name, attributes) {
        if (stoppedAt !== undefined) return
        handler.open(name, attributes)
        if (++depth <= maxDepth) return
        stoppedAt = base + parser.endIndex + 1
        parser.pause()
      },
      ontext(text) {
        if (stoppedAt === undefined) handler.text(text, base + parser.startIndex, base + parser.endIndex + 1)
      },
      onclosetag(name) {
        if (stoppedAt !== undefined) return
        depth--
        handler.close(name)
      },
    })
    while (from < html.length && stoppedAt === undefined) {
      parser.write(html.slice(from, from + sliceCharacters))
      from += sliceCharacters
      yield
    }
    if (stoppedAt === undefined) parser.end()
    else {
      handler.lost?.()
      from = stoppedAt
    }
  }
}
