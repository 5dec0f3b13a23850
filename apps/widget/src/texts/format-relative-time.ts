import type { Language } from './texts.ts'

const atTime: Record<Language, string> = { en: 'at', sv: 'kl.', de: 'um', ar: 'الساعة' }

/** A moment as people say it: "in 10 minutes", "tomorrow at 9:00 AM" and the like. */
export function formatRelativeTime(at: string, language: Language, now = Date.now()): string {
  const date = new Date(at)
  const minutes = Math.max(1, Math.round((date.getTime() - now) / 60_000))
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  if (minutes < 60) return relative.format(minutes, 'minute')
  const midnight = new Date(now).setHours(0, 0, 0, 0)
  const days = Math.floor((date.getTime() - midnight) / 86_400_000)
  const day = days < 2 ? relative.format(days, 'day') : date.toLocaleDateString(language, { weekday: 'long' })
  const time = date.toLocaleTimeString(language, { hour: 'numeric', minute: '2-digit' })
  return `${day} ${atTime[language]} ${time}`
}
