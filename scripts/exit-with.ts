/** Ends a check that is run alone: names what is wrong, and fails if anything is. */
export function exitWith(faults: string[]): never {
  for (const fault of faults) console.error(fault)
  process.exit(faults.length > 0 ? 1 : 0)
}
