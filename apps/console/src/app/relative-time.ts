const steps: [limitSeconds: number, unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  [60, 'second', 1],
  [3_600, 'minute', 60],
  [86_400, 'hour', 3_600],
  [7 * 86_400, 'day', 86_400],
]

/** How long ago, short; a date when it is longer than a week. */
export function ago(iso: string, now: number, language: string): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1_000))
  const step = steps.find(([limit]) => seconds < limit)
  if (!step) return new Date(iso).toLocaleDateString(language, { day: 'numeric', month: 'short' })
  const [, unit, size] = step
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'narrow' }).format(
    Math.floor(seconds / size),
  )
}

/** The moment itself, for who points at it. */
export const exactTime = (iso: string, language: string): string =>
  new Date(iso).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })
