import { expect, it } from 'vitest'
import { publicUrls } from './public-urls.ts'

const target = '/api/webhooks/sms/chn_1?a=b&c=%20'

it.each([
  ['https://desk.example.com', ['https://desk.example.com', 'https://desk.example.com:443']],
  ['https://desk.example.com:443', ['https://desk.example.com', 'https://desk.example.com:443']],
  ['http://desk.example.com', ['http://desk.example.com', 'http://desk.example.com:80']],
  [
    'https://desk.example.com:8443/base',
    ['https://desk.example.com:8443/base', 'https://desk.example.com/base', 'https://desk.example.com:443/base'],
  ],
])('%s may have been called with any port that a proxy hides, its query as it came', (publicUrl, bases) => {
  expect(publicUrls(publicUrl, target)).toEqual(bases.map((base) => base + target))
  expect(publicUrls(`${publicUrl}/`, target)).toEqual(publicUrls(publicUrl, target))
})

it('without a public URL it is the host that the request names, while that is one', () => {
  expect(publicUrls(undefined, '/a', '127.0.0.1:8080')).toEqual([
    ...['https://127.0.0.1:8080/a', 'https://127.0.0.1/a', 'https://127.0.0.1:443/a'],
    ...['http://127.0.0.1:8080/a', 'http://127.0.0.1/a', 'http://127.0.0.1:80/a'],
  ])
  for (const host of [undefined, '', 'a/b', 'user@host', 'a?b', 'a b', 'x:99999']) {
    expect(publicUrls(undefined, target, host)).toEqual([])
  }
})

it('a public URL holds, whatever host the request names', () => {
  expect(publicUrls('https://desk.example.com', '/a', 'evil.example')).not.toContain('https://evil.example/a')
})
