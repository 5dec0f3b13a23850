/** An example of a two-class problem: inputs, whether it holds, and how much it counts. */
export type Sample = { inputs: number[]; holds: boolean; weight: number }

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value))

/** Solves a small system of linear equations by Gauss-Jordan elimination with pivots. */
function solve(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]!])
  const n = rows.length
  for (let column = 0; column < n; column++) {
    let pivot = column
    for (let r = column + 1; r < n; r++) if (Math.abs(rows[r]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = r
    ;[rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!]
    for (let r = 0; r < n; r++) {
      if (r === column) continue
      const factor = rows[r]![column]! / rows[column]![column]!
      for (let c = column; c <= n; c++) rows[r]![c]! -= factor * rows[column]![c]!
    }
  }
  return rows.map((row, i) => row[n]! / row[i]!)
}

/**
 * Logistic regression with a ridge penalty on all but the intercept, by Newton's method (iteratively reweighted least
 * squares; Hastie et al., "The Elements of Statistical Learning", 4.4.1). The intercept comes first.
 */
export function fitLogistic(samples: Sample[], ridge = 1): number[] {
  const size = samples[0]!.inputs.length + 1
  let beta = new Array<number>(size).fill(0)
  for (let round = 0; round < 30; round++) {
    const gradient = beta.map((value, i) => (i === 0 ? 0 : -ridge * value))
    const hessian = beta.map((_, i) => beta.map((__, j) => (i === j ? (i === 0 ? 1e-9 : ridge) : 0)))
    for (const { inputs, holds, weight } of samples) {
      const row = [1, ...inputs]
      const p = sigmoid(row.reduce((sum, value, i) => sum + value * beta[i]!, 0))
      for (let i = 0; i < size; i++) {
        gradient[i]! += weight * ((holds ? 1 : 0) - p) * row[i]!
        for (let j = 0; j < size; j++) hessian[i]![j]! += weight * p * (1 - p) * row[i]! * row[j]!
      }
    }
    const step = solve(hessian, gradient)
    beta = beta.map((value, i) => value + step[i]!)
    if (Math.max(...step.map(Math.abs)) < 1e-8) break
  }
  return beta
}

/** The chance that a positive scores above a negative, ties half (area under the ROC curve). */
export function auroc(positives: number[], negatives: number[]): number {
  const all = [
    ...positives.map((score) => ({ score, positive: 1 })),
    ...negatives.map((score) => ({ score, positive: 0 })),
  ]
  all.sort((a, b) => a.score - b.score)
  let rankSum = 0
  for (let i = 0; i < all.length; ) {
    let j = i
    while (j < all.length && all[j]!.score === all[i]!.score) j++
    for (let k = i; k < j; k++) if (all[k]!.positive) rankSum += (i + j + 1) / 2
    i = j
  }
  return (rankSum - (positives.length * (positives.length + 1)) / 2) / (positives.length * negatives.length)
}

/** Expected calibration error over ten bins (Guo et al. 2017, https://arxiv.org/abs/1706.04599), samples weighted. */
export function calibrationError(scored: { confidence: number; holds: boolean; weight: number }[]): number {
  const bins = Array.from({ length: 10 }, () => ({ weight: 0, confidence: 0, held: 0 }))
  for (const { confidence, holds, weight } of scored) {
    const bin = bins[Math.min(9, Math.floor(confidence * 10))]!
    bin.weight += weight
    bin.confidence += weight * confidence
    if (holds) bin.held += weight
  }
  const total = bins.reduce((sum, { weight }) => sum + weight, 0)
  return bins.reduce((sum, { confidence, held }) => sum + Math.abs(confidence - held), 0) / total
}
