import { expect, it } from 'vitest'
import { cannedReplyPatch } from './canned-replies.ts'
import { channelPatch } from './channels.ts'
import { contactPatch } from './contacts.ts'
import { visitorDetails } from './conversation-visitor.ts'
import { oneLineName } from './one-line.ts'
import { contactDetails } from './records.ts'
import { teamPatch } from './teams.ts'
import { viewPatch } from './views.ts'

it('a name is one line without control characters and changes of direction', () => {
  for (const schema of [contactPatch, contactDetails, visitorDetails]) {
    expect(schema.parse({ name: ' Anna\r\n Berg\u2028\u202eevil\u0000\u2066 ' }).name).toBe('Anna Berg evil')
    expect(schema.safeParse({ name: '\u202e\r\n' }).success).toBe(false)
  }
  for (const name of ['Åsa Ö', "O'Neil-Smith", 'علی\u200cرضا', '山田 太郎', '👩‍👧'])
    expect(oneLineName(name)).toBe(name)
})

it('what people name is on one line too', () => {
  for (const schema of [cannedReplyPatch, channelPatch, teamPatch, viewPatch])
    expect(schema.parse({ name: 'A\r\nBcc: b\u202e' })).toMatchObject({ name: 'A Bcc: b' })
})

it('an e-mail address has no control characters, also not encoded', () => {
  const accepts = (email: string) =>
    [contactPatch, contactDetails, visitorDetails].map((schema) => schema.safeParse({ email }).success)
  for (const part of [
    '%0a',
    '%0D',
    '%0d%0abcc:',
    '%00',
    '%7f',
    '%1b',
    '%250a',
    '%25250D',
    '%E2%80%A8',
    '%c2%85',
    '&#10;',
    '&#x0a;',
    '&#13',
    '\\n',
    '\\r',
    '\\u000a',
    '\u0085',
    '\u202e',
    '\u0000',
    '\n',
  ])
    expect([part, accepts(`a${part}b@example.com`)]).toEqual([part, [false, false, false]])
  for (const fine of [
    'a%b@example.com',
    'a%20b@example.com',
    '100%25@example.com',
    'prvs=0abc12=a@example.com',
    'a&b@example.com',
    'r&d#1@example.com',
    'åsa@exämple.com',
    'user%example.com@relay.example',
  ])
    expect([fine, accepts(fine)]).toEqual([fine, [true, true, true]])
})
