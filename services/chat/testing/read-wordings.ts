import { readFileSync } from 'node:fs'

/** Wordings of a file beside this one: `+` is one that should be recognised, `-` one that looks like it and is not. */
export const readWordings = (name: string): { text: string; isMeant: boolean }[] =>
  readFileSync(new URL(`wordings/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ text: line.slice(2), isMeant: line.startsWith('+') }))

/** How well something recognises wordings, and which it got wrong. */
export function measure(recognise: (text: string) => boolean, wordings: { text: string; isMeant: boolean }[]) {
  const found = wordings.filter(({ text }) => recognise(text))
  const right = found.filter(({ isMeant }) => isMeant).length
  return {
    recall: right / wordings.filter(({ isMeant }) => isMeant).length,
    precision: right / found.length,
    missed: wordings.filter(({ text, isMeant }) => isMeant && !recognise(text)).map(({ text }) => text),
    mistaken: found.filter(({ isMeant }) => !isMeant).map(({ text }) => text),
  }
}
