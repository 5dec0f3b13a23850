/** Large enough that sending costs little, small enough that a slow reader holds up nothing but itself. */
const pieceCharacters = 64 * 1024

/** The same text in larger pieces, as UTF-8. Leaving it leaves what it reads. */
export async function* bufferText(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let waiting: string[] = []
  let characters = 0
  for await (const piece of text) {
    waiting.push(piece)
    characters += piece.length
    if (characters < pieceCharacters) continue
    yield Buffer.from(waiting.join(''), 'utf8')
    waiting = []
    characters = 0
  }
  if (characters > 0) yield Buffer.from(waiting.join(''), 'utf8')
}
