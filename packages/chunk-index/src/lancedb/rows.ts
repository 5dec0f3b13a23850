import type * as Arrow from 'apache-arrow'
import type { Candidate, IndexedChunk } from '../port.ts'

/** Names a row: what makes a chunk put twice one chunk. */
const rowId = (chunk: Pick<IndexedChunk, 'contentId' | 'index'>): string => `${chunk.contentId}:${chunk.index}`

/** What a search reads back: everything but the tokens and the vector. */
export const candidateColumns = [
  'sourceId',
  'contentId',
  'index',
  'text',
  'title',
  'heading',
  'page',
  'start',
  'end',
] as const

/** The columns of a table. `tokens` are joined by spaces, which the index takes apart again. */
export function schemaOf(arrow: typeof Arrow, dimensions: number): Arrow.Schema {
  const text = (name: string, nullable = false) => new arrow.Field(name, new arrow.Utf8(), nullable)
  const number = (name: string, nullable = false) => new arrow.Field(name, new arrow.Int32(), nullable)
  const item = new arrow.Field('item', new arrow.Float32(), true)
  return new arrow.Schema([
    text('id'),
    text('sourceId'),
    text('contentId'),
    number('index'),
    text('text'),
    text('title'),
    text('heading', true),
    number('page', true),
    number('start'),
    number('end'),
    text('tokens'),
    new arrow.Field('vector', new arrow.FixedSizeList(dimensions, item), false),
  ])
}

/** Chunks as one Arrow batch; by columns, for the general conversion of rows takes 50 µs each, on the event loop. */
export function tableOf(arrow: typeof Arrow, schema: Arrow.Schema, chunks: IndexedChunk[]): Arrow.Table {
  const dimensions = (schema.fields.at(-1)!.type as Arrow.FixedSizeList).listSize
  const vectors = new Float32Array(chunks.length * dimensions)
  chunks.forEach((chunk, row) => {
    vectors.set(chunk.vector, row * dimensions)
  })
  const texts = (read: (chunk: IndexedChunk) => string | undefined): Arrow.Data =>
    arrow.vectorFromArray(
      chunks.map((chunk) => read(chunk) ?? null),
      new arrow.Utf8(),
    ).data[0]!
  const numbers = (read: (chunk: IndexedChunk) => number | undefined): Arrow.Data =>
    arrow.vectorFromArray(
      chunks.map((chunk) => read(chunk) ?? null),
      new arrow.Int32(),
    ).data[0]!
  const children = [
    texts(rowId),
    texts((chunk) => chunk.sourceId),
    texts((chunk) => chunk.contentId),
    numbers((chunk) => chunk.index),
    texts((chunk) => chunk.text),
    texts((chunk) => chunk.title),
    texts((chunk) => chunk.heading),
    numbers((chunk) => chunk.page),
    numbers((chunk) => chunk.start),
    numbers((chunk) => chunk.end),
    texts((chunk) => chunk.tokens.join(' ')),
    arrow.makeData({
      type: schema.fields.at(-1)!.type as Arrow.FixedSizeList,
      length: chunks.length,
      nullCount: 0,
      child: arrow.makeData({ type: new arrow.Float32(), length: vectors.length, nullCount: 0, data: vectors }),
    }),
  ]
  const struct = arrow.makeData({
    type: new arrow.Struct(schema.fields),
    length: chunks.length,
    nullCount: 0,
    children,
  })
  return new arrow.Table(schema, new arrow.RecordBatch(schema, struct))
}

/** A row that a search answered, with its score. */
export function candidateOf(row: Record<string, any>, score: number): Candidate {
  return {
    sourceId: row.sourceId,
    contentId: row.contentId,
    index: row.index,
    text: row.text,
    title: row.title,
    ...(row.heading !== null && { heading: row.heading }),
    ...(row.page !== null && { page: row.page }),
    start: row.start,
    end: row.end,
    score,
  }
}

/** A SQL string literal: quotes are doubled, and nothing else means anything inside one. */
const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`

/** The filter that keeps rows of these contents. */
export const isOneOf = (contentIds: string[]): string =>
  contentIds.length === 0 ? 'false' : `contentId IN (${contentIds.map(literal).join(', ')})`
