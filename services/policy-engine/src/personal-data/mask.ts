/**
 * Masks a text that grows, segment by segment: what it answers, joined, is what the whole text would have become at once.
 * It lets out what no continuation could change, at the end (`final`) everything. Each segment costs only itself.
 */
export type GrowingMask = {
  push(text: string, final: boolean): string
  /** How many of each kind were found so far. */
  readonly found: ReadonlyMap<string, number>
}
