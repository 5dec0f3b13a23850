import type { Schemas } from '@frontdesk/client'
import { client } from '../../../app/client.ts'
import { useMessages } from '../../../app/language.tsx'
import { type FieldOf, textOrNone } from '../fields/field-of.ts'
import { RecordList } from '../fields/record-list.tsx'
import { useRecords } from '../fields/use-records.ts'
import { useTexts } from '../texts.ts'
import { useRepliesTexts } from './texts.ts'

type Reply = Schemas['CannedReply']
type Patch = Schemas['CannedReplyPatch']
const blank = { id: '', name: '', shortcut: '', content: '', shared: true } as Reply
const statuses = ['resolved', 'closed', 'open'] as const

/** Texts that agents write once and send often. */
export function Replies() {
  const shared = useTexts()
  const texts = useRepliesTexts()
  const messages = useMessages()
  const replies = useRecords('replies', ({ signal, query: { cursor } }) =>
    client.get('/api/replies', { signal, query: cursor === undefined ? {} : { cursor } }),
  )
  const fields: FieldOf<Reply, Patch>[] = [
    { kind: 'text', name: 'name', label: shared.name, isRequired: true },
    { kind: 'text', name: 'shortcut', label: texts.shortcut, hint: texts.shortcutHint, isRequired: true },
    { kind: 'long', rows: 6, name: 'content', label: texts.content, hint: texts.contentHint, isRequired: true },
    { kind: 'switch', name: 'shared', label: texts.shared, hint: texts.sharedHint },
    {
      kind: 'words',
      name: 'actions.tags',
      label: texts.tags,
      hint: texts.tagsHint,
      read: ({ actions }) => actions?.tags ?? [],
      write: (tags, { actions }) => ({ actions: { ...actions, tags } }),
    },
    {
      kind: 'choice',
      name: 'actions.status',
      label: texts.status,
      choices: [['', texts.keep], ...statuses.map((status) => [status, messages.status[status]] as const)],
      read: ({ actions }) => actions?.status ?? '',
      write: (value, { actions: { status: _, ...others } = {} }) => {
        const status = textOrNone(value) as Schemas['ConversationStatus'] | undefined
        return { actions: { ...others, ...(status && { status }) } }
      },
    },
  ]
  return (
    <RecordList
      records={replies}
      fields={() => fields}
      summary={({ name, shortcut, used, shared }) => ({
        name,
        detail: `/${shortcut} · ${texts.used(used)}`,
        badge: shared ? undefined : { text: texts.mine },
      })}
      blank={blank}
      newTitle={texts.create}
      empty={texts.empty}
      create={({ name, shortcut, content, shared, actions }) =>
        client.post('/api/replies', { body: { name, shortcut, content, shared, ...(actions && { actions }) } })
      }
      update={({ id }, body) => client.patch('/api/replies/{replyId}', { path: { replyId: id }, body })}
      remove={({ id }) => client.delete('/api/replies/{replyId}', { path: { replyId: id } })}
    />
  )
}
