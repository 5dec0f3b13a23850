import type { Choice } from '../../../components/select/select.tsx'

type Base = {
  label: string
  hint?: string
  /** Only when the record is made: the server refuses to change it. */
  isOnlyNew?: boolean
}
/** Properties of `R` with values of type `V`, or none, which a patch `P` can change. */
type PropertyOf<V, R, P> = {
  [K in keyof R & keyof P & string]-?: NonNullable<R[K]> extends V ? K : never
}[keyof R & keyof P & string]

/**
 * How a field reads a record and writes a patch; left out where it is the property of the field's name. `name` is the path in the
 * request, as `errors[].path` has it; it also finds who changed the field last.
 */
type Value<V, R, P, Stored = V> =
  | { name: string; read: (record: R) => V; write: (value: V, record: R) => P }
  | { name: PropertyOf<Stored, R, P>; read?: undefined; write?: undefined }
type NumberLimits = { min?: number; max?: number; step?: number }

/** A field of a record `R`, and the patch `P` that changes it. */
export type FieldOf<R, P> = Base &
  (
    | ({ kind: 'text'; type?: 'text' | 'email' | 'url' | 'password'; isRequired?: boolean } & Value<string, R, P>)
    | ({ kind: 'long'; rows?: number; isRequired?: boolean } & Value<string, R, P>)
    | ({ kind: 'number'; isRequired?: boolean } & NumberLimits & Value<string, R, P, number>)
    | ({ kind: 'choice'; choices: readonly Choice[] } & Value<string, R, P>)
    | ({ kind: 'color' } & Value<string, R, P>)
    | ({ kind: 'switch' } & Value<boolean, R, P>)
    | ({ kind: 'words' } & Value<string[], R, P>)
    | ({ kind: 'many'; choices: readonly Choice[] } & Value<string[], R, P>)
  )

export type FieldValue = string | boolean | string[]

/** A number field without a value says that there is none. */
export const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text))
export const numberOrNone = (text: string): number | undefined => numberOrNull(text) ?? undefined
export const textOrNone = (text: string): string | undefined => (text === '' ? undefined : text)

/** The value that a field shows of a record. */
export function readField<R, P>(field: FieldOf<R, P>, record: R): FieldValue {
  if (field.read) return field.read(record)
  const value = record[field.name as keyof R]
  if (field.kind === 'switch') return value === true
  if (field.kind === 'words' || field.kind === 'many') return (value ?? []) as string[]
  return String(value ?? '')
}

/** The patch that gives a field another value. */
export function writeField<R, P>(field: FieldOf<R, P>, value: FieldValue, record: R): P {
  if (field.write) return (field.write as (value: FieldValue, record: R) => P)(value, record)
  if (field.kind !== 'number') return { [field.name]: value } as P
  return { [field.name]: field.isRequired ? Number(value) : numberOrNull(String(value)) } as P
}
