import { describe, expect, it } from 'vitest'
import { maxLinkDepth, watchForTraps } from './find-traps.ts'

const at = (path: string) => `https://site.example${path}`
const taken = (paths: string[]) => {
  const watch = watchForTraps()
  return paths.filter((path) => watch.reasonAgainst(at(path), 1) === undefined)
}
const many = (count: number, path: (i: number) => string) => Array.from({ length: count }, (_, i) => path(i))

describe('refused at once', () => {
  it.each([
    ['16 levels', '/a1/a2/a3/a4/a5/a6/a7/a8/a9/b1/b2/b3/b4/b5/b6/b7/b8'],
    ['repeats', '/a/b/a/b'],
    ['repeats', '/a/x/a/y/a'],
    ['more than 6 parameters', '/a?b=1&c=1&d=1&e=1&f=1&g=1&h=1'],
  ])('%s: %s', (why, path) => {
    expect(watchForTraps().reasonAgainst(at(path), 1)).toContain(why)
  })

  it('what is longer than 2,048 characters', () => {
    expect(watchForTraps().reasonAgainst(at(`/${'a'.repeat(2_050)}`), 1)).toContain('longer')
  })

  it('what is too many links away', () => {
    const watch = watchForTraps()
    expect(watch.reasonAgainst(at('/a'), maxLinkDepth)).toBeUndefined()
    expect(watch.reasonAgainst(at('/b'), maxLinkDepth + 1)).toContain('links away')
  })
})

describe('a space without end gives no more than', () => {
  it.each([
    [
      '12 of a calendar by parameter',
      many(40, (i) => `/calendar?month=${2020 + Math.floor(i / 12)}-${(i % 12) + 1}`),
      12,
    ],
    ['12 of a calendar by path', many(40, (i) => `/events/${1990 + i}/05/`), 12],
    ['12 of a calendar in two parameters', many(40, (i) => `/cal?year=${1990 + i}&month=3`), 12],
    ['3 orders of a list', many(40, (i) => `/list?sort=${i}`), 3],
    ['3 searches', many(40, (i) => `/search?q=${i}`), 3],
    ['10 combinations', many(40, (i) => `/shop?color=${i % 7}&size=${i}`), 10],
    ['25 values of one parameter', many(60, (i) => `/trap?n=${i}`), 25],
  ])('%s', (_, paths, most) => {
    expect(taken(paths)).toHaveLength(most)
  })
})

it.each([
  ['pages that an id names', many(100, (i) => `/faq?id=${i}`)],
  ['pages by number', many(500, (i) => `/articles/${i}`)],
  ['dated articles', many(100, (i) => `/blog/2024/05/a-story-${i}`)],
  ['versions and languages', ['/docs/v1/en/a', '/docs/v2/en/a', '/docs/v2/sv/a', '/en/en-guide/guide']],
])('%s are no trap', (_, paths) => {
  expect(taken(paths)).toEqual(paths)
})
