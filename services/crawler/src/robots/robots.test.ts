import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAllowed } from './match-rules.ts'
import { maxRobotsBytes, parseRobots } from './parse-robots.ts'

const read = (text: string, agent = 'FooBot') => parseRobots(Buffer.from(text), agent)
const may = (text: string, path: string, agent = 'FooBot') =>
  isAllowed(read(text, agent).rules, new URL(path, 'https://site.example').href)

describe('groups', () => {
  // RFC 9309, 5.1.
  const simple = `User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot

EOF:`
  it.each([
    ['foobot', '/', false],
    ['foobot', '/example/page.html', true],
    ['foobot', '/example/allowed.gif', true],
    ['foobot', '/publications/', false],
    ['barbot', '/example/page.html', false],
    ['barbot', '/example/other.html', true],
    ['bazbot', '/example/page.html', false],
    ['bazbot', '/picture.gif', true],
    ['quxbot', '/example/page.html', true],
    ['quxbot', '/picture.gif', true],
    ['anybot', '/picture.gif', false],
    ['anybot', '/picture.gif?size=1', true],
    ['anybot', '/example/x', false],
    ['anybot', '/publications/x', true],
  ])('%s may fetch %s: %s', (agent, path, expected) => {
    expect(may(simple, path, agent)).toBe(expected)
  })

  it('that name the same crawler are one (RFC 9309, 2.2.1)', () => {
    const text = 'user-agent: FooBot\ndisallow: /a\n\nuser-agent: *\ndisallow: /\n\nUSER-AGENT: foobot\ndisallow: /b\n'
    expect([may(text, '/a'), may(text, '/b'), may(text, '/c')]).toEqual([false, false, true])
    expect(may(text, '/c', 'OtherBot')).toBe(false)
  })

  it('of * are one too, and are not asked where the crawler has its own, though that be empty', () => {
    const text = 'user-agent: *\ndisallow: /a\nuser-agent: *\ndisallow: /b\nuser-agent: Mine\ncrawl-delay: 2\n'
    expect([may(text, '/a'), may(text, '/b'), may(text, '/c')]).toEqual([false, false, true])
    expect(may(text, '/a', 'Mine')).toBe(true)
  })

  it.each([
    ['FooBot', true],
    ['foobot', true],
    ['FOOBOT/1.2 (+https://x.example)', true],
    ['FooBot Images', true],
    ['FooBot-Images', false],
    ['Foo', false],
    ['FooBotanics', false],
    ['*', true],
    ['* anything', true],
    ['*bot', false],
    ['', false],
  ])('a line that names "%s" speaks to FooBot: %s', (named, speaks) => {
    expect(may(`user-agent: ${named}\ndisallow: /`, '/')).toBe(!speaks)
  })

  it('end with their first rule, not with other lines; rules before every group say nothing', () => {
    const text =
      'disallow: /\nuser-agent: BarBot\nsitemap: https://x.example/s.xml\ncrawl-delay: 1\nuser-agent: FooBot\nunknown: 1\ndisallow: /a'
    expect([may(text, '/a'), may(text, '/a', 'BarBot'), may(text, '/b')]).toEqual([false, false, true])
  })
})

describe('rules', () => {
  it.each([
    // The longest match, `allow` among equals.
    ['disallow: /x/page.html\nallow: /x/', '/x/page.html', false],
    ['disallow: /x/page.html\nallow: /x/', '/x/', true],
    ['allow: /x/page.html\ndisallow: /x/', '/x/page.html', true],
    ['disallow: \nallow: ', '/x', true],
    ['disallow: /\nallow: /', '/x', true],
    ['allow: /\ndisallow: /', '/x', true],
    ['disallow: /x\nallow: /x/', '/x/', true],
    ['disallow: /x\nallow: /x/', '/x', false],
    ['disallow: /x/page.html\nallow: /x/page.html', '/x/page.html', true],
    ['allow: /page\ndisallow: /*.html', '/page.html', false],
    ['allow: /x/page.\ndisallow: /*.html', '/x/page.html', true],
    ['disallow: /*.html\nallow: /p', '/page.html', false],
    ['disallow: /*.ph\nallow: /folder/page', '/folder/page.php', true],
    // Case counts in paths, not in keys.
    ['disallow: /X/', '/x/y', true],
    ['DISALLOW: /x/', '/x/y', false],
    // Wildcards and the end.
    ['disallow: /foo/bar/quz', '/foo/bar/quz', false],
    ['disallow: /foo/bar*quz', '/foo/bar/xxx/quz', false],
    ['disallow: /foo/bar*qux', '/foo/bar', true],
    ['disallow: /foo/bar$', '/foo/bar', false],
    ['disallow: /foo/bar$', '/foo/bar/', true],
    ['disallow: /foo/bar$', '/foo/bar?x', true],
    ['disallow: /*.php$', '/a.php.php', false],
    ['disallow: /*.php$', '/a.php5', true],
    ['disallow: /a$b', '/a$b', false],
    ['disallow: /a$b', '/a', true],
    ['disallow: *', '/', false],
    ['disallow: *.gif$', '/pictures/a.gif', false],
    ['disallow: /fish*', '/fish', false],
    ['disallow: /fish*', '/Fish.asp', true],
    ['disallow: /fish/', '/fish', true],
    ['disallow: /*?', '/a?b', false],
    ['disallow: /*?', '/a', true],
    ['disallow: /**a**b$', '/xaxb', false],
    ['disallow: x', '/x', false],
    // RFC 9309, 2.2.3: what stands for itself is encoded.
    ['disallow: /path/file-with-a-%2A.html', '/path/file-with-a-*.html', false],
    ['disallow: /path/file-with-a-%2A.html', '/path/file-with-a-b.html', true],
    ['disallow: /path/foo-%24', '/path/foo-$', false],
    ['disallow: /path/foo-%24', '/path/foo-', true],
    // The fragment is no part of it, parameters are.
    ['disallow: /a/*/b', '/a/x;y/b?c#d', false],
    ['disallow: /a/#b', '/a/c', false],
    // What never is forbidden.
    ['disallow: /', '/robots.txt', true],
  ])('%j: %s may be fetched: %s', (rules, path, expected) => {
    expect(may(`user-agent: FooBot\n${rules}\n`, path)).toBe(expected)
  })

  // RFC 9309, 2.2.2, the table of encodings.
  it.each([
    ['/foo/bar?baz=quz', '/foo/bar?baz=quz'],
    ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https%3A%2F%2Ffoo.bar'],
    ['/foo/bar?baz=https://foo.bar', '/foo/bar?baz=https://foo.bar'],
    ['/foo/bar?baz=https%3A%2F%2Ffoo.bar', '/foo/bar?baz=https://foo.bar'],
    ['/foo/bar/ツ', '/foo/bar/%E3%83%84'],
    ['/foo/bar/ツ', '/foo/bar/ツ'],
    ['/foo/bar/%E3%83%84', '/foo/bar/%e3%83%84'],
    ['/foo/bar/%62%61%7A', '/foo/bar/baz'],
    ['/foo/bar/baz', '/foo/bar/%62%61%7A'],
    ['/~joe/', '/%7Ejoe/'],
    ['/%7ejoe/', '/~joe/'],
    ['/100%', '/100%25'],
    ['/a b', '/a%20b'],
  ])('allow: %s lets %s be fetched', (rule, path) => {
    expect(may(`user-agent: FooBot\ndisallow: /\nallow: ${rule}\n`, path)).toBe(true)
  })

  it('an encoded slash is none', () => {
    expect(may('user-agent: FooBot\ndisallow: /a%2Fb\n', '/a/b')).toBe(true)
    expect(may('user-agent: FooBot\ndisallow: /a/b\n', '/a%2fb')).toBe(true)
  })

  it('a hostile pattern takes no time that grows with its stars', () => {
    const text = `user-agent: FooBot\ndisallow: /${'a*'.repeat(900)}b$\n`
    // Tried out one way after the other, this would not end.
    expect(may(text, `/${'a'.repeat(2_000)}`)).toBe(true)
  })

  it('a pattern means what a regular expression of it would', () => {
    const part = fc.constantFrom('a', 'b', '/', '*', '$', '.')
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 8 }),
        fc.array(fc.constantFrom('a', 'b', '/', '.'), { maxLength: 10 }),
        (made, path) => {
          const pattern = `/${made.join('')}`
          const isAnchored = pattern.endsWith('$')
          const source = Array.from(isAnchored ? pattern.slice(0, -1) : pattern, (character) =>
            character === '*' ? '.*' : character.replace(/[/$.]/, '\\$&'),
          ).join('')
          // A URL has no dot segments by the time that it is compared.
          const address = `/x${path.join('').replaceAll('.', '_')}`
          const rule = pattern.replaceAll('.', '_')
          const expected = new RegExp(`^${source.replaceAll('\\.', '_')}${isAnchored ? '$' : ''}`).test(address)
          expect(may(`user-agent: FooBot\ndisallow: ${rule}\n`, address)).toBe(!expected)
        },
      ),
      { numRuns: runs(500) },
    )
  })
})

describe('lines', () => {
  it.each([
    ['a byte order mark', '\uFEFFuser-agent: FooBot\ndisallow: /a'],
    ['carriage returns', 'user-agent: FooBot\r\ndisallow: /a\r\n'],
    ['carriage returns alone', 'user-agent: FooBot\rdisallow: /a\r'],
    ['comments', '# hello\nuser-agent: FooBot # us\ndisallow: /a # private'],
    ['white space', '  \t user-agent \t : \t FooBot \t \n\n\n \t disallow : /a \t'],
    ['no colons', 'user-agent FooBot\ndisallow /a'],
    ['mistakes that others forgive', 'useragent: FooBot\ndissallow: /a'],
    ['lines that say nothing', 'hello world\nuser-agent: FooBot\nfoo: bar\n\u0000\u0001\ndisallow: /a\n<html>'],
    ['an empty line within a group', 'user-agent: FooBot\n\n\ndisallow: /a'],
  ])('with %s are read', (_, text) => {
    expect([may(text, '/a'), may(text, '/b')]).toEqual([false, true])
  })

  it('that are no robots.txt at all allow everything', () => {
    expect(may('<!doctype html><html><body>Not found</body></html>', '/')).toBe(true)
    expect(may('', '/')).toBe(true)
    expect(isAllowed(parseRobots(Uint8Array.of(0xff, 0xfe, 0, 1, 2), 'FooBot').rules, 'https://x.example/a')).toBe(true)
  })

  it('that are very long forbid by their beginning, and allow nothing by it', () => {
    const long = `/a/${'b'.repeat(3_000)}`
    expect(may(`user-agent: FooBot\ndisallow: ${long}`, long)).toBe(false)
    expect(may(`user-agent: FooBot\ndisallow: ${long}`, '/a/b')).toBe(true)
    expect(may(`user-agent: FooBot\ndisallow: /a\nallow: ${long}`, `/a/${'b'.repeat(2_500)}`)).toBe(false)
    // Wherever the cut falls.
    for (const end of ['%C3%A5', '$', '%', '🧡', 'é', '%F0%9F%A7%A1', '$%4', '$🧡', '%4$', '*$%'])
      for (let before = 2_068; before <= 2_080; before++) {
        const cut = `/a/${'b'.repeat(before)}${end.repeat(4)}${'c'.repeat(50)}`
        expect(may(`user-agent: FooBot\ndisallow: ${cut}`, cut), `${before} ${end}`).toBe(false)
      }
  })

  it('without a colon and with more than two words say nothing', () => {
    expect(may('user-agent: FooBot\ndisallow /a /b', '/a')).toBe(true)
  })

  it('after 500 kB are not read, and one that is cut there does not count', () => {
    const head = 'user-agent: FooBot\ndisallow: /early\n'
    const filler = `#${'x'.repeat(98)}\n`
    const room = maxRobotsBytes - head.length
    const filled = head + filler.repeat(Math.floor(room / filler.length))
    const cut = `${filled}${'#'.repeat(maxRobotsBytes - filled.length - 12)}\ndisallow: /public/private\ndisallow: /late\n`
    expect([may(cut, '/early'), may(cut, '/public/private'), may(cut, '/public/x'), may(cut, '/late')]).toEqual([
      false,
      true,
      true,
      true,
    ])
  })

  it('name sitemaps for everybody, and a delay for their group', () => {
    const text =
      'sitemap: https://x.example/1.xml\nuser-agent: *\ncrawl-delay: 9\nuser-agent: FooBot\ndisallow: /a\nCrawl-delay: 1.5\nSitemap: https://x.example/2.xml'
    expect(read(text)).toMatchObject({
      crawlDelayMs: 1_500,
      sitemaps: ['https://x.example/1.xml', 'https://x.example/2.xml'],
    })
    expect(read(text, 'OtherBot').crawlDelayMs).toBe(9_000)
    for (const odd of ['', 'soon', '-1', 'Infinity'])
      expect(read(`user-agent: *\ncrawl-delay: ${odd}`).crawlDelayMs).toBeUndefined()
  })
})
