const betweenLinesMs = 1_000

/** Says on standard error how far it is, at most once a second for a step, and when a step changes. */
export function progressLines(write = (line: string): unknown => process.stderr.write(line)) {
  let last = { step: '', at: 0 }
  return (step: string, done: number): void => {
    const now = performance.now()
    if (step === last.step && now - last.at < betweenLinesMs) return
    last = { step, at: now }
    write(done > 0 ? `${step}: ${done}\n` : `${step} …\n`)
  }
}
