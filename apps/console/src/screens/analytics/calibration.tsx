import type { Schemas } from '@frontdesk/client'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLanguage } from '../../app/language.tsx'
import { DataTable, numberCell } from '../../components/data-table/data-table.tsx'
import styles from './analytics.module.css'
import { CsvButton } from './csv-button.tsx'
import type { RowSearch } from './row-search.ts'
import { useAnalyticsTexts } from './texts.ts'

type Bin = Schemas['AnalyticsOverviewCalibrationBin']

/** The width of the drawing in its own units. */
const width = 100

/** How sure the AI was, beside how often it was right: the two bars of a line are as long when it knows itself. */
export function Calibration({
  calibration: { bins, judged, error },
  period,
}: {
  calibration: Schemas['AnalyticsOverviewCalibration']
  period: { from: string; to: string }
}) {
  const texts = useAnalyticsTexts()
  const { language } = useLanguage()
  const percent = (share: number) => share.toLocaleString(language, { style: 'percent' })
  const shown = bins.filter(({ answers }) => answers > 0)
  const rate = ({ right, wrong }: Bin) => (right + wrong === 0 ? null : right / (right + wrong))
  const rowsOf = ({ from, to }: Bin, more: Partial<RowSearch>): RowSearch => ({
    metric: 'judged',
    ...period,
    minConfidence: from,
    maxConfidence: to,
    ...more,
  })
  const link = (n: number, search: RowSearch): ReactNode =>
    n === 0 ? (
      '–'
    ) : (
      <Link to="/analytics/rows" search={search}>
        {n.toLocaleString(language)}
      </Link>
    )
  return (
    <section className={styles.wide} aria-label={texts.calibration.title}>
      <header className={styles.wideHead}>
        <h2>{texts.calibration.title}</h2>
        {shown.length > 0 && (
          <CsvButton
            file="calibration"
            of={texts.calibration.title}
            fields={['from', 'to', 'answers', 'right', 'wrong', 'predicted', 'rightShare']}
            records={() => bins.map((bin) => ({ ...bin, rightShare: rate(bin) }))}
          />
        )}
      </header>
      <p className={styles.note}>{texts.calibration.how}</p>
      {shown.length === 0 ? (
        <p className={styles.note}>{texts.nothing}</p>
      ) : (
        <>
          <p>{error === null ? texts.calibration.none : texts.calibration.error(percent(error), judged)}</p>
          <DataTable
            label={texts.calibration.confidence}
            columns={[
              texts.calibration.confidence,
              { name: texts.calibration.answers, isNumber: true },
              { name: texts.calibration.right, isNumber: true },
              { name: texts.calibration.wrong, isNumber: true },
              texts.calibration.compared,
            ]}
          >
            {shown.map((bin) => {
              const actual = rate(bin)
              return (
                <tr key={bin.from}>
                  <th scope="row">
                    {percent(bin.from)}–{percent(bin.to)}
                  </th>
                  <td className={numberCell}>{link(bin.answers, rowsOf(bin, { metric: 'answered' }))}</td>
                  <td className={numberCell}>{link(bin.right, rowsOf(bin, { judged: 'right' }))}</td>
                  <td className={numberCell}>{link(bin.wrong, rowsOf(bin, { judged: 'wrong' }))}</td>
                  <td>
                    {actual === null || bin.predicted === null ? (
                      <span className={styles.note}>{texts.calibration.notJudged}</span>
                    ) : (
                      <Link to="/analytics/rows" search={rowsOf(bin, {})} className={styles.compared}>
                        {(
                          [
                            [texts.calibration.said, bin.predicted, styles.predicted],
                            [texts.calibration.was, actual, styles.bar],
                          ] as const
                        ).map(([name, share, look]) => (
                          <span key={name} className={styles.comparedLine}>
                            <span>
                              {name} {percent(share)}
                            </span>
                            <svg viewBox={`0 0 ${width} 6`} preserveAspectRatio="none" aria-hidden="true">
                              <rect className={styles.track} width={width} height={6} />
                              <rect className={look} width={share * width} height={6} />
                            </svg>
                          </span>
                        ))}
                      </Link>
                    )}
                  </td>
                </tr>
              )
            })}
          </DataTable>
        </>
      )}
    </section>
  )
}
