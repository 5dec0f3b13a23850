import type { ChunkIndex, IndexedChunk, Space } from '@frontdesk/chunk-index'
import { splitIntoSentences } from '@frontdesk/language'

/** Chunks of one made-up content: as a document of two pages has. */
const chunksAContent = 10
const batchSize = 500
const chunkCharacters = 750

const sentencesOf = (texts: string[]): string[] =>
  texts.flatMap((text) => splitIntoSentences(text).map((sentence) => sentence.text))

/** Texts of some 750 characters from sentences put together anew, the same each time. */
function* recombined(texts: string[], count: number): Generator<string> {
  const sentences = sentencesOf(texts)
  let state = 1
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return sentences[Math.floor((state / 2 ** 32) * sentences.length)]!
  }
  for (let i = 0; i < count; i++) {
    let text = next()
    while (text.length < chunkCharacters) text += ` ${next()}`
    yield text.slice(0, 800)
  }
}

type Filling = {
  texts: string[]
  count: number
  language: string | null
  embed?: (texts: string[]) => number[][]
}

/**
 * Fills a space with `count` chunks made of sentences of `texts`, ten to a content and each content of its own source,
 * and answers the source and content of each. `embed` makes vectors, for a space that has any.
 */
export async function fillIndex(
  index: ChunkIndex,
  space: Space,
  { texts, count, language, embed }: Filling,
): Promise<{ sourceId: string; contentId: string }[]> {
  const contents = new Map<string, { sourceId: string; contentId: string }>()
  let batch: { text: string; at: number }[] = []
  const put = async (): Promise<void> => {
    const vectors = embed?.(batch.map(({ text }) => text))
    const chunks = batch.map(({ text, at }, i): IndexedChunk => {
      const number = Math.floor(at / chunksAContent)
      const content = { sourceId: `src_bench${number}`, contentId: `cnt_bench${number}` }
      contents.set(content.contentId, content)
      return {
        ...content,
        index: at % chunksAContent,
        text,
        title: `Document ${number}`,
        start: 0,
        end: text.length,
        language,
        ...(vectors && { vector: vectors[i]! }),
      }
    })
    await index.put(space, chunks)
    batch = []
  }
  let at = 0
  for (const text of recombined(texts, count)) {
    batch.push({ text, at: at++ })
    if (batch.length === batchSize) await put()
  }
  if (batch.length > 0) await put()
  await index.refresh(space)
  return [...contents.values()]
}
