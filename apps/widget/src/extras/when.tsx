import { formatRelativeTime } from '../texts/format-relative-time.ts'
import type { Texts } from '../texts/texts.ts'

/** A sentence with a moment in it, as people say it. */
export const When = ({ at, texts, say }: { at: string; texts: Texts; say(time: string): string }) => (
  <>{say(formatRelativeTime(at, texts.language))}</>
)
