import type { Schemas } from '@frontdesk/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAgentNames, useTeamNames } from '../../../app/agents.ts'
import { client } from '../../../app/client.ts'
import { useLanguage } from '../../../app/language.tsx'
import { exactTime } from '../../../app/relative-time.ts'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import { RelativeTime } from '../../../components/relative-time/relative-time.tsx'
import { useTexts } from '../texts.ts'
import styles from './side.module.css'

type Activity = Schemas['Activity']
const maxShown = 50

const listOf = (value: Activity['from']): readonly string[] => [value ?? []].flat()

/** What an entry says happened. */
function useSentence(): (activity: Activity) => string {
  const { activity: texts } = useTexts()
  const { language } = useLanguage()
  const [agents, teams] = [useAgentNames(), useTeamNames()]
  return ({ action, from, to, detail }) => {
    const first = listOf(to)[0]
    switch (action) {
      case 'assign':
        return texts.assign(agents.get(first ?? '') ?? first ?? '')
      case 'team':
        return texts.team(first && (teams.get(first) ?? first))
      case 'snooze':
        return texts.snooze(first ? exactTime(first, language) : '')
      case 'tag': {
        const [before, after] = [listOf(from), listOf(to)]
        const listed = (tags: readonly string[]) => new Intl.ListFormat(language).format(tags)
        return texts.tag(
          listed(after.filter((tag) => !before.includes(tag))),
          listed(before.filter((tag) => !after.includes(tag))),
        )
      }
      default: {
        const known = (texts as Record<string, unknown>)[action]
        return typeof known === 'string' ? known : (detail ?? action)
      }
    }
  }
}

/** Who did what with a conversation, newest first; read when it is opened. `version`: changes with the conversation. */
export function ActivityLog({ conversationId, version }: { conversationId: string; version: string }) {
  const { activity: texts } = useTexts()
  const names = useAgentNames()
  const sentence = useSentence()
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['activity', conversationId, version],
    queryFn: ({ signal }) =>
      client.get('/api/conversations/{conversationId}/activity', {
        path: { conversationId },
        signal,
        query: { limit: maxShown },
      }),
    enabled: isOpen,
    placeholderData: (before) => before,
  })
  return (
    <details className={styles.part} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{texts.title}</h2>
      </summary>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <p>{texts.empty}</p>}
      <ol className={styles.activity}>
        {data?.items.map((activity) => (
          <li key={activity.id}>
            <strong>{names.get(activity.actor.id ?? '') ?? texts.someone[activity.actor.kind]}</strong>{' '}
            {sentence(activity)} <RelativeTime at={activity.at} />
          </li>
        ))}
      </ol>
    </details>
  )
}
