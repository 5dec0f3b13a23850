import { expect, it } from 'vitest'
import { extract } from '../../../testing/extract.ts'
import { splitFrontMatter } from './front-matter.ts'

const described = (text: string) => splitFrontMatter(text).description

it('YAML, TOML and JSON in front of a text describe it and are not content', async () => {
  const expected = {
    title: 'Shipping to Norway',
    tags: ['a', 'b'],
    metadata: { date: '2026-01-01', internal: 'secret-42', visibility: 'internal' },
  }
  for (const matter of [
    '---\ntitle: Shipping to Norway\ndate: 2026-01-01\ntags: [a, b]\ninternal: secret-42\n---\n',
    '---\r\ntitle: "Shipping to Norway"\r\ndate: 2026-01-01\r\ntags:\r\n  - a\r\n  - b\r\ninternal: secret-42\r\n...\r\n',
    '\ufeff--- \ntitle: Shipping to Norway\ndate: 2026-01-01\ntags: a, b\ninternal: secret-42\n---\n',
    '+++\ntitle = "Shipping to Norway"\ndate = "2026-01-01"\ntags = ["a", "b"]\ninternal = "secret-42"\n+++\n',
    ';;;\n{"title": "Shipping to Norway", "date": "2026-01-01", "tags": ["a", "b"], "internal": "secret-42"}\n;;;\n',
    "{\n  // Comments are JSON5.\n  title: 'Shipping to Norway', date: '2026-01-01', tags: ['a', 'b'], internal: 'secret-42',\n}\n",
    '---json\n{"title": "Shipping to Norway", "date": "2026-01-01", "tags": ["a", "b"], "internal": "secret-42"}\n---\n',
  ]) {
    for (const name of ['a.md', 'a.txt']) {
      const { text, description } = await extract(name, `${matter}\n# Shipping\n\nWe ship to Norway.\n`)
      expect([matter, description]).toEqual([matter, expected])
      expect(text).toBe(name === 'a.md' ? 'Shipping\n\nWe ship to Norway.' : '# Shipping\n\nWe ship to Norway.')
    }
  }
})

it.each([
  '---\n\nA rule stands above.\n\n---\n\nText',
  '---\nA line between two rules\n---\nText',
  '---\n- a list\n- of things\n---\nText',
  '---\ntitle: [never closed\n---\nText',
  '---\ntitle: once\ntitle: twice\n---\nText',
  '---\ntitle: without an end\n\nText',
  '----\ntitle: a longer rule\n----\nText',
  '+++\ntitle = \n+++\nText',
  ';;;\n{"title": \n;;;\nText',
  '{"title": "A file of JSON"}',
  '{"price": 5}\n\nAn example of JSON.',
  '{ not an object\nText',
  'Text\n\n---\ntitle: further down\n---\n',
  `---\na: &a [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 9 }, (_, i) => `${'bcdefghij'[i]}: &${'bcdefghij'[i]} [${`*${'abcdefghi'[i]},`.repeat(9)}]`).join('\n')}\n---\nText`,
  `---\na: ${'['.repeat(30_000)}\n---\nText`,
])('stays text: %j', (text) => {
  expect(splitFrontMatter(text)).toEqual({ text })
})

it.each([
  ['internal: true', 'internal'],
  ['Internal: yes', 'internal'],
  ['is_internal: true', 'internal'],
  ['internal-only: 1', 'internal'],
  ['visibility: internal', 'internal'],
  ['visibility: [internal]', 'internal'],
  ['visibility: public\ninternal: true', 'internal'],
  ['visibility: public\ndraft: true', 'draft'],
  ['visibility: false', 'internal'],
  ['params:\n  private: true', 'internal'],
  ['public: false', 'internal'],
  ['published: false', 'draft'],
  ['draft: true', 'draft'],
  ['visibility: Team A', 'Team A'],
  ['visibility: public', 'public'],
  ['internal: false', undefined],
  ['draft: false', undefined],
])('%j has the visibility %j', (lines, visibility) => {
  expect(described(`---\n${lines}\n---\nText`)?.metadata.visibility).toBe(visibility)
})

it('values of any kind are short texts', () => {
  const matter = `+++\ntitle = 7\ndate = 2026-01-01T10:00:00Z\nday = 2026-01-02\nlist = [1, "two"]\n[seo]\ntext = "x"\n[seo.deep]\ny = 1\n+++\n`
  expect(described(matter)).toEqual({
    title: '7',
    tags: [],
    metadata: { date: '2026-01-01T10:00:00.000Z', day: '2026-01-02', list: '1, two', 'seo.text': 'x' },
  })
  const long = described(`---\nname: ${'x'.repeat(5_000)}\n${'k'.repeat(100)}: y\n__proto__: {a: 1}\n---\n`)!
  expect(long.metadata.name).toHaveLength(1_000)
  expect(Object.keys(long.metadata)).not.toContain('k'.repeat(100))
  expect(({} as { a?: number }).a).toBeUndefined()
})

it('the front matter of an export gives the metadata as they were', () => {
  const matter =
    '---\ntitle: "A: b"\ndate: 2026-01-01T00:00:00.000Z\ntags:\n  - a\nmetadata:\n  visibility: internal\n  note: "two\\nlines"\n---\n\nText\n'
  expect(splitFrontMatter(matter)).toEqual({
    text: '\n\nText\n',
    description: { title: 'A: b', tags: ['a'], metadata: { visibility: 'internal', note: 'two\nlines' } },
  })
})
