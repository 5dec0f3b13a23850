import { expect, test } from 'vitest'
import { scriptLine } from './script-line.ts'
import type { Widget } from './widget-change.ts'

const usual = {
  id: 'wgt_1',
  theme: { accent: '#1a5fd0', onAccent: '#ffffff', radius: 16, position: 'end', scheme: 'auto' },
  launcher: { icon: 'chat', hidden: false },
  proactive: [],
} as unknown as Widget
const start = '<script src="https://support.example.com/widget.js" data-widget="wgt_1"'

test('the line of a usual widget names the widget and nothing else', () => {
  expect(scriptLine('https://support.example.com', usual)).toBe(`${start} async></script>`)
})

test('a line says that there are messages, so that the pages of other sites ask for none', () => {
  const message = { name: 'Help', message: { en: 'Need help?' }, when: {}, oncePer: 'session' as const }
  expect(scriptLine('https://support.example.com', { ...usual, proactive: [message] })).toBe(
    `${start} data-proactive async></script>`,
  )
})

test('what the launcher shows before the settings are read stands in the line', () => {
  const widget = {
    ...usual,
    theme: { ...usual.theme, accent: '#ffd400', onAccent: '#000000', position: 'start' as const },
    launcher: { icon: 'question' as const, label: 'Ask "us" & <them>', hidden: true },
  }
  expect(scriptLine('https://support.example.com', widget)).toBe(
    `${start} data-accent="#ffd400" data-on-accent="#000000" data-position="start" data-icon="question" data-label="Ask &quot;us&quot; &amp; &lt;them>" data-launcher="hidden" async></script>`,
  )
})
