import { newId } from '@frontdesk/contracts'
import { describe, expect, it } from 'vitest'
import { readMail } from './read-mail.ts'
import { makeMessageId, makeReplyToken, replyAddressFor } from './reply-token.ts'
import { findThread, normaliseSubject, type Thread, type ThreadLookup, threadCandidates } from './thread.ts'

const key = 'key'
const ours = makeMessageId('msg_1', 'shop.example', key)
const conversationId = newId('cnv')
const tokenAddress = replyAddressFor('support@shop.example', makeReplyToken(conversationId, key))

const candidates = async (headers: string) => {
  const mail = await readMail({ type: 'mail', mail: { raw: Buffer.from(`From: Anna@mail.example\n${headers}\n\nx`) } })
  return threadCandidates(mail, mail.from.address, [key])
}

it.each([
  ['Re: Order 12', 'order 12', 'reply'],
  ['SV: VB: Re: Order 12', 'order 12', 'reply'],
  ['VB: Order 12', 'order 12', 'forward'],
  ['Fwd: Re:Order   12', 'order 12', 'forward'],
  ['Re[2]: Order 12', 'order 12', 'reply'],
  ['RE (3): Order 12', 'order 12', 'reply'],
  ['[EXTERN] Sv: [Kund 7] Order 12', 'order 12', 'reply'],
  ['Ang.: Order 12', 'order 12', 'reply'],
  ['Ｒｅ： Order 12', 'order 12', 'reply'],
  ['Rea: skor 12', 'rea: skor 12', 'new'],
  ['Order: 12', 'order: 12', 'new'],
  ['[Order 12]', '[order 12]', 'new'],
  ['', '', 'new'],
])('the subject %s is about %s', (subject, about, kind) => {
  expect(normaliseSubject(subject)).toEqual({ subject: about, kind })
})

describe('evidence', () => {
  it('comes the strongest first', async () => {
    const all = await candidates(
      `To: support@shop.example\nCc: ${tokenAddress}\nSubject: Re: My order\nIn-Reply-To: <b@x>\nReferences: <a@x> ${ours} <b@x>`,
    )
    expect(all).toEqual([
      { by: 'message_id', messageId: ours, ourMessage: 'msg_1' },
      { by: 'token', conversationId },
      { by: 'message_id', messageId: '<b@x>' },
      { by: 'message_id', messageId: '<a@x>' },
      { by: 'subject', subject: 'my order', from: 'anna@mail.example', withinMs: 14 * 86_400_000 },
    ])
  })

  it('is a subject of one word only when it answers one', async () => {
    expect(await candidates('Subject: Hello')).toEqual([])
    expect(await candidates('Subject: Re: Hello')).toMatchObject([{ by: 'subject', subject: 'hello' }])
    expect(await candidates('Subject: Re: ')).toEqual([])
  })

  it('of a thousand references asks for the newest twenty', async () => {
    const ids = Array.from({ length: 1_000 }, (_, index) => `<${index}@x>`)
    const all = await candidates(`References: ${ids.join('\n ')}`)
    expect(all).toHaveLength(20)
    expect(all[0]).toMatchObject({ messageId: '<999@x>' })
  })
})

describe('a thread', () => {
  type Found = Partial<Record<'id' | 'token' | 'subject', Thread>>
  const lookup = (found: Found, asked: string[] = []): ThreadLookup => {
    const answer = (by: keyof Found) => async () => {
      asked.push(by)
      return found[by]
    }
    return { byMessageId: answer('id'), byConversationId: answer('token'), bySubject: answer('subject') }
  }
  const thread = (id: string, channelId = 'chn_1'): Thread => ({ conversationId: id, channelId })
  const headers = `To: ${tokenAddress}\nSubject: Re: My order\nIn-Reply-To: <b@x>`

  it('is the first that holds in this channel, and nothing is asked after it', async () => {
    const evidence = await candidates(headers)
    const asked: string[] = []
    const all = { token: thread('a', 'chn_2'), id: thread('b'), subject: thread('c') }
    const byId = { conversationId: 'b', by: 'message_id', isInvited: false }
    expect(await findThread(evidence, 'chn_1', lookup(all, asked))).toEqual(byId)
    expect(asked).toEqual(['token', 'id'])
    const byToken = { conversationId: 'a', by: 'token', isInvited: true }
    expect(await findThread(evidence, 'chn_2', lookup(all))).toEqual(byToken)
    expect(await findThread(evidence, 'chn_3', lookup(all))).toBeUndefined()
    const bySubject = { by: 'subject', isInvited: false }
    expect(await findThread(evidence, 'chn_1', lookup({ subject: thread('c') }))).toMatchObject(bySubject)
  })

  it('invites who answers a mail of ours, into its conversation', async () => {
    const evidence = await candidates(`Subject: x\nReferences: <b@x> ${ours}`)
    expect(await findThread(evidence, 'chn_1', lookup({ id: thread('a') }))).toMatchObject({ isInvited: true })
  })
})
