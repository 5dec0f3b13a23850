import type { Widget } from './widget-change.ts'

/** The colours of a launcher whose line says nothing of them. */
const usualAccent = '#1a5fd0'
const usualOnAccent = '#ffffff'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/**
 * The line that a site puts into its pages. It says what the launcher looks like and whether there are messages, because the
 * widget asks for its settings only when somebody turns to it, or when there are messages.
 */
export function scriptLine(origin: string, { id, theme, launcher, proactive }: Widget): string {
  const attributes = {
    'data-widget': id,
    ...(theme.accent !== usualAccent && { 'data-accent': theme.accent }),
    ...(theme.onAccent !== usualOnAccent && { 'data-on-accent': theme.onAccent }),
    ...(theme.position === 'start' && { 'data-position': 'start' }),
    ...(launcher.icon !== 'chat' && { 'data-icon': launcher.icon }),
    ...(launcher.label && { 'data-label': launcher.label }),
    ...(launcher.hidden && { 'data-launcher': 'hidden' }),
    ...(proactive.length > 0 && { 'data-proactive': '' }),
  }
  const written = Object.entries(attributes).map(([name, value]) => (value ? `${name}="${escaped(value)}"` : name))
  return `<script src="${origin}/widget.js" ${written.join(' ')} async></script>`
}
