/** Fields for which the widget has words of its own, and their kinds. */
export const usualFields = { name: 'text', email: 'email', phone: 'phone', company: 'text' } as const

/** A name for a field that is made of its label, and that no other field has. */
export function nameOfField(label: string, taken: readonly string[]): string {
  const plain = label.normalize('NFKD').replace(/\p{M}/gu, '')
  const words = plain.match(/[A-Za-z0-9]+/g) ?? []
  const camel = words.map((word, i) => (i === 0 ? word.toLowerCase() : word[0]!.toUpperCase() + word.slice(1))).join('')
  const name = (/^[A-Za-z]/.test(camel) ? camel : `field${camel}`).slice(0, 56)
  for (let n = 1; ; n++) {
    const tried = n === 1 ? name : `${name}${n}`
    if (!taken.includes(tried)) return tried
  }
}
