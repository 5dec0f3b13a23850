import { FrontdeskError } from '@frontdesk/client'
import { useMutation } from '@tanstack/react-query'
import { Fragment } from 'react'
import { client } from '../../../app/client.ts'
import { useKeys, useShownKeys } from '../../../app/keys.ts'
import { useLanguage } from '../../../app/language.tsx'
import { textOfProblem } from '../../../app/problem.ts'
import { Button } from '../../../components/button/button.tsx'
import { SourceTitle } from '../../../components/source-link/source-list.tsx'
import { useTexts } from '../texts.ts'
import styles from './side.module.css'

/** In the order of their shortcuts, C and a number. */
const actions = [
  ['summarize', 'copilot1'],
  ['suggest_reply', 'copilot2'],
  ['analyze_sentiment', 'copilot3'],
  ['draft_note', 'copilot4'],
  ['translate_en', 'copilot5'],
  ['translate_sv', 'copilot6'],
] as const
type Action = (typeof actions)[number][0]

/** What may be put into the composer. */
const isInsertable = (action: Action) => action === 'suggest_reply' || action === 'draft_note'

type Props = { conversationId: string; onInsert: (text: string) => void }

/** The assistant of whoever answers. What found nothing offers nothing to insert. */
export function Copilot({ conversationId, onInsert }: Props) {
  const { messages } = useLanguage()
  const keys = useShownKeys('insertSuggestion')
  const texts = useTexts().copilot
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (action: Action) => client.post('/api/copilot', { body: { action, conversationId } }),
  })
  const needsModel = error instanceof FrontdeskError && error.code === 'model_required'
  const insert = data?.outcome === 'done' && isInsertable(data.action) ? () => onInsert(data.result) : undefined
  useKeys({
    ...Object.fromEntries(actions.map(([action, key]) => [key, () => mutate(action)])),
    ...(insert && { insertSuggestion: insert }),
  })
  return (
    <>
      <div className={styles.actions}>
        {actions.map(([action, key]) => (
          <Button key={action} shortcut={key} disabled={isPending} onClick={() => mutate(action)}>
            {messages.copilot.actions[action]}
          </Button>
        ))}
      </div>
      <div role="status" aria-busy={isPending}>
        {isPending && <p>{messages.copilot.working}</p>}
        {data && !isPending && (
          <div className={styles.result} data-outcome={data.outcome}>
            <p dir="auto">
              {data.outcome === 'nothing_found'
                ? messages.copilot.nothing
                : data.outcome === 'blocked'
                  ? texts.blocked
                  : data.result}
            </p>
            {data.outcome === 'done' && data.sources !== undefined && data.sources.length > 0 && (
              <p className={styles.sources}>
                {texts.sources}{' '}
                {data.sources.map((source, i) => (
                  <Fragment key={`${source.sourceId}.${source.version}.${source.quote}`}>
                    {i > 0 && '; '}
                    <SourceTitle source={source} />
                  </Fragment>
                ))}
              </p>
            )}
            {insert && (
              <Button shortcut="insertSuggestion" onClick={insert}>
                {messages.copilot.insert} <kbd>{keys}</kbd>
              </Button>
            )}
          </div>
        )}
        {error && <p>{needsModel ? messages.copilot.needsModel : textOfProblem(error, messages)}</p>}
      </div>
    </>
  )
}
