/** What is typed right before the caret and may become something else: `/delivery`, `@ma`. */
export type Token = { sign: '/' | '@'; words: string; from: number; to: number }

/** The token at the caret; undefined in the middle of other text. */
export function tokenAt(text: string, caret: number): Token | undefined {
  const found = /(?:^|\s)([/@])([\p{L}\p{N}_.-]*)$/u.exec(text.slice(0, caret))
  if (!found) return undefined
  const [, sign, words] = found as unknown as [string, Token['sign'], string]
  return { sign, words, from: caret - words.length - 1, to: caret }
}

type Named = { id: string; name: string }

/** Whose names stand behind an `@` in a text; the longer name first, so that `@Ann Lee` does not mention Ann. */
export function mentioned(text: string, people: readonly Named[]): string[] {
  let left = text
  const ids: string[] = []
  for (const { id, name } of [...people].sort((a, b) => b.name.length - a.name.length)) {
    const without = left.split(`@${name}`)
    // A letter behind it makes it another name.
    const isThere = without.some((part, i) => i > 0 && !/^[\p{L}\p{N}_]/u.test(part))
    if (!isThere) continue
    ids.push(id)
    left = without.join(' ')
  }
  return ids
}
