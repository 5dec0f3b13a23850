import { expect, test, vi } from 'vitest'
import { askUser } from './ask-user.ts'
import type { Stored } from './visitor-storage.ts'

const base64url = (text: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const tokenOf = (claims: object) => `e30.${base64url(JSON.stringify(claims))}.signed`

async function ask(stored: Stored, getUserToken?: () => string, isRenewal = false) {
  const left = vi.fn(async () => {})
  const identity = getUserToken && { getUserToken }
  const found = await askUser({ identity, isRenewal, storage: { read: () => stored }, left }).catch(({ code }) => code)
  return { found, hasLeft: left.mock.calls.length === 1 }
}
const fails = () => {
  throw new Error('signed out')
}
const anna = tokenOf({ sub: 'anna ü~?' })
const annas = { verified: true, user: 'anna Ã¼~?' }

test('a session stays that of its user, and an anonymous visitor’s becomes the user’s', async () => {
  expect(await ask(annas, () => anna)).toMatchObject({ found: { userToken: anna }, hasLeft: false })
  expect(await ask({ verified: false }, () => anna)).toMatchObject({ found: { userToken: anna }, hasLeft: false })
  expect(await ask(annas, fails, true)).toEqual({ found: 'no_user_token', hasLeft: false })
})

test.each<[string, Stored, (() => string) | undefined]>([
  ['another user is named', annas, () => tokenOf({ sub: 'bea' })],
  ['the token names nobody', annas, () => tokenOf({})],
  ['what comes is no token', annas, () => '<html>'],
  ['the site names nobody', annas, undefined],
  ['the site fails to', annas, fails],
  ['whose session it was is unknown', { verified: true }, () => tokenOf({})],
])('the session of a user is left when %s', async (_, stored, getUserToken) => {
  expect(await ask(stored, getUserToken)).toMatchObject({ hasLeft: true })
})
