/**
 * Invented reports, tariffs and data sheets with tables, to fit on: rows with ways to ask for them, the last in words that the
 * row does not have. They were written without the collections of `test/bench/collections` at hand.
 */
export type Row = { label: string; asked: string[]; value: (random: () => number) => string }
export type Sheet = {
  kind: 'report' | 'tariff' | 'manual'
  title: (name: string) => string
  caption: string
  names: string[]
  columns: string[][]
  prose: string[]
  rows: Row[]
  /** `{row}`, `{column}` and `{name}` are put in. */
  questions: string[]
  /** What no such document says. */
  absent: string[]
}

export const amount = (random: () => number) => `${1 + Math.floor(random() * 90)} ${100 + Math.floor(random() * 900)}`
export const grouped = (random: () => number) => `${1 + Math.floor(random() * 90)},${100 + Math.floor(random() * 900)}`
export const price = (random: () => number) => `${5 + Math.floor(random() * 900)}`
export const decimal = (random: () => number) => `${1 + Math.floor(random() * 40)}.${Math.floor(random() * 10)}`
const row =
  (value: Row['value']) =>
  (line: string): Row => {
    const [label, ...asked] = line.split('|').map((part) => part.trim())
    return { label: label!, asked: [label!.toLowerCase(), ...asked], value }
  }
export const rows = (value: Row['value'], text: string): Row[] => text.trim().split('\n').map(row(value))
