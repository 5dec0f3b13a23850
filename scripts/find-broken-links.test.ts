import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { anchorsOf, findBrokenLinks } from './find-broken-links.ts'

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-links-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('anchors are those that GitHub makes', () => {
  const page = [
    '# Frontdesk',
    '## Where it runs, and how',
    '### `POST /api/chat/message`',
    '## Å sök: "ord" & mer',
    '## A [link](b.md) and **bold** snake_case',
    '## Twice',
    '## Twice',
    '## 1.2 – a dash',
    '```sh',
    '# no heading',
    '```',
    '<a id="by-hand"></a>',
  ].join('\n')
  expect([...anchorsOf(page)]).toEqual([
    'frontdesk',
    'where-it-runs-and-how',
    'post-apichatmessage',
    'å-sök-ord--mer',
    'a-link-and-bold-snake_case',
    'twice',
    'twice-1',
    '12--a-dash',
    'by-hand',
  ])
})

test('a link to no file, no heading of a page or no heading of its own page is found; code and other sites are not links', () => {
  mkdirSync(join(folder, 'docs'), { recursive: true })
  const page = [
    '# Page',
    '[own](#page) [no own](#none) [file](docs/a.md) [anchor](docs/a.md#a-b) [folder](docs/) [no file](docs/b.md)',
    '[no anchor](docs/a.md#c) [site](https://example.com/#x) [mail](mailto:a@example.com) `[code](none.md)`',
    '[reference][1] ![picture](none.png) [titled](none.md "Title")',
    '```md\n[block](none.md)\n```',
    '[1]: docs/none.md',
  ].join('\n')
  writeFileSync(join(folder, 'README.md'), page)
  writeFileSync(join(folder, 'docs/a.md'), '## A b\n[up](../README.md#page) [up, wrong](../README.md#pages)')
  expect(findBrokenLinks(folder, ['README.md', 'docs/a.md'])).toEqual([
    'README.md → #none',
    'README.md → docs/b.md',
    'README.md → docs/a.md#c',
    'README.md → none.png',
    'README.md → none.md',
    'README.md → docs/none.md',
    'docs/a.md → ../README.md#pages',
  ])
})
