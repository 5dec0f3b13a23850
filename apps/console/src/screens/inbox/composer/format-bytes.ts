const units = ['byte', 'kilobyte', 'megabyte'] as const

/** A size as people read it, and as the limits count: 1.4 MB, of 1,024 kB each. */
export function formatBytes(bytes: number, language: string): string {
  const step = bytes < 1_024 ? 0 : bytes < 1_024 ** 2 ? 1 : 2
  const amount = bytes / 1_024 ** step
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step],
    maximumFractionDigits: step === 2 ? 1 : 0,
  } as Intl.NumberFormatOptions).format(amount)
}
