import { expect, it } from 'vitest'
import { mergeClaims } from './merge-claims.ts'

const token = { iss: 'https://login.example.com', sub: 's1' }
const ada = 'ada@example.com'
const eve = 'eve@example.com'

it.each([
  ['the token alone', { email: ada, email_verified: true }, {}, true],
  ['userinfo alone', {}, { email: ada, email_verified: true }, true],
  ['userinfo, of the address that the token names', { email: ada }, { email: ada, email_verified: true }, true],
  ['userinfo, against it', { email: ada }, { email: ada, email_verified: false }, false],
  [
    'the token, which is signed, before userinfo',
    { email: ada, email_verified: false },
    { email: ada, email_verified: true },
    false,
  ],
  ['nobody', { email: ada }, { email: ada }, undefined],
])('the address is as verified as %s says', (_, inToken, inUserinfo, isVerified) => {
  expect(mergeClaims({ ...token, ...inToken }, inUserinfo)).toMatchObject({ email: ada })
  expect(mergeClaims({ ...token, ...inToken }, inUserinfo).email_verified).toBe(isVerified)
})

it.each([
  ['userinfo says it of another', { email: ada }, { email: eve, email_verified: true }],
  ['userinfo says it of none', { email: ada }, { email_verified: true }],
  ['the token says it of none', { email_verified: true }, { email: ada }],
])('an address is not verified because %s', (_, inToken, inUserinfo) => {
  expect(mergeClaims({ ...token, ...inToken }, inUserinfo)).toMatchObject({ email: ada, email_verified: false })
})

it('what the token does not say comes of userinfo, and never who it is', () => {
  const merged = mergeClaims({ ...token, groups: ['staff'] }, { sub: 's2', groups: ['ops'], name: 'Ada' })
  expect(merged).toEqual({ ...token, groups: ['staff'], name: 'Ada' })
})
