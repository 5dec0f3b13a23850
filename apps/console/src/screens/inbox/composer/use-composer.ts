import type { Schemas } from '@frontdesk/client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type DraftFile, type DraftKind, isEmpty } from '../../../app/drafts.ts'
import { OpenDraft } from '../../../app/open-draft.ts'
import { outbox } from '../../../app/outbox.ts'
import { withoutSignature, withSignature } from './signature.ts'

const newClientId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, '0')).join('')

/** `after`: what becomes of the conversation, in the same write. `anyway`: though there are newer messages. */
export type Sending = {
  after?: Schemas['MessageThen'] | undefined
  anyway?: boolean
  mentions?: Schemas['CreateMessageRequestMentions'] | undefined
}

type About = { conversationId: string; kind: DraftKind; agentId: string }
type Options = {
  /** The last message that is on screen. */
  newest: number
  holdMs?: number
  /** What stands under it when it is sent. */
  signature?: string
}

/** What is typed under a conversation, and its sending. */
export function useComposer({ conversationId, kind, agentId }: About, { newest, holdMs = 0, signature = '' }: Options) {
  const [open] = useState(() => new OpenDraft(agentId, conversationId, kind))
  const { draft, other } = useSyncExternalStore(open.subscribe, open.state)
  const [moved, setMoved] = useState(false)
  useEffect(() => {
    void open.load()
    const stop = outbox.onMoved((message) => {
      if (message.conversationId !== conversationId || message.kind !== kind) return false
      open.restore({ ...message, content: withoutSignature(message.content, signature) })
      setMoved(true)
      return true
    })
    return () => {
      stop()
      void open.save()
    }
  }, [open, conversationId, kind, signature])
  useEffect(() => {
    if (newest > 0) open.seeFirst(newest)
  }, [open, newest])

  const send = ({ after, anyway, mentions }: Sending = {}): void => {
    if (draft.content.trim() === '') return
    setMoved(false)
    const { content, files, revision, sawSequence } = open.take()
    const now = Date.now()
    void outbox.add({
      ...{ clientId: newClientId(), agentId, conversationId, kind, files },
      content: withSignature(content, signature),
      createdAt: new Date(now).toISOString(),
      sawSequence: anyway ? newest : sawSequence,
      draftRevision: revision,
      sendAt: kind === 'reply' ? now + holdMs : now,
      ...(after && { after }),
      ...(mentions && { mentions }),
    })
  }
  return {
    draft,
    signature,
    other,
    moved,
    send,
    isEmpty: isEmpty(draft),
    /** Takes back what was not sent yet, into the field. */
    cancel(clientId: string) {
      const taken = outbox.cancel(clientId)
      if (taken) open.restore({ ...taken, content: withoutSignature(taken.content, signature) })
    },
    write: (content: string) => open.write(content, newest),
    setFiles: (files: DraftFile[]) => open.setFiles(files, newest),
    keepThis: () => open.keepThis(),
  }
}
export type ComposerState = ReturnType<typeof useComposer>
