import { createReadStream, existsSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'

const pieceBytes = 256 * 1024
const lineFeed = 10

/** Objects as lines of JSON, in larger pieces. */
export async function* inLines(objects: AsyncIterable<object>): AsyncGenerator<Uint8Array> {
  let waiting: string[] = []
  let length = 0
  for await (const object of objects) {
    const line = `${JSON.stringify(object)}\n`
    waiting.push(line)
    length += line.length
    if (length < pieceBytes) continue
    yield Buffer.from(waiting.join(''))
    waiting = []
    length = 0
  }
  if (length > 0) yield Buffer.from(waiting.join(''))
}

/** The other end of `inLines`; memory holds one line. */
export async function* fromLines<T>(content: AsyncIterable<Uint8Array>): AsyncGenerator<T> {
  let rest: Buffer[] = []
  for await (const piece of content) {
    const chunk = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    let from = 0
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      yield JSON.parse(Buffer.concat([...rest, chunk.subarray(from, at)]).toString('utf8'))
      rest = []
      from = at + 1
    }
    if (from < chunk.length) rest.push(chunk.subarray(from))
  }
  if (rest.length > 0) yield JSON.parse(Buffer.concat(rest).toString('utf8'))
}

/** A file of lines that is written bit by bit: what is not closed is not there as a whole. */
export function appendLines<T extends object>(path: string) {
  let waiting: string[] = []
  let length = 0
  async function flush(): Promise<void> {
    const text = waiting.join('')
    waiting = []
    length = 0
    // Opened for each piece, so that whoever gives up leaves nothing open.
    await appendFile(path, text, { mode: 0o600 })
  }
  return {
    async add(line: T): Promise<void> {
      const text = `${JSON.stringify(line)}\n`
      waiting.push(text)
      length += text.length
      if (length >= pieceBytes) await flush()
    },
    close: flush,
  }
}

export async function* readLines<T>(path: string): AsyncGenerator<T> {
  if (existsSync(path)) yield* fromLines<T>(createReadStream(path))
}
