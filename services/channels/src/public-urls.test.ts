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

it('without a public URL there is none to verify by', () => {
  expect(publicUrls(undefined, target)).toEqual([])
})
