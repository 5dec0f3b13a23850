import { FrontdeskError, type Schemas } from '@frontdesk/client'
import { client } from './client.ts'
import { LocalRecords } from './local-records.ts'
import { queryClient } from './query-client.ts'

export type DraftKind = 'reply' | 'note'
type StoredDraft = Schemas['Draft']
/** A file that was uploaded to go with a message. */
export type DraftFile = Pick<Schemas['UploadedAttachment'], 'id' | 'filename' | 'contentType' | 'bytes'>
/** What this browser has: the text, and the revision of the server's draft that it was written on. */
export type LocalDraft = {
  content: string
  files: DraftFile[]
  revision: number
  sawSequence: number
  isSaved: boolean
}

export const isEmpty = ({ content, files }: Pick<LocalDraft, 'content' | 'files'>): boolean =>
  content === '' && files.length === 0

/** Kept in the browser at once, so that neither a crash nor a lost connection takes what was typed. */
const drafts = new LocalRecords<LocalDraft>('drafts')
const keyOf = (agentId: string, conversationId: string, kind: DraftKind) => `${agentId}.${conversationId}.${kind}`

/** Resolves when the drafts of an earlier visit are there. */
export const readLocalDrafts = (): Promise<void> => drafts.read()

export const readLocalDraft = (agentId: string, conversationId: string, kind: DraftKind): LocalDraft | undefined =>
  drafts.get(keyOf(agentId, conversationId, kind))
export const keepLocalDraft = (
  agentId: string,
  conversationId: string,
  kind: DraftKind,
  draft: LocalDraft,
): Promise<void> => drafts.set(keyOf(agentId, conversationId, kind), draft)
export const forgetLocalDraft = (agentId: string, conversationId: string, kind: DraftKind): Promise<void> =>
  drafts.delete(keyOf(agentId, conversationId, kind))

/** Whether this browser has something that was not sent. */
export const hasLocalDraft = (agentId: string, conversationId: string): boolean =>
  (['reply', 'note'] as const).some((kind) => {
    const draft = readLocalDraft(agentId, conversationId, kind)
    return draft && !isEmpty(draft)
  })

const isOf = (agentId: string, key: string): boolean => key.startsWith(`${agentId}.`)

/** How many drafts of an agent only this browser has. */
export const countUnsavedDrafts = (agentId: string): number =>
  drafts.entries().filter(([key, draft]) => isOf(agentId, key) && !draft.isSaved && !isEmpty(draft)).length

/** Drafts of somebody who signs out go from this browser, and those of others that the server has. */
export async function forgetDrafts(agentId: string): Promise<void> {
  const forgotten = drafts.entries().filter(([key, { isSaved }]) => isSaved || isOf(agentId, key))
  await Promise.all(forgotten.map(([key]) => drafts.delete(key)))
}

const path = (conversationId: string, kind: DraftKind) => ({ path: { conversationId, kind } })

export const draftsQuery = {
  queryKey: ['drafts'] as const,
  queryFn: () => Array.fromAsync(client.list('/api/drafts', { query: { limit: 100 } })),
  staleTime: 60_000,
}

/** The server's draft; undefined when there is none. All of an agent's are read together. */
export async function readDraft(conversationId: string, kind: DraftKind): Promise<StoredDraft | undefined> {
  const all = await queryClient.fetchQuery(draftsQuery)
  return all.find((each) => each.conversationId === conversationId && each.kind === kind)
}

/** Writes it, or answers what another window wrote since. */
export async function writeDraft(
  conversationId: string,
  kind: DraftKind,
  { content, files, revision, sawSequence }: LocalDraft,
): Promise<{ written: StoredDraft } | { other: StoredDraft | undefined }> {
  try {
    const body = { content, attachments: files.map(({ id }) => id), revision, sawSequence }
    return {
      written: await client.put('/api/conversations/{conversationId}/drafts/{kind}', {
        ...path(conversationId, kind),
        body,
      }),
    }
  } catch (error) {
    if (!(error instanceof FrontdeskError) || error.code !== 'conflict') throw error
    await queryClient.invalidateQueries(draftsQuery)
    return { other: await readDraft(conversationId, kind) }
  }
}
export const deleteDraft = (conversationId: string, kind: DraftKind): Promise<undefined> =>
  client.delete('/api/conversations/{conversationId}/drafts/{kind}', path(conversationId, kind))
