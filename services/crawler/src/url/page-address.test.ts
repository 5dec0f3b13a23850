import { describe, expect, it } from 'vitest'
import { isWorthAVisit, pageAddress, pageKey } from './page-address.ts'
import { siteOf } from './same-site.ts'

const base = 'https://site.example/dir/page?x=1'

describe('the address of a link', () => {
  it.each([
    ['other', 'https://site.example/dir/other'],
    ['/top#part', 'https://site.example/top'],
    ['?y=2', 'https://site.example/dir/page?y=2'],
    ['../up/./here', 'https://site.example/up/here'],
    ['//cdn.example/a', 'https://cdn.example/a'],
    ['  /spaces around  ', 'https://site.example/spaces%20around'],
    ['HTTPS://SITE.EXAMPLE:443/Case', 'https://site.example/Case'],
    ['http://site.example./dot', 'http://site.example/dot'],
    ['https://bücher.example/ö?q=ä', 'https://xn--bcher-kva.example/%C3%B6?q=%C3%A4'],
    // Where a reader comes from is no part of it.
    ['/a?utm_source=x&utm_medium=y', 'https://site.example/a'],
    ['/a?id=1&fbclid=x&gclid=y&b=2&msclkid=z', 'https://site.example/a?id=1&b=2'],
    ['/a?UTM_Campaign=x', 'https://site.example/a'],
    ['/a?&&b=1&', 'https://site.example/a?b=1'],
    // Neither are sessions, where they are told from what is not.
    ['/a;jsessionid=0A1B?b=1', 'https://site.example/a?b=1'],
    ['/a?PHPSESSID=abc&sid=9f86d081884c7d65', 'https://site.example/a'],
    ['/a?sid=12', 'https://site.example/a?sid=12'],
    ['/a?s=returns', 'https://site.example/a?s=returns'],
    ['/a?%zz=1', 'https://site.example/a?%zz=1'],
  ])('%s is %s', (link, address) => {
    expect(pageAddress(link, base)).toBe(address)
  })

  it.each([
    'mailto:a@b.example',
    'javascript:void(0)',
    'tel:+46',
    'ftp://site.example/a',
    'data:text/html,x',
    'http://',
    'http://[::',
  ])('%s is none', (link) => {
    expect(pageAddress(link, base)).toBeUndefined()
  })
})

it.each([
  ['http://www.site.example/a/', 'https://site.example/a', true],
  ['https://site.example/index.html', 'https://site.example', true],
  ['https://site.example/a/index.php', 'https://site.example/a', true],
  ['https://site.example/a?b=1&c=2', 'https://site.example/a?c=2&b=1', true],
  ['https://site.example/%7Ea/%c3%a5', 'https://site.example/~a/å', true],
  ['https://site.example/a//b', 'https://site.example/a/b', true],
  ['https://site.example/A', 'https://site.example/a', false],
  ['https://site.example/a?b=1', 'https://site.example/a?b=2', false],
  ['https://site.example:8443/a', 'https://site.example/a', false],
  ['https://docs.site.example/a', 'https://site.example/a', false],
  ['https://site.example/a%2Fb', 'https://site.example/a/b', false],
])('%s and %s are one page: %s', (a, b, same) => {
  expect(pageKey(pageAddress(a, a)!) === pageKey(pageAddress(b, b)!)).toBe(same)
})

it.each([
  ['https://www.shop.example.co.uk/a', 'https://help.example.co.uk/', true],
  ['http://example.com/', 'https://docs.example.com/', true],
  ['https://example.com/', 'https://example.org/', false],
  ['https://a.co.uk/', 'https://b.co.uk/', false],
  ['https://anna.github.io/', 'https://bo.github.io/', false],
  ['https://example.com.evil.example/', 'https://example.com/', false],
  ['https://notexample.com/', 'https://example.com/', false],
  ['https://example.com:8443/', 'https://example.com/', false],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/a', true],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:9090/', false],
  ['http://127.0.0.1/', 'http://127.0.0.2/', false],
  ['http://[::1]:80/', 'http://[::1]/', true],
  ['http://localhost:8080/', 'http://127.0.0.1:8080/', false],
])('%s and %s are one site: %s', (a, b, same) => {
  expect(siteOf(a) === siteOf(b)).toBe(same)
})

it.each([
  ['/a', true],
  ['/a.html', true],
  ['/terms.PDF', true],
  ['/guide.docx', true],
  ['/v1.2', true],
  ['/logo.png', false],
  ['/style.CSS?v=1', false],
  ['/archive.tar.gz', false],
])('%s is worth a visit: %s', (path, worth) => {
  expect(isWorthAVisit(`https://site.example${path}`)).toBe(worth)
})
