import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { handledCommands, printedKeys, runCommand, useAllKeys, useKeys } from '../../app/keys.ts'
import { useLanguage } from '../../app/language.tsx'
import { textOfProblem } from '../../app/problem.ts'
import { useSession } from '../../app/session.ts'
import { Picker } from '../../components/picker/picker.tsx'
import type { Found } from './find-pages.ts'

type Entry = { name: string; run: () => void }

/** What one does with the keys themselves, which is no command to look for. */
const unlisted = new Set([
  'command',
  'next',
  'previous',
  'selectNext',
  'selectPrevious',
  'open',
  'back',
  'nextRegion',
  'previousRegion',
])
const loadPages = () => import('./find-pages.ts')

/** Everything by its name: what shortcuts do at the moment, `commands`, pages of the settings, and records. */
export function CommandMenu({ commands, onClose }: { commands: readonly Entry[]; onClose: () => void }) {
  const { language, messages } = useLanguage()
  const { command: texts, nav, shortcuts } = messages
  const session = useSession()
  const navigate = useNavigate()
  const keys = useAllKeys()
  const [handled] = useState(() => handledCommands().filter((command) => !unlisted.has(command)))
  const [words, setWords] = useState('')
  useKeys({ command: onClose })
  const settings = useQuery({
    queryKey: ['command', 'settings', session.scopes, language],
    queryFn: async () => (await loadPages()).findSettings(session, language),
  })
  const records = useQuery({
    queryKey: ['command', 'records', words],
    queryFn: async ({ signal }) => (await loadPages()).findRecords(words, session, messages, signal),
    enabled: words.length > 1,
  })
  const choiceOf = ({ id, name, kind, link }: Found) => ({
    id,
    name,
    detail: nav[kind],
    run: () => void navigate(link),
  })
  const problem = records.data?.problem
  return (
    <Picker
      title={texts.title}
      placeholder={texts.placeholder}
      none={records.isFetching ? messages.loading : texts.none}
      problem={problem === undefined ? undefined : textOfProblem(problem, messages)}
      choices={[
        ...handled.map((command) => ({
          id: command,
          name: command === 'help' ? nav.shortcuts : shortcuts[command],
          detail: <kbd>{printedKeys(keys[command])}</kbd>,
          run: () => runCommand(command),
        })),
        ...commands.map((entry, i) => ({ id: `${i}`, ...entry })),
        ...(settings.data ?? []).map(choiceOf),
      ]}
      found={records.data?.found.map(choiceOf) ?? []}
      onSearch={setWords}
      onClose={onClose}
    />
  )
}
