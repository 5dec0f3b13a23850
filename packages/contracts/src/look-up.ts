/**
 * The entry of a table for a key that someone outside chose: one of its own, never what every object inherits
 * (`constructor`, `toString`, `__proto__`). Undefined when it has none.
 */
export const lookUp = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined
