type Hours = { from: string; to: string }

/** `9` and `9.30` as `09:00` and `09:30`; what is no time stays, so that the server can say so. */
const timeOf = (written: string): string => {
  const found = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(written.trim())
  return found ? `${found[1]!.padStart(2, '0')}:${found[2] ?? '00'}` : written.trim()
}

/** `9-17` as people write it. */
export function hoursOf(written: string): Hours {
  const [from = '', to = ''] = written.split(/[-–—]/)
  return { from: timeOf(from), to: timeOf(to) }
}

export const shownHours = ({ from, to }: Hours): string => `${from}–${to}`
