import pLimit from 'p-limit'

/** A body above this is large: what is made of it takes several times its bytes. */
const largeBytes = 2 * 1024 * 1024
/** Bodies that are worked on at once. */
const usual = { large: 1, others: 4 }

/** Whoever works on bodies that are held whole: of large ones one at a time unless told, whatever the others do. */
export function limitBodies(atOnce = usual): <Result>(bytes: number, work: () => Promise<Result>) => Promise<Result> {
  const [large, others] = [pLimit(atOnce.large), pLimit(atOnce.others)]
  return (bytes, work) => (bytes > largeBytes ? large : others)(work)
}
