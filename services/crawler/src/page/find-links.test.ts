import { describe, expect, it } from 'vitest'
import { findLinks } from './find-links.ts'
import { readRobotsTag } from './read-directives.ts'

const url = 'https://site.example/dir/page'
const read = (html: string, contentType = 'text/html; charset=utf-8') => findLinks(Buffer.from(html), url, contentType)
const links = (html: string) => read(html).links

describe('links', () => {
  it.each([
    ['<a href="a">', ['https://site.example/dir/a']],
    ["<A HREF='/b?c=1&amp;d=2'>x</A>", ['https://site.example/b?c=1&d=2']],
    ['<a href=unquoted>', ['https://site.example/dir/unquoted']],
    ['<area href="/map">', ['https://site.example/map']],
    ['<a href="">', []],
    ['<a name="here">', []],
    ['<a href="/a" rel="noopener NoFollow">', []],
    ['<a href="/a" rel="noopener">', ['https://site.example/a']],
    ['<!-- <a href="/comment"> --><script>"<a href=/script>"</script><style><a href=/style></style>', []],
    ['<meta http-equiv="Refresh" content="5; URL=\'/next\'">', ['https://site.example/next']],
    ['<meta http-equiv="refresh" content="30">', []],
    ['<a href="http://[broken">', []],
    ['<a href=" /spaces ">', ['https://site.example/spaces']],
    [
      '<table><a href=/deep><div><p><a href=/deeper></table',
      ['https://site.example/deep', 'https://site.example/deeper'],
    ],
    ['<svg><a href="/in-svg"></a></svg>', ['https://site.example/in-svg']],
    ['<img src="/picture"><link rel="stylesheet" href="/style"><iframe src="/frame">', []],
  ])('%s', (html, expected) => {
    expect(links(html)).toEqual(expected)
  })

  it('are against the base, the first one that there is, itself against the page', () => {
    expect(links('<base href="/other/"><base href="/third/"><a href="a">')).toEqual(['https://site.example/other/a'])
    expect(links('<a href="a"><base href="https://cdn.example/x/">')).toEqual(['https://cdn.example/x/a'])
    expect(links('<base href="http://["><a href="a">')).toEqual(['https://site.example/dir/a'])
  })

  it('are read in the encoding that the reply, or the page, names', () => {
    const latin = Buffer.from('<meta charset="iso-8859-1"><a href="/\u00e5">', 'latin1')
    expect(findLinks(latin, url, 'text/html').links).toEqual(['https://site.example/%C3%A5'])
    expect(findLinks(latin, url, 'text/html; charset=nonsense').links).toHaveLength(1)
  })

  it('of a page that nests a hundred thousand deep, or has a million, are found without harm', () => {
    expect(links(`${'<div>'.repeat(100_000)}<a href="/deep">`)).toEqual(['https://site.example/deep'])
    expect(links('<a href="/x">'.repeat(20_000))).toHaveLength(5_000)
  })
})

describe('what a page asks', () => {
  it.each([
    ['<meta name="robots" content="noindex, nofollow">', true, true],
    ['<META NAME="ROBOTS" CONTENT="NOINDEX">', true, false],
    ['<meta name="robots" content="none">', true, true],
    ['<meta name="robots" content="index,follow">', false, false],
    ['<meta name="frontdesk" content="nofollow">', false, true],
    ['<meta name="otherbot" content="noindex">', false, false],
    ['<meta name="robots" content="noindex"><meta name="frontdesk" content="index">', true, false],
    ['<meta name="description" content="noindex">', false, false],
  ])('%s', (html, noindex, nofollow) => {
    expect(read(html)).toMatchObject({ noindex, nofollow })
  })

  it.each([
    ['noindex', true, false],
    ['noindex, nofollow', true, true],
    ['none', true, true],
    ['otherbot: noindex', false, false],
    ['otherbot: noindex, nofollow', false, false],
    ['frontdesk: noindex', true, false],
    ['otherbot: noindex, FrontDesk: nofollow', false, true],
    ['nofollow, otherbot: noindex', false, true],
    ['unavailable_after: 25 Jun 2030 15:00:00 PST', false, false],
    ['max-snippet:-1, noindex', true, false],
    [undefined, false, false],
  ])('X-Robots-Tag: %s', (header, noindex, nofollow) => {
    expect(readRobotsTag(header)).toEqual({ noindex, nofollow })
  })
})

describe('the canonical address', () => {
  it.each([
    ['<link rel="canonical" href="/own">', 'https://site.example/own'],
    ['<base href="https://site.example/b/"><link rel="Canonical nofollow" href="own">', 'https://site.example/b/own'],
    ['<link rel="canonical" href="/a"><link rel="canonical" href="/b">', 'https://site.example/a'],
    ['<link rel="canonical">', undefined],
    ['<link rel="canonical" href="http://[">', undefined],
    ['<link rel="alternate" href="/sv">', undefined],
  ])('%s', (html, canonical) => {
    expect(read(html).canonical).toBe(canonical)
  })
})
