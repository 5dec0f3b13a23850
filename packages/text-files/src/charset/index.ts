export { charsetOf } from './decode-bytes.ts'
export { type CharsetCandidate, type ReadText, readText, type TextOptions, UnknownCharset } from './read-text.ts'
