import { describe, expect, it } from 'vitest'
import { laterOwnWords, otherOwnWords, ownWords } from '../../testing/mail-dataset/own-words.ts'
import { laterQuoteForms, otherQuoteForms, quoteForms, sentFromLines } from '../../testing/mail-dataset/quote-forms.ts'
import { stripReply } from './strip-reply.ts'

const strip = (text: string) => stripReply({ text, subject: 'Re: Order', inReplyTo: '<a@b.example>' }).text

describe('a quote in a plain text is cut, whatever program wrote it', () => {
  it.each([...quoteForms, ...otherQuoteForms, ...laterQuoteForms])('$name', ({ own, rest }) => {
    expect(strip(`${own}\n\n${rest}`)).toBe(own)
    expect(strip(`Hello,\n\n${own}\nAnd one thing more.\n${rest}`)).toBe(`Hello,\n\n${own}\nAnd one thing more.`)
  })
})

describe('a line that a program added is cut', () => {
  it.each(sentFromLines)('%s', (line) => expect(strip(`Yes please.\n\n${line}\n`)).toBe('Yes please.'))
})

describe('what only looks like a quote or a signature stays', () => {
  it.each([...ownWords, ...otherOwnWords, ...laterOwnWords])('%s', (text) => {
    expect(strip(text)).toBe(text)
    expect(stripReply({ text, subject: 'Order' }).text).toBe(text)
  })
})
