import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readSitemap } from './read-sitemap.ts'

const read = (text: string) => readSitemap(Buffer.from(text))
const urlset = (content: string) => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${content}</urlset>`

it('a sitemap is read: white space, entities, CDATA and all', () => {
  const text = urlset(`<!-- <url><loc>https://x.example/comment</loc></url> -->
    <url><loc>
      https://x.example/a?b=1&amp;c=2 </loc><lastmod>2026-01-01</lastmod></url>
    <url><loc><![CDATA[https://x.example/b?c&d]]></loc></url><url><priority>1</priority></url><url><loc/></url>`)
  expect(read(text)).toEqual({ kind: 'pages', locations: ['https://x.example/a?b=1&c=2', 'https://x.example/b?c&d'] })
})

it('an index is read, with a namespace too', () => {
  const text = `<s:sitemapindex xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"><s:sitemap><s:loc>https://x.example/1.xml</s:loc></s:sitemap></s:sitemapindex>`
  expect(read(text)).toEqual({ kind: 'index', locations: ['https://x.example/1.xml'] })
})

it('addresses of pictures and translations are not those of pages', () => {
  const text = urlset(`<url><loc>https://x.example/a</loc>
    <image:image><image:loc>https://x.example/a.png</image:loc></image:image>
    <xhtml:link rel="alternate" hreflang="sv" href="https://x.example/sv"/></url>`)
  expect(read(text)?.locations).toEqual(['https://x.example/a'])
})

it('gzip, a byte order mark and UTF-16 are read', () => {
  const text = urlset('<url><loc>https://x.example/a</loc></url>')
  for (const bytes of [
    gzipSync(text),
    Buffer.from(`\uFEFF${text}`),
    Buffer.from(`\uFEFF${text}`, 'utf16le'),
    Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  ])
    expect(readSitemap(bytes)?.locations).toEqual(['https://x.example/a'])
})

it.each([
  ['HTML', '<!doctype html><html><body>urlset</body></html>'],
  ['a feed', '<rss><channel><item><loc>https://x.example/a</loc></item></channel></rss>'],
  ['nothing', ''],
])('%s is no sitemap', (_, text) => {
  expect(read(text)).toBeUndefined()
})

it('what is cut off is read as far as it goes', () => {
  expect(
    read(urlset('<url><loc>https://x.example/a</loc></url><url><loc>https://x.ex').slice(0, -20))?.locations,
  ).toEqual(['https://x.example/a'])
})

it('damaged gzip and a bomb are no sitemap; entities that multiply stay what they are; no more than 5,000 are taken', () => {
  expect(readSitemap(gzipSync(urlset('')).subarray(0, 30))).toBeUndefined()
  expect(
    readSitemap(gzipSync(Buffer.concat([Buffer.from(urlset('')), Buffer.alloc(60 * 1024 * 1024)]))),
  ).toBeUndefined()
  const laughs = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${urlset('<url><loc>https://x.example/&b;</loc></url>')}`
  expect(read(laughs)?.locations).toEqual(['https://x.example/&b;'])
  expect(read(urlset('<url><loc>https://x.example/a</loc></url>'.repeat(6_000)))?.locations).toHaveLength(5_000)
})
