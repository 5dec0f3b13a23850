import type { Client } from '@elastic/elasticsearch'
import { lengthFields } from './declaration.ts'
import { isMissing, reaching } from './reaching.ts'

/** What scores need to know of a whole space, which changes slowly. */
export type Statistics = {
  /** Averages of the fields, in the order of `ChunkTerms.lengths`, over the chunks that have the field. */
  averages: number[]
  /** Chunks by language. */
  languages: ReadonlyMap<string, number>
}

const knownForMs = 10_000

type Aggregations = Record<(typeof lengthFields)[number], { value: number | null }> & {
  languages: { buckets: { key: string; doc_count: number }[] }
}

type Reading = {
  statistics: Promise<Statistics>
  until: number
  isOver: boolean
  /** Something was written after it had begun. */
  isOutdated: boolean
  /** The one after it, for everybody who asks while this one is under way and outdated. */
  next?: Promise<Statistics>
}

/**
 * Reads the statistics of spaces, each at most every 10 s and when something was written. One read at a time: however many
 * search while much is written, they share the next one.
 */
export function statisticsReader(client: Client, options: { requestTimeout: number; maxRetries: number }) {
  const known = new Map<string, Reading>()

  async function read(index: string): Promise<Statistics> {
    const averages = lengthFields.map((name) => [name, { avg: { field: `lengths.${name}` } }])
    const { aggregations } = await reaching(() =>
      client.search<unknown, Aggregations>(
        {
          index,
          ignore_unavailable: true,
          size: 0,
          aggs: { ...Object.fromEntries(averages), languages: { terms: { field: 'language', size: 20 } } },
        },
        options,
      ),
    )
    return {
      averages: lengthFields.map((name) => aggregations?.[name]?.value ?? 0),
      languages: new Map(aggregations?.languages?.buckets.map(({ key, doc_count }) => [key, doc_count])),
    }
  }

  function start(index: string): Promise<Statistics> {
    const statistics = read(index)
    const until = performance.now() + knownForMs
    const reading: Reading = { statistics, until, isOver: false, isOutdated: false }
    known.set(index, reading)
    const end = () => void (reading.isOver = true)
    statistics.then(end, () => {
      end()
      if (known.get(index) === reading) known.delete(index)
    })
    return statistics
  }

  return {
    of(index: string): Promise<Statistics> {
      const before = known.get(index)
      if (!before) return start(index)
      const isCurrent = !before.isOutdated && before.until > performance.now()
      if (isCurrent) return before.statistics
      if (before.isOver && !before.next) return start(index)
      // A server that does not answer is waited for once.
      before.next ??= before.statistics.then(() => start(index))
      return before.next
    },
    /** What was written meanwhile counts for whoever asks from now on. */
    forget(index: string): void {
      const reading = known.get(index)
      if (reading) reading.isOutdated = true
    },
  }
}

/** How many documents of an index hold tokens, and how many there are. */
export type Frequencies = { count: number; of: ReadonlyMap<string, number> }

/** Reads how many documents of an index hold each token: the terms of one that is never stored, with what the index knows of them. */
export async function readFrequencies(
  client: Client,
  { index, stem, gram }: { index: string; stem: string[]; gram: string[] },
  options: { requestTimeout: number; maxRetries: number },
): Promise<Frequencies> {
  const request = {
    index,
    doc: { stem: stem.join(' '), gram: gram.join(' ') },
    fields: ['stem', 'gram'],
    term_statistics: true,
    field_statistics: true,
    positions: false,
    offsets: false,
    payloads: false,
  }
  const reply = await reaching(() => client.termvectors(request, options)).catch((error) => {
    if (isMissing(error)) return undefined
    throw error
  })
  const frequencies = new Map<string, number>()
  let count = 0
  for (const field of Object.values(reply?.term_vectors ?? {})) {
    count = Math.max(count, field.field_statistics?.doc_count ?? 0)
    for (const [token, { doc_freq }] of Object.entries(field.terms)) if (doc_freq) frequencies.set(token, doc_freq)
  }
  return { count, of: frequencies }
}
