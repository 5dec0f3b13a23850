import type { analytics, ReplyOf } from '@frontdesk/contracts'
import type { CountedFact } from './count-facts.ts'

type Calibration = Omit<ReplyOf<typeof analytics.queries.overviewRead>['calibration'], 'recalibration'>

const binCount = 10

/** Compares how sure the AI was of its answers with how many of them turned out to be right. */
export function startCalibration() {
  const bins = Array.from({ length: binCount }, () => ({ answers: 0, right: 0, wrong: 0, predicted: 0 }))
  return {
    add({ kind, outcome, confidence, judged }: CountedFact, times: number): void {
      if (kind !== 'answer' || outcome !== 'answered' || confidence === undefined) return
      const bin = bins[Math.min(binCount - 1, Math.max(0, Math.floor(confidence * binCount)))]!
      bin.answers += times
      if (judged === undefined) return
      bin[judged] += times
      bin.predicted += confidence * times
    },
    /** The error is the expected calibration error (Naeini, Cooper, Hauskrecht 2015) over the judged answers. */
    numbers(): Calibration {
      const judged = bins.reduce((sum, { right, wrong }) => sum + right + wrong, 0)
      const gaps = bins.map(({ right, predicted }) => Math.abs(predicted - right))
      return {
        judged,
        error: judged === 0 ? null : gaps.reduce((sum, gap) => sum + gap, 0) / judged,
        bins: bins.map(({ answers, right, wrong, predicted }, i) => ({
          from: i / binCount,
          to: (i + 1) / binCount,
          answers,
          right,
          wrong,
          predicted: right + wrong === 0 ? null : predicted / (right + wrong),
        })),
      }
    },
  }
}
