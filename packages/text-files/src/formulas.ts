/** What spreadsheets skip before a formula: white space, control characters, invisible ones. The apostrophe is ours. */
const skipped = String.raw`[\s\p{Cc}\p{Cf}\p{Zs}\u115f\u1160\u3164\uffa0']`
/** `=`, `+`, `-` and `@`, also full-width, small, raised and lowered, which some programs take for the same. */
const signs = String.raw`[=+\-@＝＋－＠﹦﹢﹣﹫⁺⁻⁼₊₋₌]`
const formula = new RegExp(`^(?:${skipped}*${signs}|'*[\\t\\r\\n])`, 'u')
/** Digits and what stands between them run nothing: a number with a sign, a phone number. */
const number = /^[+-]\d[\d .,()/-]*$/

/**
 * A cell that no spreadsheet runs as a formula: what could be one begins with an apostrophe. `withApostropheRemoved` gives
 * every text back as it was.
 */
export const neutralised = (text: string): string => (formula.test(text) && !number.test(text) ? `'${text}` : text)

/** The cell that was neutralised, by us or by another program that does it this way; every other one as it is. */
export const withApostropheRemoved = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell
