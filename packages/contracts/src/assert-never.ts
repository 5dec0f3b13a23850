/** The default of a `switch` over a union: the compiler says when a case is missing. Throws for a value of no known case. */
export function assertNever(value: never): never {
  throw new Error(`No case for ${JSON.stringify(value)}.`)
}
