import { newId } from '@frontdesk/contracts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  makeMessageId,
  makeReplyToken,
  readMessageId,
  readReplyToken,
  replyAddressFor,
  withoutTag,
} from './reply-token.ts'

const key = 'first key'
const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 })

it('a reply address names its conversation, whatever the case it comes back in', () => {
  fc.assert(
    fc.property(hex, (digits) => {
      const address = replyAddressFor('support@shop.example', makeReplyToken(`cnv_${digits}`, key))
      expect(address.indexOf('@')).toBeLessThanOrEqual(64)
      for (const form of [address, address.toUpperCase(), address.toLowerCase()]) {
        expect(readReplyToken(form, ['other', key])).toBe(`cnv_${digits}`)
      }
    }),
  )
})

it('no change of a character of a token passes', () => {
  const token = makeReplyToken(newId('cnv'), key)
  for (let at = 0; at < token.length; at++) {
    for (const other of 'abcdefghijklmnopqrstuvwxyz234567') {
      if (other === token[at]) continue
      const forged = `support+${token.slice(0, at)}${other}${token.slice(at + 1)}@shop.example`
      expect(readReplyToken(forged, [key]), `${at} ${other}`).toBeUndefined()
    }
  }
})

it('a token of another key, of another length or none at all names nothing', () => {
  const token = makeReplyToken(newId('cnv'), key)
  const forged = [
    `support+${token}@x`,
    'support@x',
    '',
    '@',
    '+',
    `${token}@x`,
    `support+${token}a@x`,
    `support+${token.slice(1)}@x`,
  ]
  for (const address of forged) expect(readReplyToken(address, ['another key'])).toBeUndefined()
  expect(readReplyToken(`support+${token}@x`, [])).toBeUndefined()
  fc.assert(fc.property(fc.string(), (address) => readReplyToken(address, [key]) === undefined))
})

it('a tag that was there before stays, and a local part that would be too long is left as it is', () => {
  const id = newId('cnv')
  const token = makeReplyToken(id, key)
  expect(readReplyToken(replyAddressFor('support+se@shop.example', token), [key])).toBe(id)
  const long = `${'a'.repeat(30)}@shop.example`
  expect(replyAddressFor(long, token)).toBe(long)
  expect(withoutTag('Support+ABC@Shop.Example')).toBe('support@shop.example')
  expect(withoutTag('+a@b.c')).toBe('+a@b.c')
})

it('a Message-ID of ours is known again in any case, and none that was changed', () => {
  const id = newId('msg')
  const messageId = makeMessageId(id, 'Shop.example', key)
  expect(makeMessageId(id, 'shop.example', key)).toBe(messageId)
  expect(readMessageId(messageId.toUpperCase(), ['x', key])).toBe(id)
  expect(readMessageId(messageId.replace('shop', 'shap'), [key])).toBeUndefined()
  expect(readMessageId(messageId.replace(id, newId('msg')), [key])).toBeUndefined()
  expect(readMessageId(messageId, ['another'])).toBeUndefined()
  expect(readMessageId('<CAF123@mail.gmail.com>', [key])).toBeUndefined()
})
