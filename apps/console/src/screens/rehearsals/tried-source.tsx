import type { FrontdeskError } from '@frontdesk/client'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { client } from '../../app/client.ts'
import { isGone } from '../../app/problem.ts'
import { faultsAt, LongTextField, SelectField, TextField } from '../../components/field/field.tsx'
import { OpeningProblem } from '../../components/problem-notice/opening-problem.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { type Source, sourceKey } from '../knowledge/use-sources.ts'
import type { Tried } from './rehearsal-draft.ts'
import styles from './rehearsals.module.css'
import { useTexts } from './texts.ts'

const shownSources = 50
/** A larger text is not brought into the form: it is pasted as a whole, or there are versions. */
const editableBytes = 300_000

type Props = { tried: Tried; faults: FrontdeskError['errors']; onChange: (change: Partial<Tried>) => void }

/** A source, and what it would say: another text, or one of its versions. */
export function TriedSource({ tried, faults, onChange }: Props) {
  const texts = useTexts()
  const [words, setWords] = useState('')
  const q = useDeferredValue(words.trim())
  const { sourceId, kind } = tried
  const {
    data: found = [],
    error,
    refetch,
  } = useQuery({
    queryKey: ['sources', 'to-rehearse', q],
    queryFn: async ({ signal }): Promise<Source[]> => {
      const query = { limit: shownSources, status: 'Ready' as const, ...(q && { q }) }
      return (await client.get('/api/knowledge/sources', { query, signal })).items
    },
    placeholderData: (before) => before,
  })
  const chosenQuery = useQuery({
    queryKey: sourceKey(sourceId),
    queryFn:
      sourceId === ''
        ? skipToken
        : ({ signal }) => client.get('/api/knowledge/sources/{sourceId}', { path: { sourceId }, signal }),
  })
  const chosen = chosenQuery.data
  const shown = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found
  return (
    <fieldset>
      <legend>{texts.source}</legend>
      <ProblemNotice error={error} onRetry={() => void refetch()} />
      <div className={styles.row}>
        <TextField label={texts.findSource} type="search" value={words} onChange={setWords} />
        <SelectField
          label={texts.chooseSource}
          faults={faultsAt(faults, 'source.sourceId')}
          value={sourceId}
          choices={[['', texts.noSource], ...shown.map(({ id, title }) => [id, title] as const)]}
          onChange={(id) => onChange({ sourceId: id, text: '', version: '' })}
        />
      </div>
      {chosenQuery.error && (
        <OpeningProblem
          error={chosenQuery.error}
          wasThere={chosen !== undefined}
          onRetry={() => void chosenQuery.refetch()}
        />
      )}
      {chosen && !isGone(chosenQuery.error) && sourceId !== '' && (
        <>
          <div className={styles.choice}>
            {(['text', 'version'] as const).map((each) => (
              <label key={each}>
                <input
                  type="radio"
                  name="kind"
                  checked={kind === each}
                  disabled={each === 'version' && chosen.versions < 2}
                  onChange={() => onChange({ kind: each })}
                />{' '}
                {each === 'text' ? texts.tryText : texts.tryVersion}
              </label>
            ))}
          </div>
          {kind === 'text' ? (
            <NewText key={sourceId} source={chosen} tried={tried} faults={faults} onChange={onChange} />
          ) : (
            <Versions source={chosen} tried={tried} faults={faults} onChange={onChange} />
          )}
        </>
      )}
    </fieldset>
  )
}

type OfSource = Props & { source: Source }

/** The text of the live version, to be changed. */
function NewText({ source, tried, faults, onChange }: OfSource) {
  const texts = useTexts()
  const [isTouched, setTouched] = useState(tried.text !== '')
  const { id: sourceId, liveVersion: version, bytes } = source
  const { data, error, refetch } = useQuery({
    queryKey: sourceKey(sourceId, 'text', version ?? 0),
    queryFn:
      version === null || bytes > editableBytes
        ? skipToken
        : ({ signal }) =>
            client.get('/api/knowledge/sources/{sourceId}/versions/{version}', { path: { sourceId, version }, signal }),
  })
  if (error && !isTouched) return <ProblemNotice error={error} onRetry={() => void refetch()} />
  return (
    <LongTextField
      label={texts.text}
      hint={texts.textHint}
      faults={faultsAt(faults, 'source.text')}
      rows={10}
      value={isTouched ? tried.text : (data?.text ?? '')}
      onChange={(text) => {
        setTouched(true)
        onChange({ text })
      }}
    />
  )
}

/** The versions that a restore could make live. */
function Versions({ source, tried, faults, onChange }: OfSource) {
  const texts = useTexts()
  const path = { sourceId: source.id }
  const { data, error, refetch } = useQuery({
    queryKey: sourceKey(source.id, 'versions', 'to-rehearse'),
    queryFn: ({ signal }) =>
      client.get('/api/knowledge/sources/{sourceId}/versions', { path, query: { limit: 100 }, signal }),
  })
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />
  const ready = (data?.items ?? []).filter(({ status }) => status === 'Ready')
  return (
    <SelectField
      label={texts.version}
      faults={faultsAt(faults, 'source.version')}
      value={tried.version}
      choices={[
        ['', texts.noSource],
        ...ready.map(
          ({ version }) => [`${version}`, texts.versionName(version, version === source.liveVersion)] as const,
        ),
      ]}
      onChange={(version) => onChange({ version })}
    />
  )
}
