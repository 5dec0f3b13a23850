import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RecursiveCharacterTextSplitter } from '@langchain/textsplitters'
import { splitIntoChunks } from '../../services/ingest/src/split-into-chunks.ts'

const rounds = 5
const characters = 800
const overlap = 150

const shared = process.env.FRONTDESK_SHARED ?? join(import.meta.dirname, '../../../shared')
const pdf = join(shared, 'data/documents/GeoTopo-komprimiert.pdf')

/** Prose of our own: paragraphs of 3 to 9 sentences. */
function prose(length: number): string {
  const sentences = [
    'Returns are free within thirty days of the day on which you got your parcel.',
    'We send a refund to the card that you paid with, which takes three to five working days.',
    'Is something missing? Write to us, and tell us the number of your order!',
    'Skor som har använts utomhus tar vi inte tillbaka.',
    'The warranty (two years) covers faults of material and making, but not wear.',
  ]
  const parts: string[] = []
  for (let size = 0, i = 0; size < length; i++) {
    const part = `${sentences[i % sentences.length]}${i % (3 + (i % 7)) === 0 ? '\n\n' : ' '}`
    parts.push(part)
    size += part.length
  }
  return parts.join('')
}

async function realText(): Promise<string | undefined> {
  if (!existsSync(pdf)) return undefined
  const { readPdf } = await import('../../services/ingest/src/extraction/pdf/read-pdf.ts')
  const { composeText } = await import('../../services/ingest/src/extraction/compose-text.ts')
  const limits = { pages: 3_000, characters: 20_000_000 }
  return composeText(await readPdf(new Uint8Array(readFileSync(pdf)), limits), limits).text
}

/** The best of some rounds, in characters a second: the two take turns, so that both meet the same machine. */
async function compare(text: string): Promise<[number, number]> {
  const splitter = new RecursiveCharacterTextSplitter({ chunkSize: characters, chunkOverlap: overlap })
  const best: [number, number] = [0, 0]
  for (let round = 0; round < rounds; round++) {
    let started = performance.now()
    let repeated = 0
    do {
      splitIntoChunks(text)
      repeated++
    } while (performance.now() - started < 200)
    best[0] = Math.max(best[0], (text.length * repeated * 1_000) / (performance.now() - started))
    started = performance.now()
    await splitter.splitText(text)
    best[1] = Math.max(best[1], (text.length * 1_000) / (performance.now() - started))
  }
  return best
}

/** Our chunker, which also says where each chunk stands, against the recursive splitter of LangChain at the same limits. */
export async function bench(): Promise<void> {
  const texts: [string, string | undefined][] = [
    ['1,000,000 characters of prose', prose(1_000_000)],
    ['a mathematics script of 117 pages', await realText()],
  ]
  console.log(`${'800 characters, 150 of overlap'.padEnd(38)}  ours MB/s  langchain MB/s    ratio`)
  for (const [name, text] of texts) {
    if (!text) {
      console.log(`${name.padEnd(38)}  left out: there is no ${pdf}`)
      continue
    }
    const [ours, theirs] = await compare(text)
    const [a, b] = [ours / 1e6, theirs / 1e6].map((rate) => rate.toFixed(1))
    console.log(`${name.padEnd(38)}${a!.padStart(11)}${b!.padStart(16)}${(ours / theirs).toFixed(1).padStart(8)}×`)
  }
}

if (import.meta.main) await bench()
