const steps: [limitMs: number, unit: string, ms: number][] = [
  [1_000, 'millisecond', 1],
  [60_000, 'second', 1_000],
  [3_600_000, 'minute', 60_000],
  [86_400_000, 'hour', 3_600_000],
  [Number.POSITIVE_INFINITY, 'day', 86_400_000],
]

/** A duration in the unit that fits it; a dash where there is none. */
export function shownDuration(ms: number | null, language: string): string {
  if (ms === null) return '–'
  const [, unit, size] = steps.find(([limit]) => ms < limit)!
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: size === 1 ? 0 : 1,
  }).format(ms / size)
}
