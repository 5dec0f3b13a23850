import { styleText } from 'node:util'
import type { Forwarded, Heard } from './forward-deliveries.ts'

const colourOf = ({ status }: Forwarded): 'green' | 'red' =>
  status !== undefined && status >= 200 && status <= 299 ? 'green' : 'red'

/** One line: when, what, about which conversation or source, and what your server said. */
export function showDelivery({ event }: Heard, at: Date, forwarded?: Forwarded): string {
  const when = styleText('dim', at.toTimeString().slice(0, 8))
  const what = `${event.type.padEnd(22)} ${event.key}#${event.sequence}`
  if (!forwarded) return `${when}  ${what}`
  const outcome = styleText(colourOf(forwarded), forwarded.error ?? String(forwarded.status))
  return `${when}  ${what}  → ${outcome}  ${styleText('dim', `${forwarded.durationMs} ms`)}`
}

/** The same for machines, with the body as it was signed. */
export const deliveryJson = ({ event, body }: Heard, at: Date, forwarded?: Forwarded): string =>
  JSON.stringify({ at: at.toISOString(), ...event, ...forwarded, body })
