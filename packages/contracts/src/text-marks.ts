import { z } from 'zod'

/**
 * What a string is when it leaves the tenant. A string schema without a mark is a text, which the policies filter, so a new
 * field is safe before anyone thinks of it.
 * - `id`, `code`, `time`: ours, and go as they are; one that doesn't look like it is filtered as a text.
 * - `whole`: a text that means nothing when a part of it is masked (an address, a URL, an id that others chose). Changed by a
 *   policy, it is left out.
 * - `oneOf`: words of ours that go as they are; any other text there is somebody's.
 * - `flag`: the property beside it that becomes true when a policy changes the text.
 */
export type TextMark = { is: 'id' | 'code' | 'time' | 'whole' } | { oneOf: readonly string[] } | { flag: string }

/** The marks of string schemas. They are not in the OpenAPI document. */
export const textMarks = z.registry<TextMark>()

/** Marks a string schema, and answers it. */
export const marked = <S extends z.ZodType>(schema: S, mark: TextMark): S => {
  textMarks.add(schema, mark)
  return schema
}

/** An id that the platform made. */
export const identifier = marked(z.string(), { is: 'id' })

/** An id or code that somebody else chose, so that it may be an address or a personal number. */
export const foreignId = marked(z.string(), { is: 'whole' })

/** A word that programs compare: a code of an error, a language, a digest. */
export const codeWord = marked(z.string(), { is: 'code' })
