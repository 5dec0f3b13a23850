import type { Table } from '@lancedb/lancedb'

/** Chunks that are counted: all of a small table, this many spread over a large one. Below 65,536: counts are 16 bits. */
const sampleSize = 4_000
/** 2¹⁷ counters of 2 bytes are 256 kB a table; 4,000 chunks hold some 100,000 different tokens. */
const buckets = 1 << 17
/** Chunks counted before the event loop gets a turn: some 20 µs each. */
const chunksATurn = 100

/** In how many of `counted` chunks each token occurs, tokens told apart by a hash. */
export type TokenCounts = { counted: number; counts: Uint16Array }

/** FNV-1a of part of a text, 32 bits, folded to a bucket. */
function bucketOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash ^ (hash >>> 17)) & (buckets - 1)
}

/** Counts the tokens of a table of `rows` chunks, of an even sample when there are more than 4,000. */
export async function countTokens(table: Table, rows: number): Promise<TokenCounts> {
  const query =
    rows <= sampleSize
      ? table.query()
      : table.takeOffsets(Array.from({ length: sampleSize }, (_, i) => Math.floor((i * rows) / sampleSize)))
  const counts = new Uint16Array(buckets)
  // The last chunk that a bucket was counted for: a token counts once a chunk.
  const seenIn = new Uint16Array(buckets)
  let counted = 0
  for await (const batch of query.select(['tokens'])) {
    const column = batch.getChild('tokens')!
    for (let row = 0; row < batch.numRows && counted < sampleSize; row++) {
      counted++
      const tokens: string = column.get(row)
      for (let start = 0; start < tokens.length; ) {
        const space = tokens.indexOf(' ', start)
        const end = space < 0 ? tokens.length : space
        const bucket = bucketOf(tokens, start, end)
        if (seenIn[bucket] !== counted) {
          seenIn[bucket] = counted
          counts[bucket]!++
        }
        start = end + 1
      }
      if (counted % chunksATurn === 0) await new Promise(setImmediate)
    }
  }
  return { counted, counts }
}

/** The frequencies of tokens in a table of `rows` chunks, scaled up from the chunks that were counted. */
export function frequenciesOf({ counted, counts }: TokenCounts, rows: number, tokens: string[]): number[] {
  const scale = counted === 0 ? 0 : Math.max(1, rows / counted)
  return tokens.map((token) => Math.min(rows, Math.round(counts[bucketOf(token, 0, token.length)]! * scale)))
}
