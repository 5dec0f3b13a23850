import pLimit from 'p-limit'

/** A body above this is large: what is made of it takes several times its bytes. */
const largeBytes = 2 * 1024 * 1024
/** Others that are read at once. */
const mostOthers = 4

/** Whoever works on bodies that are held whole: of large ones one at a time, whatever the others do. */
export function inTurn(): <Result>(bytes: number, work: () => Promise<Result>) => Promise<Result> {
  const [large, others] = [pLimit(1), pLimit(mostOthers)]
  return (bytes, work) => (bytes > largeBytes ? large : others)(work)
}
