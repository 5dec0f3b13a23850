/** What corrects confidences of one knowledge base: the log-odds of a right answer are `intercept + slope · log-odds`. */
export type Recalibration = { intercept: number; slope: number }

/** Answers of one confidence that turned out to be right, or wrong. */
export type JudgedConfidence = { confidence: number; isRight: boolean; count: number }

/** With fewer judged answers nothing is corrected. */
const minJudged = 30

/** Standard deviations of the prior around "nothing to correct": few judgements change little. Chosen, not fitted. */
const priorDeviation = { intercept: 0.5, slope: 0.25 }
/** A correction stays within these, whatever was judged. */
const bounds = { intercept: [-1.5, 1.5], slope: [0.5, 2] } as const
/** Far more than it takes: each step is a bounded share of the rest of the way. */
const steps = 100

const clamp = (value: number, [from, to]: readonly [number, number]): number => Math.min(to, Math.max(from, value))
const sigmoid = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds))
const logOddsOf = (confidence: number): number => Math.log(confidence / (1 - confidence))

/**
 * The correction that judged answers suggest: Platt scaling (1999) of the confidences that the model computed, with a Gaussian
 * prior. Undefined with fewer than 30 of them. Steps by the bound of the Hessian (Böhning 1992), which can't overshoot.
 */
export function fitRecalibration(judged: JudgedConfidence[]): Recalibration | undefined {
  // By hundredths, so that any number of answers is fitted in a millisecond.
  const tallies = new Map<number, { right: number; all: number }>()
  for (const { confidence, isRight, count } of judged) {
    const hundredth = Math.round(confidence * 100) / 100
    const { right, all } = tallies.get(hundredth) ?? { right: 0, all: 0 }
    tallies.set(hundredth, { right: right + (isRight ? count : 0), all: all + count })
  }
  const points = [...tallies].map(([confidence, tally]) => ({
    ...tally,
    x: logOddsOf(clamp(confidence, [0.001, 0.999])),
  }))
  const sumOf = (value: (point: (typeof points)[number]) => number) =>
    points.reduce((sum, point) => sum + value(point), 0)
  if (sumOf(({ all }) => all) < minJudged) return undefined
  const [priorA, priorB] = [priorDeviation.intercept ** -2, priorDeviation.slope ** -2]
  const aa = sumOf(({ all }) => all / 4) + priorA
  const ab = sumOf(({ all, x }) => (all * x) / 4)
  const bb = sumOf(({ all, x }) => (all * x * x) / 4) + priorB
  const determinant = aa * bb - ab * ab
  let [intercept, slope] = [0, 1]
  for (let step = 0; step < steps; step++) {
    const tooMuch = ({ x, right, all }: (typeof points)[number]) => all * sigmoid(intercept + slope * x) - right
    const a = sumOf(tooMuch) + priorA * intercept
    const b = sumOf((point) => tooMuch(point) * point.x) + priorB * (slope - 1)
    intercept -= (bb * a - ab * b) / determinant
    slope -= (aa * b - ab * a) / determinant
  }
  return { intercept: clamp(intercept, bounds.intercept), slope: clamp(slope, bounds.slope) }
}

/** The corrected confidence; higher for a higher one. */
export const recalibrate = (confidence: number, { intercept, slope }: Recalibration): number =>
  sigmoid(intercept + slope * logOddsOf(confidence))

/** The least confidence of the model whose corrected confidence reaches `threshold`. */
export const thresholdBefore = (threshold: number, { intercept, slope }: Recalibration): number =>
  // A little more than the inverse: rounding must not let through what is below the threshold.
  Math.min(1, sigmoid((logOddsOf(threshold) - intercept) / slope) * (1 + 1e-12))
