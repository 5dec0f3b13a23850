import { Link } from '@tanstack/react-router'
import styles from './analytics.module.css'
import { CsvButton } from './csv-button.tsx'
import type { RowSearch } from './row-search.ts'

export type Bar = { name: string; value: number; shown: string; rows: RowSearch }

/** The width of the drawing in its own units; it stretches to the space there is. */
const width = 100
const height = 8

/** Bars, one a line, with name and number; each opens its rows. */
function Bars({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const max = Math.max(...bars.map(({ value }) => value), 1)
  return (
    <ul className={styles.bars} aria-label={label}>
      {bars.map(({ name, value, shown, rows }) => {
        const line = (
          <>
            <span className={styles.barName} dir="auto">
              {name}
            </span>
            <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
              <rect className={styles.track} width={width} height={height} />
              <rect className={styles.bar} width={(value / max) * width} height={height} />
            </svg>
            <span className={styles.barValue}>{shown}</span>
          </>
        )
        return (
          <li key={name}>
            {value > 0 ? (
              <Link to="/analytics/rows" search={rows} className={styles.barLine}>
                {line}
              </Link>
            ) : (
              <span className={styles.barLine}>{line}</span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Bars with a title; where all are empty, a sentence. */
export function Chart({ title, bars, nothing }: { title: string; bars: readonly Bar[]; nothing: string }) {
  const isFilled = bars.some(({ value }) => value > 0)
  return (
    <section className={styles.chart} aria-label={title}>
      <header className={styles.wideHead}>
        <h2>{title}</h2>
        {isFilled && (
          <CsvButton
            file={title}
            of={title}
            fields={['name', 'value']}
            records={() => bars.map(({ name, value }) => ({ name, value }))}
          />
        )}
      </header>
      {isFilled ? <Bars label={title} bars={bars} /> : <p className={styles.note}>{nothing}</p>}
    </section>
  )
}
