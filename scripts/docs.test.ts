import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { limits } from '@frontdesk/contracts'
import { expect, test } from 'vitest'
import { errorsPage, errorsPagePath } from './errors-page.ts'
import { findBrokenLinks } from './find-broken-links.ts'

const root = new URL('..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

test('docs/errors.md says what the table of codes says', () => {
  expect(readFileSync(errorsPagePath, 'utf8')).toBe(errorsPage())
})

test('docs/limits.md gives the value of every limit', () => {
  const page = read('docs/limits.md')
  for (const [name, value] of Object.entries(limits)) {
    expect(page, name).toContain(`| \`${name}\` | ${value.toLocaleString('en-US')} |`)
  }
})

test('the table of folders has every package', () => {
  const table = read('CONTRIBUTING.md')
    .match(/^\| .*$/gm)!
    .join('\n')
  const named = [...table.matchAll(/`([^`]+)`/g)].map(([, path]) => path!.replace('packages/', ''))
  expect(named).toEqual(expect.arrayContaining(readdirSync(new URL('packages/', root))))
})

test('the settings tables name settings that the code reads', () => {
  const rows = ['README.md', 'docs/operations.md'].flatMap((page) => read(page).match(/^\| `[A-Z_]+`[^|]*/gm) ?? [])
  const names = rows.flatMap((row) => [...row.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!))
  expect(names.length).toBeGreaterThan(5)
  const tracked = execFileSync('git', ['ls-files', '*/src/*.ts'], { cwd: fileURLToPath(root), encoding: 'utf8' })
  const sources = tracked.trim().split('\n').map(read)
  for (const name of names)
    expect(
      sources.some((text) => text.includes(name)),
      name,
    ).toBe(true)
})

test('the page on operations names every measurement', () => {
  const tracked = execFileSync('git', ['ls-files', '*/src/*.ts'], { cwd: fileURLToPath(root), encoding: 'utf8' })
  const texts = tracked
    .trim()
    .split('\n')
    .filter((path) => !path.includes('.test.'))
    .map(read)
  const named = texts.flatMap((text) => [
    ...text.matchAll(/'(frontdesk_\w+_(?:total|seconds|waiting|breaker|ready|confidence))'/g),
  ])
  const names = named.map(([, name]) => name!)
  expect(names).toContain('frontdesk_channel_sends_total')
  const page = read('docs/operations.md') + read('docs/channels.md')
  expect(names.filter((name) => !page.includes(`\`${name}`))).toEqual([])
})

test('a question is followed through 18 files and a document through 10, none of them twice', () => {
  const page = read('docs/architecture.md')
  const walkIn = (heading: string) => {
    const section = page.slice(page.indexOf(`## ${heading}\n`)).split('\n## ', 1)[0]!
    return [...section.matchAll(/^\| (\d+) \| \[([^\]]+)\]/gm)].map(([, , path]) => path!)
  }
  const [question, document] = [walkIn('A question'), walkIn('A document')]
  expect(question.length).toBeGreaterThan(10)
  expect(question.length).toBeLessThanOrEqual(18)
  expect(document.length).toBeGreaterThan(5)
  expect(document.length).toBeLessThanOrEqual(10)
  expect(new Set([...question, ...document]).size).toBe(question.length + document.length)
})

test('every link within the repository leads to a file, and its anchor to a heading', () => {
  const tracked = execFileSync('git', ['ls-files', '*.md'], { cwd: fileURLToPath(root), encoding: 'utf8' })
  const pages = tracked.trim().split('\n')
  expect(pages).toEqual(
    expect.arrayContaining(['SECURITY.md', 'CHANGELOG.md', 'services/chat/README.md', 'docs/widget.md']),
  )
  expect(findBrokenLinks(fileURLToPath(root), pages)).toEqual([])
})
