import type { Schemas } from '@frontdesk/client'
import { client } from '../../../app/client.ts'
import type { Conversation } from '../../../app/live-store.ts'
import type { Filter } from '../views/conversation-filter.ts'

/** What is done to many conversations. */
export type BulkChange =
  | { action: 'close' | 'reopen' | 'resolve' | 'unassign' | 'unassign_team' }
  | { action: 'assign'; assignee: string }
  | { action: 'assign_team'; teamId: string }
  | { action: 'tag' | 'untag'; tag: string }
export type ExportFormat = Schemas['BulkConversationsInputFormat']

/** Conversations of one request. */
const perCall = 1_000
const pageSize = 100

type Progress = (done: number) => void

const inParts = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / perCall) }, (_, part) => ids.slice(part * perCall, (part + 1) * perCall))

/** Everything that fits a filter, fixed before anything of it is changed. */
export async function collectAll(filter: Filter, onProgress: Progress, signal: AbortSignal): Promise<Conversation[]> {
  const found = new Map<string, Conversation>()
  for await (const each of client.list('/api/conversations', { signal, query: { ...filter, limit: pageSize } })) {
    found.set(each.id, each)
    if (found.size % pageSize === 0) onProgress(found.size)
  }
  return [...found.values()]
}

/** Changes conversations, 1,000 a request; answers those that could not be changed. */
export async function runBulk(
  ids: readonly string[],
  change: BulkChange,
  onProgress: Progress,
  signal: AbortSignal,
): Promise<string[]> {
  const failed: string[] = []
  let done = 0
  for (const part of inParts(ids)) {
    signal.throwIfAborted()
    const reply = await client.post('/api/conversations/bulk', { body: { ...change, ids: part } })
    if (typeof reply === 'string' || Array.isArray(reply)) throw new TypeError('A bulk action answers its result.')
    failed.push(...reply.results.filter(({ ok }) => !ok).map(({ id }) => id))
    onProgress((done += part.length))
  }
  return failed
}

/** The conversations as a file, as many requests as it takes. */
export async function exportAll(
  ids: readonly string[],
  format: ExportFormat,
  onProgress: Progress,
  signal: AbortSignal,
): Promise<Blob> {
  const pieces: string[] = []
  const rows: unknown[] = []
  let done = 0
  for (const part of inParts(ids)) {
    signal.throwIfAborted()
    const reply = await client.post('/api/conversations/bulk', { body: { action: 'export', ids: part, format } })
    // The names of the columns stand in the first part alone.
    if (typeof reply === 'string') pieces.push(done === 0 ? reply : reply.slice(reply.indexOf('\n') + 1))
    else if (Array.isArray(reply)) rows.push(...reply)
    onProgress((done += part.length))
  }
  return format === 'csv'
    ? new Blob(pieces, { type: 'text/csv' })
    : new Blob([JSON.stringify(rows, undefined, 2)], { type: 'application/json' })
}
