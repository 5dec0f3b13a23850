import { sayWhen } from '../texts/say-when.ts'
import type { Texts } from '../texts/texts.ts'

/** A sentence with a moment in it, as people say it. */
export const When = ({ at, texts, say }: { at: string; texts: Texts; say(time: string): string }) => (
  <>{say(sayWhen(at, texts.language))}</>
)
