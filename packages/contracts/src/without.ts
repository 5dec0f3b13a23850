type Without<T, K extends keyof T> = T extends unknown ? Omit<T, K> : never

/** A copy of a record without some of its fields; of a union each shape keeps its own other fields. */
export function without<T extends object, K extends keyof T>(record: T, ...names: K[]): Without<T, K> {
  const dropped: readonly PropertyKey[] = names
  return Object.fromEntries(Object.entries(record).filter(([name]) => !dropped.includes(name))) as Without<T, K>
}
