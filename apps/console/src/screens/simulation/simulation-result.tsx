import { useLanguage } from '../../app/language.tsx'
import { CitedText } from '../../components/cited-text/cited-text.tsx'
import { SourceLink } from '../../components/source-link/source-link.tsx'
import { SourceList } from '../../components/source-link/source-list.tsx'
import styles from './testing.module.css'
import { useTexts } from './texts.ts'
import type { Simulation } from './use-simulation.ts'

const steps = ['screenMs', 'findMs', 'judgeMs', 'generateMs', 'filterMs', 'citeMs', 'totalMs'] as const
const modes = [
  ['Pre-generation', 'pre'],
  ['Post-generation', 'post'],
] as const

/** What came of a question, and every step on the way. */
export function SimulationResult({ result }: { result: Simulation }) {
  const texts = useTexts()
  const { language, messages } = useLanguage()
  const { outcome, confidence, policies, escalation, timings, chunks, sources } = result
  const reasons: Record<string, string> = messages.thread.reasons
  const blocking = policies.find(({ decision }) => decision === 'block')
  const number = (value: number, digits: number) =>
    value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const duration = (ms: number) =>
    new Intl.NumberFormat(language, { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 }).format(ms)
  return (
    <div className={styles.result}>
      <section className={styles.answer} data-outcome={outcome}>
        <header>
          <strong className={styles.outcome}>
            {blocking ? texts.blocked(blocking.name) : messages.thread.outcome[outcome]}
          </strong>
          {!blocking && <span>{messages.thread.sure(Math.round(confidence * 100))}</span>}
          {result.truncated && <span>{messages.thread.truncated}</span>}
          <span>{duration(timings.totalMs)}</span>
        </header>
        {blocking && (
          <p dir="auto">
            {(texts.blockedWhen as Record<string, string>)[blocking.mode] ?? blocking.mode}: {blocking.reason}
          </p>
        )}
        {blocking && <p className={styles.hint}>{texts.customerReads}</p>}
        <CitedText
          text={result.content}
          citations={result.citations}
          sources={sources}
          {...(result.format && { format: result.format })}
        />
        {sources.length > 0 && <SourceList sources={sources} className={styles.sources} />}
        <p className={styles.hint}>
          {escalation.would
            ? texts.escalates(escalation.reason === null ? '' : (reasons[escalation.reason] ?? escalation.reason))
            : texts.noEscalation}
        </p>
      </section>
      <section>
        <h2>{chunks.length > 0 ? texts.found(chunks.length) : texts.foundNone}</h2>
        <ol className={styles.chunks}>
          {chunks.map((chunk) => (
            <li key={`${chunk.sourceId}.${chunk.version}.${chunk.start}`}>
              <details>
                <summary>
                  <span className={styles.score} title={texts.score(number(chunk.score, 3))}>
                    {number(chunk.score, 2)}
                  </span>{' '}
                  <span dir="auto">{messages.thread.source(chunk.title, chunk.version)}</span>
                </summary>
                <p dir="auto">{chunk.text || texts.hidden}</p>
                <SourceLink source={chunk} at={chunk}>
                  {texts.open}
                </SourceLink>
              </details>
            </li>
          ))}
        </ol>
      </section>
      <section>
        <h2>{texts.policies}</h2>
        {policies.length === 0 && <p className={styles.hint}>{texts.noneChecked}</p>}
        {modes.map(([mode, name]) => {
          const own = policies.filter((each) => each.mode === mode)
          return (
            own.length > 0 && (
              <div key={mode}>
                <h3>{texts[name]}</h3>
                <ol>
                  {own.map((each, i) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a trace never changes
                    <li key={i} data-decision={each.decision}>
                      <strong>{texts.decision[each.decision]}</strong> <span dir="auto">{each.name}</span>
                      {each.reason !== '' && (
                        <span className={styles.hint} dir="auto">
                          {each.reason}
                        </span>
                      )}
                    </li>
                  ))}
                </ol>
              </div>
            )
          )
        })}
      </section>
      <section>
        <h2>{texts.steps}</h2>
        <dl className={styles.steps}>
          {steps.map((step) => {
            const ms = timings[step]
            return (
              ms !== undefined && (
                <div key={step}>
                  <dt>{texts.step[step]}</dt>
                  <dd>{duration(ms)}</dd>
                </div>
              )
            )
          })}
        </dl>
      </section>
    </div>
  )
}
