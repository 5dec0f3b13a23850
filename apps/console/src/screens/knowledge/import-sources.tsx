import type { Schemas } from '@frontdesk/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useMessages } from '../../app/language.tsx'
import { useAttempt } from '../../app/use-attempt.ts'
import { Button } from '../../components/button/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { useTexts } from './texts.ts'
import { readSourcesAgain } from './use-sources.ts'

const pollMs = 1_000

/** Brings in an export: a ZIP or JSON file, whose job is followed to its end. */
export function ImportSources({ onClose }: { onClose: () => void }) {
  const texts = useTexts()
  const messages = useMessages()
  const [jobId, setJobId] = useState<string>()
  const { attempt, problem } = useAttempt()
  const job = useQuery({
    queryKey: ['job', jobId],
    enabled: jobId !== undefined,
    queryFn: async ({ signal }) =>
      (await client.get('/api/jobs/{jobId}', { path: { jobId: jobId! }, signal })) as Schemas['KnowledgeJob'],
    refetchInterval: ({ state }) => (state.data?.state === 'finished' ? false : pollMs),
  })
  const start = (file: File) =>
    attempt(async () => setJobId((await client.post('/api/knowledge/import', { form: { file } })).jobId))
  const close = () => {
    readSourcesAgain()
    onClose()
  }
  const { data } = job
  const rejected = data?.items.filter(({ verdict, error }) => verdict === 'rejected' || error) ?? []
  return (
    <Dialog title={texts.import.title} onClose={close}>
      <p>{texts.import.text}</p>
      {jobId === undefined && (
        <input
          type="file"
          accept=".zip,.json"
          aria-label={texts.import.file}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) start(file)
          }}
        />
      )}
      <div role="status">
        {data && data.state !== 'finished' && (
          <p>
            <progress value={data.done} max={Math.max(1, data.total)} aria-label={texts.import.title} />{' '}
            {texts.progress(data.done, data.total)}
          </p>
        )}
        {data?.state === 'finished' && (
          <p>
            {data.verdicts
              ? texts.import.done(
                  data.verdicts.created,
                  data.verdicts.updated,
                  data.verdicts.skipped,
                  data.verdicts.rejected,
                )
              : texts.progress(data.done, data.total)}
          </p>
        )}
        {rejected.length > 0 && (
          <ul>
            {rejected.map(({ source, reason, error }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: items keep their place in the file
              <li key={i} dir="auto">
                {source}: {reason ?? error?.message}
              </li>
            ))}
          </ul>
        )}
      </div>
      <ProblemNotice error={problem ?? job.error} />
      <Button onClick={close}>{messages.close}</Button>
    </Dialog>
  )
}
