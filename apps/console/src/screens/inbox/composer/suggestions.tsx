import { useQuery } from '@tanstack/react-query'
import { useAgents, useTeams } from '../../../app/agents.ts'
import { client } from '../../../app/client.ts'
import { useTexts } from '../texts.ts'
import styles from './suggestions.module.css'
import type { Token } from './tokens.ts'

export type Suggestion = { id: string; name: string; detail: string; kind: 'reply' | 'person' }

const maxShown = 8

/** What a token may become: canned replies for `/`, people and teams for `@`. */
export function useSuggestions(token: Token | undefined): Suggestion[] {
  const { assign } = useTexts()
  const [agents, teams] = [useAgents(), useTeams()]
  const { data } = useQuery({
    queryKey: ['replies'],
    queryFn: ({ signal }) => client.get('/api/replies', { signal }),
    enabled: token?.sign === '/',
  })
  if (!token) return []
  const words = token.words.toLocaleLowerCase()
  const found: Suggestion[] =
    token.sign === '/'
      ? (data?.items ?? [])
          .filter(({ name, shortcut }) => [name, shortcut].some((text) => text.toLocaleLowerCase().includes(words)))
          .map(({ id, name, shortcut }) => ({ id, name, detail: `/${shortcut}`, kind: 'reply' }))
      : [
          ...agents.filter(({ status }) => status !== 'disabled').map(({ id, name }) => ({ id, name, detail: '' })),
          ...teams.map(({ id, name }) => ({ id, name, detail: assign.team })),
        ]
          .filter(({ name }) => name.toLocaleLowerCase().includes(words))
          .map((each) => ({ ...each, kind: 'person' }))
  return found.slice(0, maxShown)
}

type Props = {
  id: string
  label: string
  suggestions: readonly Suggestion[]
  active: number
  onChoose: (suggestion: Suggestion) => void
}

/** A list under the field that has the focus, which moves in it by the arrows. */
export function SuggestionList({ id, label, suggestions, active, onChoose }: Props) {
  return (
    <div id={id} role="listbox" aria-label={label} className={styles.list}>
      {suggestions.map((each, i) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the active option
        <div
          key={each.id}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === active}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(each)}
        >
          <span dir="auto">{each.name}</span>
          <span className={styles.detail}>{each.detail}</span>
        </div>
      ))}
    </div>
  )
}
