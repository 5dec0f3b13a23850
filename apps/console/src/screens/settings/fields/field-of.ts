/** A choice and its name. */
export type Choice = readonly [value: string, name: string]

type Base = {
  /** The path of the field in the request, as `errors[].path` names it; it also finds who changed the field last. */
  name: string
  label: string
  hint?: string
  /** Only when the record is made: the server refuses to change it. */
  isOnlyNew?: boolean
}
type Value<V, R, P> = { read: (record: R) => V; write: (value: V, record: R) => P }

/** A field of a record `R`, and the patch `P` that changes it. */
export type FieldOf<R, P> = Base &
  (
    | ({ kind: 'text'; type?: 'text' | 'email' | 'url' | 'password'; isRequired?: boolean } & Value<string, R, P>)
    | ({ kind: 'long'; rows?: number; isRequired?: boolean } & Value<string, R, P>)
    | ({ kind: 'number'; min?: number; max?: number; step?: number; isRequired?: boolean } & Value<string, R, P>)
    | ({ kind: 'choice'; choices: readonly Choice[] } & Value<string, R, P>)
    | ({ kind: 'color' } & Value<string, R, P>)
    | ({ kind: 'switch' } & Value<boolean, R, P>)
    | ({ kind: 'words' } & Value<string[], R, P>)
    | ({ kind: 'many'; choices: readonly Choice[] } & Value<string[], R, P>)
  )

export type FieldValue = string | boolean | string[]

/** A list as people write it: separated by commas or lines. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n]/)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
]

/** A number field without a value says that there is none. */
export const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text))
export const numberOrNone = (text: string): number | undefined => numberOrNull(text) ?? undefined
export const textOrNone = (text: string): string | undefined => (text === '' ? undefined : text)
