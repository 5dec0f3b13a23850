/** Weights that are tried: 0, .05, …, 1. */
export const weightGrid: readonly number[] = Array.from({ length: 21 }, (_, i) => i / 20)
/** Ranks further down count as not found. */
export const maxRank = 10
const folds = 5
/** Fewer questions tell one weight from another by chance. */
export const minQuestions = 20
/** A weight is worth a change when questions that it was not fitted on are answered so much better (mean reciprocal rank). */
const worthChanging = 0.005

/** A weight that was fitted, and what it is worth (mean reciprocal rank at 10, 0..1). */
export type FittedWeight = {
  weight: number
  questions: number
  /** With the weight that was used before. */
  before: number
  /** With weights that were each fitted on four fifths of the questions, on the other fifth. */
  crossValidated: number
}

const reciprocal = (rank: number): number => (rank === 0 ? 0 : 1 / rank)

/** The mean reciprocal rank of some questions at each weight of the grid. */
const meansOf = (ranks: readonly number[][]): number[] =>
  weightGrid.map((_, at) => ranks.reduce((sum, own) => sum + reciprocal(own[at]!), 0) / Math.max(1, ranks.length))

/** The place of the best weight: of neighbours together, so that no single question decides; the middle where several are alike. */
function bestPlace(ranks: readonly number[][]): number {
  const means = meansOf(ranks)
  const smooth = means.map((_, at) => {
    const near = means.slice(Math.max(0, at - 1), at + 2)
    return near.reduce((sum, each) => sum + each, 0) / near.length
  })
  const best = Math.max(...smooth)
  const places = smooth.flatMap((each, at) => (each >= best - 1e-9 ? [at] : []))
  return places[places.length >> 1]!
}

/**
 * Fits the weight of vectors beside words. `ranks`: for each question the rank of its source at each weight of `weightGrid`, 0
 * where it is not among the first `maxRank`. What it is worth is measured by cross-validation, in the order given.
 */
export function fitWeight(ranks: readonly number[][], current: number): FittedWeight {
  const place = bestPlace(ranks)
  const nearest = weightGrid.reduce(
    (best, each, at) => (Math.abs(each - current) < Math.abs(weightGrid[best]! - current) ? at : best),
    0,
  )
  const held = Array.from({ length: folds }, (_, fold) => {
    const chosen = bestPlace(ranks.filter((_, i) => i % folds !== fold))
    return ranks.filter((_, i) => i % folds === fold).map((own) => reciprocal(own[chosen]!))
  }).flat()
  return {
    weight: weightGrid[place]!,
    questions: ranks.length,
    before: meansOf(ranks)[nearest]!,
    crossValidated: held.reduce((sum, each) => sum + each, 0) / Math.max(1, held.length),
  }
}

/** Whether what was fitted is better than what was used, on questions that it was not fitted on. */
export const isWorthApplying = ({ questions, before, crossValidated }: FittedWeight): boolean =>
  questions >= minQuestions && crossValidated > before + worthChanging
