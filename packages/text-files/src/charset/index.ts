export { charsetOf } from './decode-bytes.ts'
export { type CharsetCandidate, type ReadText, readText, UnknownCharset } from './read-text.ts'
