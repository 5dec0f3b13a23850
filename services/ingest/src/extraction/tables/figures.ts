/** A currency sign that stands in a cell of its own, or a part of a number that does. */
const leadingSign = /^(?:[$€£¥₹]|\(|[-–−+])$/
const trailingSign = /^(?:[%‰)]|\)%|%\)|\) %)$/
const startsFigure = /^(?:[(\-–−+$€£¥₹]?\s?[(\-–−+]?\d|[-–—−]{1,3}$)/
const endsFigure = /\d[\d.,\s]*\)?$/
/** A number with its sign, unit or currency, a range of numbers, or a dash that stands for none. */
const figure =
  /^(?:[~<>≤≥±(\-–−+$€£¥₹]|\p{Lu}{3}\s|kr\s)*\s?\d[\d\s.,':/×x–−-]*(?:\)|%|‰|°|\/|\s?[\p{L}µ°²³%/.)]{1,9}){0,3}$|^[-–—−]{1,3}$/u
const year = /^(?:19|20)\d\d(?:\s?[/–-]\s?(?:\d\d|(?:19|20)\d\d))?[*)]?$/
const month =
  /(?:^|[^\p{L}])(?:jan|feb|mar|mär|apr|may|maj|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)\p{L}{0,6}\.?(?:$|[^\p{L}])/iu
const date = /\b(?:19|20)\d\d-\d\d(?:-\d\d)?\b|\b\d{1,2}[./]\d{1,2}[./](?:19|20)?\d\d\b/
/** Quarters and halves of a year: Q1 2023, Kv 2, H1. */
const quarter = /^(?:q|kv\.?|h|fy)\s?\d{1,2}\b/i
const word = /\p{L}{3}/u

/** Whether a sign belongs to the number in the next cell, or in the one before. */
export const isLeadingSign = (text: string, next: string | undefined): boolean =>
  leadingSign.test(text) && next !== undefined && startsFigure.test(next)
export const isTrailingSign = (text: string, before: string | undefined): boolean =>
  trailingSign.test(text) && before !== undefined && endsFigure.test(before)

/** Whether a cell names a time, as headers of figures do, rather than holding a figure. */
export const isPeriod = (text: string): boolean =>
  year.test(text) || quarter.test(text) || date.test(text) || (month.test(text) && text.length <= 40)

/** Whether a cell holds a figure: something that is counted or measured, or the dash for none. */
export const isFigure = (text: string): boolean => text.length <= 40 && !isPeriod(text) && figure.test(text)

const range = /^(?:[<>≤≥~]|\D{0,12}\d[\d.,]*\s?[–−-]\s?\d)/
const shapeOf = (text: string): string => text.replace(/\d[\d\s.,]*/g, '9')

/** Whether cells that hold figures are the steps of a scale (0–2 kg, 2–5 kg), unlike what stands below them. */
export function isScale(cells: readonly string[], below: readonly string[]): boolean {
  if (cells.length < 2 || !cells.every(isFigure)) return false
  const shapes = new Set(below.map(shapeOf))
  if (below.length === 0 || cells.some((text) => shapes.has(shapeOf(text)))) return false
  const numbers = cells.map((text) => Number.parseFloat(text.replace(/^\D+/, '').replace(',', '.')))
  const isRising = numbers.every((number, i) => i === 0 || number > numbers[i - 1]!)
  const units = new Set(cells.map(shapeOf))
  return isRising && (cells.every((text) => range.test(text)) || (cells.length > 2 && units.size === 1))
}

/** Whether a cell says something in words: a label does, a number or code does not. */
export const hasWord = (text: string): boolean => word.test(text) && !isFigure(text)
