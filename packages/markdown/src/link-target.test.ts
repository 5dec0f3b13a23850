import { expect, it } from 'vitest'
import { hiddenTarget, linkWords } from './link-target.ts'
import { reduceMarkdown } from './reduce-markdown.ts'
import { markdownToHtml, markdownToText } from './write-markdown.ts'

const evil = 'https://evil.example/login'

it.each([
  ['https://bank.example', evil],
  ['bank.example', evil],
  ['www.bank.example/login', evil],
  ['Go to bank.example now', evil],
  ['(bank.example)', evil],
  ['BANK.EXAMPLE', evil],
  ['bank\u200b.example', evil],
  ['bank。example', evil],
  ['ｂａｎｋ.example', evil],
  ['help@bank.example', evil],
  ['bank.example/list.pdf', evil],
  ['https://bank.example/evil.example', evil],
  ['my/bank.example', evil],
  ['evil.example and bank.example', evil],
  ['bank.example', 'https://bank.example.evil.example/'],
  ['bank.example', 'https://evilbank.example/'],
  ['bank.example', 'https://bаnk.example/'],
  ['bаnk.example', 'https://bank.example/'],
  ['help@bank.example', 'mailto:help@evil.example'],
  ['help@bank.example', 'mailto:other@bank.example'],
])('%s does not hide %s', (words, url) => {
  expect(hiddenTarget(words, url)).toBe(url.startsWith('mailto:') ? url.slice('mailto:'.length) : new URL(url).hostname)
})

it.each([
  ['our page', evil],
  ['evil.example', evil],
  ['https://evil.example/login', evil],
  ['evil.example', 'https://www.evil.example/'],
  ['www.evil.example', evil],
  ['evil.example', 'https://help.evil.example/a'],
  ['https://evil.example/a.html?b=c.de', 'https://evil.example/a.html?b=c.de'],
  ['bücher.example', 'https://bücher.example/'],
  ['help@evil.example', 'mailto:help@evil.example?subject=x'],
  ['Version 2.0, e.g. now', evil],
  ['Wait...', evil],
  ['Price list 2026.pdf', evil],
  ['Node.js', evil],
  ['our domain evil.example.', evil],
  ['\u202Emoc', evil],
])('%s may lead to %s as it stands', (words, url) => expect(hiddenTarget(words, url)).toBeUndefined())

it('shows in a mail where a link leads whose words name another place, and turns none of them', () => {
  expect(markdownToHtml('[**bank**.example](https://evil.example/a)')).toBe(
    '<p><a href="https://evil.example/a" rel="noopener noreferrer"><strong>bank</strong>.example (evil.example)</a></p>',
  )
  expect(markdownToHtml('[\u202Emoc.live](https://evil.example/a)')).toContain('>moc.live (evil.example)</a>')
  expect(linkWords('a\u202Eb\u2066c')).toBe('abc')
})

it('makes no link of an address with a user name, which reads as the host', () => {
  const source = 'See [here](https://bank.example@evil.example/a), <https://bank.example@evil.example/a>.'
  expect(markdownToHtml(source)).not.toContain('<a ')
  expect(reduceMarkdown(source)).not.toContain('](')
  expect(markdownToHtml('[here](https://a.example/@b?c=d@e)')).toContain('<a ')
  expect(markdownToText('[here](mailto:a@b.example)')).toBe('here (a@b.example)')
})

it('shows where many words lead without reading them', () => {
  expect(hiddenTarget('a'.repeat(501), evil)).toBe('evil.example')
})
