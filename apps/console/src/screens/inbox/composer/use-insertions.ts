import type { Schemas } from '@frontdesk/client'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAgents, useTeams } from '../../../app/agents.ts'
import { client } from '../../../app/client.ts'
import type { DraftKind } from '../../../app/drafts.ts'
import { useMessages } from '../../../app/language.tsx'
import { store } from '../../../app/live-store.ts'
import { showNotice } from '../../../app/notices.ts'
import { useSession } from '../../../app/session.ts'
import { useTexts } from '../texts.ts'
import { useActions } from '../thread/use-actions.ts'
import { type Suggestion, useSuggestions } from './suggestions.tsx'
import { mentioned, type Token, tokenAt } from './tokens.ts'
import type { Sending } from './use-composer.ts'

type Input = {
  conversationId: string
  kind: DraftKind
  text: string
  write: (text: string) => void
  field: RefObject<HTMLTextAreaElement | null>
}

/** What is inserted as one types: canned replies after `/`, and in notes people and teams after `@`. */
export function useInsertions({ conversationId, kind, text, write, field }: Input) {
  const messages = useMessages()
  const { composer } = useTexts()
  const [agents, teams] = [useAgents(), useTeams()]
  const change = useActions(useSession().agent.id)
  const [token, setToken] = useState<Token>()
  const [at, setAt] = useState(0)
  /** What the canned replies of this message want to change besides. */
  const [actions, setActions] = useState<Schemas['CannedReplyActions']>()
  const suggestions = useSuggestions(token)
  const isOpen = token !== undefined && suggestions.length > 0
  const active = Math.min(at, suggestions.length - 1)

  const put = ({ from, to }: Token, inserted: string) => {
    const now = field.current?.value ?? text
    // The field shows it before the caret moves, and the caret moves before the next key: somebody types on meanwhile.
    flushSync(() => write(now.slice(0, from) + inserted + now.slice(to)))
    field.current?.focus()
    field.current?.setSelectionRange(from + inserted.length, from + inserted.length)
  }
  const choose = async (chosen: Suggestion): Promise<void> => {
    if (!token) return
    setToken(undefined)
    if (chosen.kind === 'person') return put(token, `@${chosen.name} `)
    try {
      const path = { replyId: chosen.id }
      const rendered = await client.post('/api/replies/{replyId}/render', { path, body: { conversationId } })
      put(token, rendered.content)
      setActions(rendered.actions)
      if (rendered.missing.length > 0) showNotice({ text: composer.missing(rendered.missing.join(', ')) })
    } catch (problem) {
      showNotice({ problem })
    }
  }
  const shown = [
    ...(actions?.tags ?? []).map((tag) => `#${tag}`),
    ...(actions?.status ? [messages.status[actions.status]] : []),
    ...(actions?.assignee ? [agents.find(({ id }) => id === actions.assignee)?.name ?? ''] : []),
  ]
  return {
    isOpen,
    suggestions,
    active,
    label: token?.sign === '@' ? composer.mention : composer.canned,
    choose: (chosen: Suggestion) => void choose(chosen),
    close: () => setToken(undefined),
    onType(typed: string, caret: number) {
      const next = tokenAt(typed, caret)
      setToken(next?.sign === '@' && kind !== 'note' ? undefined : next)
      setAt(0)
    },
    /** True when the key was for the list. */
    onKey(event: KeyboardEvent): boolean {
      if (!isOpen || event.metaKey || event.ctrlKey) return false
      if (event.key === 'ArrowDown') setAt(Math.min(active + 1, suggestions.length - 1))
      else if (event.key === 'ArrowUp') setAt(Math.max(active - 1, 0))
      else if (event.key === 'Enter' || event.key === 'Tab') void choose(suggestions[active]!)
      else if (event.key === 'Escape') setToken(undefined)
      else return false
      event.preventDefault()
      return true
    },
    /** What sending does besides; undefined where no canned reply wants anything. */
    actionsText: shown.length > 0 ? composer.also(shown.join(', ')) : undefined,
    /** Called as the message is sent: who is mentioned, and the changes that a canned reply comes with are made. */
    take(): Pick<Sending, 'mentions'> {
      const conversation = store.conversation(conversationId)
      if (actions && conversation) {
        const { tags, assignee, status } = actions
        void change.apply(conversation, {
          ...(tags && { tags: [...new Set([...conversation.tags, ...tags])] }),
          ...(assignee !== undefined && { assignee }),
          ...(status && { status }),
        })
      }
      setActions(undefined)
      if (kind !== 'note') return {}
      const found = { agents: mentioned(text, agents), teams: mentioned(text, teams) }
      const named = Object.fromEntries(Object.entries(found).filter(([, ids]) => ids.length > 0))
      return Object.keys(named).length > 0 ? { mentions: named } : {}
    },
  }
}
