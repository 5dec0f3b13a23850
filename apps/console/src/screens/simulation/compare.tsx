import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../../app/language.tsx'
import { policiesQuery } from '../../app/policies.ts'
import { ProblemNotice } from '../../components/problem-notice/problem-notice.tsx'
import { QuestionField } from './question-field.tsx'
import { inputOf, liveSettings, SettingsFields, type TrySettings } from './settings-fields.tsx'
import { SimulationResult } from './simulation-result.tsx'
import styles from './testing.module.css'
import { useTexts } from './texts.ts'
import { type Simulation, useSimulation } from './use-simulation.ts'

/** The same question under two settings, side by side. */
export function Compare({ question, onAsk }: { question: string; onAsk: (question: string) => void }) {
  const texts = useTexts()
  const { data: policies = [] } = useQuery(policiesQuery)
  const [settings, setSettings] = useState<[TrySettings, TrySettings]>([
    liveSettings,
    { ...liveSettings, policies: 'none' },
  ])
  const sides = [useSimulation(), useSimulation()] as const
  const [a, b] = sides
  const ask = (message: string) => {
    onAsk(message)
    sides.forEach((side, i) => void side.run({ message, ...inputOf(settings[i]!, policies) }))
  }
  return (
    <>
      <QuestionField
        initial={question}
        isRunning={a.isRunning || b.isRunning}
        submit={texts.compare}
        onSubmit={ask}
        onStop={() => sides.forEach((side) => void side.stop())}
      />
      {a.result && b.result && <Differences a={a.result} b={b.result} />}
      <div className={styles.sides}>
        {sides.map(({ isRunning, text, result, problem }, i) => (
          <section key={texts.sides[i]} aria-label={texts.sides[i]!} aria-busy={isRunning}>
            <SettingsFields
              legend={texts.sides[i]!}
              settings={settings[i]!}
              onChange={(next) => setSettings((before) => (i === 0 ? [next, before[1]] : [before[0], next]))}
            />
            {isRunning && (
              <p dir="auto" className={styles.growing}>
                {text || texts.writing}
              </p>
            )}
            {result && <SimulationResult result={result} />}
            {problem !== undefined && <ProblemNotice error={problem} />}
          </section>
        ))}
      </div>
    </>
  )
}

function Differences({ a, b }: { a: Simulation; b: Simulation }) {
  const texts = useTexts()
  const { messages } = useLanguage()
  const fields = {
    outcome: ({ outcome }: Simulation) => messages.thread.outcome[outcome],
    confidence: ({ confidence }: Simulation) => messages.thread.sure(Math.round(confidence * 100)),
    sources: ({ sources }: Simulation) => [...new Set(sources.map(({ title }) => title))].join(', ') || texts.noSources,
    policies: ({ policies }: Simulation) =>
      policies
        .filter(({ decision }) => decision !== 'pass')
        .map(({ name }) => name)
        .join(', ') || texts.noSources,
  } as const
  const different = (Object.keys(fields) as (keyof typeof fields)[]).filter(
    (name) => fields[name](a) !== fields[name](b),
  )
  if (different.length === 0 && a.content === b.content) return <p role="status">{texts.same}</p>
  return (
    <table className={styles.differences} role="status">
      <caption>{texts.differences}</caption>
      <tbody>
        {different.map((name) => (
          <tr key={name}>
            <th scope="row">{texts.differs[name]}</th>
            <td dir="auto">{fields[name](a)}</td>
            <td dir="auto">{fields[name](b)}</td>
          </tr>
        ))}
        {a.content !== b.content && (
          <tr>
            <th scope="row">{texts.differs.content}</th>
            <td colSpan={2}>{texts.otherText}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
