import { expect, it } from 'vitest'
import { claimedBy, mailboxesOf } from './mail-addresses.ts'

it.each<[string, string[]]>([
  ['"Shop, Support" <Support@Shop.Example>, b@b.example', ['support@shop.example', 'b@b.example']],
  ['=?utf-8?q?=C3=85sa=2C_Bo?= <a@b.example>', ['a@b.example']],
  ['team: a@b.example, c@b.example;, d@b.example', ['a@b.example', 'c@b.example', 'd@b.example']],
  ['a@b.example, A@B.example', ['a@b.example']],
  ['info@räksmörgås.example', ['info@xn--rksmrgs-5wao1o.example']],
  ['undisclosed-recipients:;', []],
  ['@b.example, a@, nobody', []],
  ['', []],
])('the mailboxes of %s', (value, expected) => {
  expect(mailboxesOf([undefined, value])).toEqual(expected)
})

it('what somebody claims is found with its tag and without', () => {
  expect(claimedBy(['a+x+y@b.example', '+x@b.example'])).toEqual(['a+x+y@b.example', 'a@b.example', '+x@b.example'])
})

it('of values without end as many are read as one mail has', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => `a${index}@b.example`)
  expect(mailboxesOf(many)).toEqual(many.slice(0, 50))
  expect(mailboxesOf([many.join(', ')])).toEqual(many.slice(0, 50))
  expect(mailboxesOf([' '.repeat(16_000), 'a@b.example'])).toEqual([])
  expect(mailboxesOf([`${' '.repeat(16_000)}a@b.example`])).toEqual([])
})
