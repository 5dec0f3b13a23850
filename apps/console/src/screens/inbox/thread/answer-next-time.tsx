import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../app/client.ts'
import { useMessages } from '../../../app/language.tsx'
import type { Message } from '../../../app/live-store.ts'
import { showNotice } from '../../../app/notices.ts'
import { usePreferences } from '../../../app/preferences.ts'
import { mayUse, useSession } from '../../../app/session.ts'
import { useAttempt } from '../../../app/use-attempt.ts'
import { Button } from '../../../components/button/button.tsx'
import { Dialog } from '../../../components/dialog/dialog.tsx'
import { LongTextField, SelectField, TextField } from '../../../components/field/field.tsx'
import { Form } from '../../../components/form/form.tsx'
import { ProblemNotice } from '../../../components/problem-notice/problem-notice.tsx'
import { withoutSignature } from '../composer/signature.ts'
import { useTexts } from '../texts.ts'

const maxTitle = 200
/** Of a text that can be proposed. */
const maxText = 10_000
const maxSources = 100

type Props = {
  /** An agent's reply. */
  reply: Message
  /** What the customer asked before it. */
  question: string
  onClose: () => void
}

/** The open suggestion that the questions of this conversation have made already. */
async function suggestionOf(conversationId: string): Promise<string | undefined> {
  const query = { status: 'open', limit: 100 } as const
  for await (const { id, questions, proposal } of client.list('/api/analytics/suggestions', { query })) {
    if (!proposal && questions.some((each) => each.conversationId === conversationId)) return id
  }
  return undefined
}

/** The sources that were written here: only their text can be changed by writing. */
const useWrittenSources = () =>
  useQuery({
    queryKey: ['sources', 'written'],
    queryFn: ({ signal }) =>
      client.get('/api/knowledge/sources', { query: { type: 'manual', limit: maxSources }, signal }),
  }).data?.items ?? []

/** Makes a source of a reply, or a change to one: at once by who may publish, else once such a person has read it. */
export function AnswerNextTime({ reply, question, onClose }: Props) {
  const messages = useMessages()
  const { nextTime } = useTexts()
  const session = useSession()
  const mayPublish = mayUse(session, 'knowledge') && mayUse(session, 'analytics')
  const { signature = '' } = usePreferences()
  const answer = withoutSignature(reply.content, signature.trim())
  const sources = useWrittenSources()
  const [sourceId, setSourceId] = useState('')
  const [title, setTitle] = useState(question.slice(0, maxTitle))
  const [text, setText] = useState(answer)
  const { attempt, problem, isBusy: isSending } = useAttempt()
  const choose = (chosen: string) =>
    attempt(async () => {
      const source = sources.find(({ id }) => id === chosen)
      setSourceId(chosen)
      if (!source) return setText(answer)
      const path = { sourceId: chosen, version: source.version }
      const { text: known } = await client.get('/api/knowledge/sources/{sourceId}/versions/{version}', { path })
      setText(`${known ?? ''}\n\n${answer}`)
    })
  const publish = async () => {
    const suggestionId = await suggestionOf(reply.conversationId)
    if (sourceId !== '') {
      await client.put('/api/knowledge/sources/{sourceId}', { path: { sourceId }, body: { text } })
      showNotice({ text: nextTime.done })
    } else if (suggestionId !== undefined) {
      // Its questions are asked again once the source answers.
      const path = { suggestionId }
      await client.post('/api/analytics/suggestions/{suggestionId}/accept', { path, body: { title, text } })
      showNotice({ text: nextTime.done })
    } else {
      const made = await client.post('/api/knowledge/sources', { body: { type: 'manual', title, text } })
      const path = { sourceId: made.id }
      const undo = () =>
        void client
          .delete('/api/knowledge/sources/{sourceId}', { path })
          .catch((refused: unknown) => showNotice({ problem: refused, retry: undo }))
      showNotice({ text: nextTime.done, undo })
    }
    onClose()
  }
  const propose = async () => {
    await client.post('/api/conversations/{conversationId}/proposals', {
      path: { conversationId: reply.conversationId },
      body: {
        ...{ messageId: reply.id, text },
        question: question.slice(0, 2_000) || title,
        title: sourceId === '' ? title : (sources.find(({ id }) => id === sourceId)?.title ?? title).slice(0, maxTitle),
        ...(sourceId !== '' && { sourceId }),
      },
    })
    showNotice({ text: nextTime.proposed })
    onClose()
  }
  const isIncomplete = isSending || text.trim() === '' || (sourceId === '' && title.trim() === '')
  const isTooLong = text.length > maxText
  return (
    <Dialog title={nextTime.title} onClose={onClose}>
      <Form onSubmit={() => attempt(mayPublish ? publish : propose)}>
        <p>{nextTime.review}</p>
        {sources.length > 0 && (
          <SelectField
            label={nextTime.where}
            value={sourceId}
            choices={[['', nextTime.newSource], ...sources.map(({ id, title: name }) => [id, name] as const)]}
            onChange={choose}
          />
        )}
        {sourceId === '' && (
          <TextField label={nextTime.question} required maxLength={maxTitle} value={title} onChange={setTitle} />
        )}
        <LongTextField
          label={nextTime.answer}
          hint={sourceId === '' ? undefined : nextTime.whole}
          required
          rows={8}
          value={text}
          onChange={setText}
        />
        <ProblemNotice error={problem} />
        {mayPublish && (
          <>
            <Button look="primary" type="submit" disabled={isIncomplete}>
              {nextTime.publish}
            </Button>{' '}
          </>
        )}
        <Button
          {...(mayPublish
            ? { onClick: () => attempt(propose) }
            : { look: 'primary' as const, type: 'submit' as const })}
          disabled={isIncomplete || isTooLong}
        >
          {nextTime.propose}
        </Button>{' '}
        <Button onClick={onClose}>{messages.cancel}</Button>
      </Form>
    </Dialog>
  )
}
