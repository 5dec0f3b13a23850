import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { policiesQuery } from '../../app/policies.ts'
import { mayUse, useSession } from '../../app/session.ts'
import { Button } from '../../components/button/button.tsx'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { QuestionField } from './question-field.tsx'
import { SaveScenario } from './save-scenario.tsx'
import { inputOf, liveSettings, SettingsFields } from './settings-fields.tsx'
import { SimulationResult } from './simulation-result.tsx'
import styles from './testing.module.css'
import { useTexts } from './texts.ts'
import { type Simulation, useSimulation } from './use-simulation.ts'

type Turn = { message: string; result: Simulation }

/** Asks as a customer would, also several questions in a row, and shows how the answer came about. */
export function Ask({ question, onAsk }: { question: string; onAsk: (question: string) => void }) {
  const texts = useTexts()
  const mayChange = mayUse(useSession(), 'policies')
  const { data: policies = [] } = useQuery(policiesQuery)
  const [settings, setSettings] = useState(liveSettings)
  const [turns, setTurns] = useState<Turn[]>([])
  const [asked, setAsked] = useState('')
  const [isSaving, setSaving] = useState(false)
  const [savedIn, setSavedIn] = useState<string>()
  const { isRunning, text, problem, run, stop, clear } = useSimulation()
  const last = turns.at(-1)

  const ask = async (message: string) => {
    onAsk(message)
    setAsked(message)
    setSavedIn(undefined)
    const history = turns.flatMap(({ message, result }) => [
      { role: 'customer' as const, content: message },
      ...(result.content === '' ? [] : [{ role: 'ai' as const, content: result.content }]),
    ])
    const result = await run({ message, ...inputOf(settings, policies), ...(history.length > 0 && { history }) })
    if (result) setTurns((before) => [...before, { message, result }])
  }
  return (
    <>
      <QuestionField
        initial={question}
        isRunning={isRunning}
        submit={texts.ask}
        onSubmit={(message) => void ask(message)}
        onStop={stop}
      />
      <SettingsFields legend={texts.settings} settings={settings} onChange={setSettings} />
      {turns.length > 1 && (
        <details className={styles.earlier}>
          <summary>{texts.earlier}</summary>
          {turns.slice(0, -1).map(({ message, result }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: turns are only added
            <div key={i}>
              <p dir="auto">
                <strong>{message}</strong>
              </p>
              <p dir="auto">{result.content}</p>
            </div>
          ))}
        </details>
      )}
      <div aria-busy={isRunning}>
        {(isRunning || last) && (
          <p dir="auto" className={styles.asked}>
            {isRunning ? asked : last?.message}
          </p>
        )}
        {isRunning && (
          <p dir="auto" className={styles.growing}>
            {text || texts.writing}
          </p>
        )}
        {!isRunning && last && (
          <>
            <SimulationResult result={last.result} />
            <span className={styles.buttons}>
              {mayChange && <Button onClick={() => setSaving(true)}>{texts.save}</Button>}
              <Button
                look="quiet"
                onClick={() => {
                  setTurns([])
                  clear()
                }}
              >
                {texts.startOver}
              </Button>
              <span role="status">{savedIn !== undefined && texts.saved(savedIn)}</span>
            </span>
          </>
        )}
      </div>
      {problem !== undefined && <ProblemNotice error={problem} onRetry={() => void ask(asked)} isWrite />}
      {isSaving && last && (
        <SaveScenario
          turns={turns}
          settings={inputOf(settings, policies)}
          onSaved={setSavedIn}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  )
}
