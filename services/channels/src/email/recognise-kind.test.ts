import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Mail, MailKind } from './mail.ts'
import { checkSender, senderBreaker, senderBreakers } from './rate-breaker.ts'
import { customerAddress, recogniseKind } from './recognise-kind.ts'
import { makeMessageId } from './reply-token.ts'

const ours = { addresses: ['support@shop.example'], keys: ['key'] }
type Evidence = { from?: string; replyTo?: string; subject?: string; messageId?: string; envelopeFrom?: string }

const kindOf = (headers: Mail['headers'], { from = 'anna@mail.example', replyTo, ...rest }: Evidence = {}): MailKind =>
  recogniseKind(
    {
      from: { address: from },
      headers,
      subject: '',
      messageId: '<1@mail.example>',
      ...(replyTo && { replyTo: { address: replyTo } }),
      ...rest,
    },
    ours,
  )

describe('a mail of a person', () => {
  it.each<[string, Mail['headers'], Evidence?]>([
    ['without any of the signs', []],
    ['that says it was not sent by a program', [['auto-submitted', 'no']]],
    ['whose mail server suppresses nothing', [['x-auto-response-suppress', 'None']]],
    ['of a postmaster who writes', [], { from: 'postmaster@firm.example', subject: 'Your certificate' }],
    ['that speaks of an absence in its thread', [['in-reply-to', '<a@b>']], { subject: 'Out of office chairs' }],
    [
      'sent through a tool that lets one unsubscribe, in a thread',
      [
        ['list-unsubscribe', '<x>'],
        ['references', '<a@b>'],
      ],
    ],
    [
      'through a group that is our own address',
      [
        ['list-id', '<support.shop.example>'],
        ['precedence', 'list'],
        ['mailing-list', 'list support@shop.example'],
      ],
    ],
    ['whose subject alone speaks of an absence', [], { subject: 'Frånvaro: kan jag få fler tider?' }],
    ['of high precedence', [['precedence', 'first-class']]],
    ['of a form that sends for Anna', [], { from: 'no-reply@site.example', replyTo: 'anna@mail.example' }],
    ['of somebody with such a name', [], { from: 'noreplyson@mail.example' }],
    ['of a form on the own site', [], { from: 'support@shop.example', replyTo: 'anna@mail.example' }],
  ])('%s is a message', (_, headers, evidence) => expect(kindOf(headers, evidence)).toBe('message'))
})

describe('an answer of a machine', () => {
  it.each<[string, Mail['headers'], Evidence?]>([
    ['RFC 3834', [['auto-submitted', 'auto-replied; owner-email="a@b"']]],
    ['Exchange', [['x-auto-response-suppress', 'All']], { subject: 'Automatiskt svar: x' }],
    [
      'Exchange, by its subject alone in the thread',
      [['in-reply-to', '<a@b>']],
      { subject: 'Automatic reply: Order 12' },
    ],
    ['an old vacation program', [['precedence', 'bulk']], { subject: 'Out of Office AutoReply: Order 12' }],
    ['a vacation program', [['x-vacation', 'yes']]],
    [
      'cPanel',
      [
        ['x-autorespond', 'Away'],
        ['precedence', 'auto_reply'],
      ],
    ],
    ['a receipt of reading', [['content-type', 'multipart/report; report-type=disposition-notification; boundary=x']]],
    ['an empty sender and a subject', [], { envelopeFrom: '', subject: 'Frånvaro: semester' }],
  ])('%s is known', (_, headers, evidence) => expect(kindOf(headers, evidence)).toBe('auto_reply'))
})

describe('an answer of Outlook or a like program in any language', () => {
  it.each([
    'Automatic reply: Order',
    'Automatische Antwort: Order',
    'Réponse automatique\u00a0: Order',
    'Respuesta automática: Order',
    'Risposta automatica: Order',
    'Resposta automática: Order',
    'Automatisch antwoord: Order',
    'Automatiskt svar: Order',
    'Automatisk svar: Order',
    'Automatisk svarmelding: Order',
    'Automaattinen vastaus: Order',
    'Odpowiedź automatyczna: Order',
    'Automatická odpověď: Order',
    'Automatická odpoveď: Order',
    'Automatikus válasz: Order',
    'Răspuns automat: Order',
    'Автоматический ответ: Order',
    'Автоматична відповідь: Order',
    'Автоматичен отговор: Order',
    'Automatski odgovor: Order',
    'Samodejni odgovor: Order',
    'Automatinis atsakymas: Order',
    'Automātiska atbilde: Order',
    'Automaatvastus: Order',
    'Otomatik Yanıt: Order',
    'Αυτόματη απάντηση: Order',
    'תשובה אוטומטית: Order',
    'رد تلقائي: Order',
    'ตอบกลับอัตโนมัติ: Order',
    'Trả lời tự động: Order',
    'Balasan otomatis: Order',
    '自動応答: Order',
    '自动答复： Order',
    '自动回复: Order',
    '自動回覆：Order',
    '자동 회신: Order',
  ])('%s', (subject) => {
    expect(kindOf([], { subject })).toBe('automated')
    expect(kindOf([['in-reply-to', '<a@b>']], { subject })).toBe('auto_reply')
    expect(kindOf([], { subject: subject.normalize('NFD') })).toBe('automated')
  })
})

describe('a bounce', () => {
  it.each<[string, Mail['headers'], Evidence?]>([
    [
      'a delivery report',
      [
        ['content-type', 'multipart/report; report-type=delivery-status; boundary="x"'],
        ['auto-submitted', 'auto-replied'],
      ],
    ],
    ['a mailer daemon', [], { from: 'mailer-daemon@googlemail.com' }],
    ['an empty envelope and such a subject', [], { envelopeFrom: '', subject: 'Undelivered Mail Returned to Sender' }],
    ['a complaint', [['content-type', 'multipart/report; report-type=feedback-report; boundary="x"']]],
    [
      'a postmaster with an empty envelope',
      [['auto-submitted', 'auto-replied']],
      { from: 'postmaster@a.example', envelopeFrom: '<>' },
    ],
    ['a postmaster with such a subject', [], { from: 'postmaster@a.example', subject: 'Undeliverable: Order' }],
    ['failed recipients', [['x-failed-recipients', 'a@b.example']]],
  ])('%s is known', (_, headers, evidence) => expect(kindOf(headers, evidence)).toBe('bounce'))
})

const suppressed: Mail['headers'] = [['x-auto-response-suppress', 'All']]
describe('a mail that people read and no machine answers', () => {
  it.each<[string, Mail['headers'], Evidence?]>([
    ['a contact form', suppressed],
    ['one that names some answers', [['x-auto-response-suppress', 'OOF']]],
    ['one that names all answers', [['x-auto-response-suppress', 'DR, OOF, AutoReply']]],
    ['a reply of a ticket system', [...suppressed, ['in-reply-to', '<a@b>']], { subject: 'Re: Order 12' }],
    ['a contact form about absences', suppressed, { subject: 'Out of office chairs' }],
    ['a bulk mail', [['precedence', 'bulk']]],
    ['junk', [['precedence', 'junk']]],
    ['a generated mail', [['auto-submitted', 'auto-generated']]],
    ['a notification', [['auto-submitted', 'auto-notified; x=y']]],
    [
      'a form of a shop',
      [['auto-submitted', 'auto-generated']],
      { from: 'no-reply@site.example', replyTo: 'anna@a.example' },
    ],
    ['an empty envelope', [], { envelopeFrom: '' }],
    ['an empty return path', [['return-path', '<>']]],
    ['an empty return path of a form about a delivery', [['return-path', '<>']], { subject: 'My delivery failed' }],
    ['a postmaster of an empty envelope', [['precedence', 'bulk']], { from: 'postmaster@a.example', subject: 'Hello' }],
    ['a newsletter', [['list-unsubscribe', '<mailto:x@y>']]],
    [
      'a list',
      [
        ['list-id', 'News <news.example>'],
        ['precedence', 'bulk'],
        ['in-reply-to', '<a@b>'],
      ],
    ],
    ['a list by precedence', [['precedence', 'list']]],
    [
      'a list of another site with a like name',
      [
        ['list-id', '<news.othershop.example>'],
        ['list-post', '<mailto:n@o>'],
      ],
    ],
    ['a program of its own', [['x-autogenerated', 'yes']]],
    ['a subject as of a program, without another sign', [], { subject: 'Automatic reply: does it work?' }],
    ...[
      ...['Fraværsmelding: Ordre 12', 'Fraværsbesked', 'Automatisk besked: Ordre', 'Afwezigheidsbericht: Bestelling'],
      ...[
        'Poissaoloilmoitus: Tilaus',
        'Notifica di assenza: ordine',
        'Aviso de ausencia: pedido',
        'Autoantwort: Frage',
      ],
      ...['Automatische reactie: vraag', 'Message d’absence : commande', 'Автоматична відповідь: Замовлення'],
    ].map((subject): [string, Mail['headers'], Evidence] => [`“${subject}”`, [], { subject }]),
    ...['no-reply', 'NoReply', 'orders-noreply', 'no_reply+12', 'do-not-reply', 'donotreply.se', 'noreply2'].map(
      (local): [string, Mail['headers'], Evidence] => [`${local}@`, [], { from: `${local}@mail.example` }],
    ),
    ['a form that answers can not reach', [], { from: 'anna@mail.example', replyTo: 'noreply@mail.example' }],
  ])('%s is automated', (_, headers, evidence) => expect(kindOf(headers, evidence)).toBe('automated'))
})

describe('our own mail', () => {
  it.each<[string, Evidence]>([
    ['our address', { from: 'Support@Shop.example'.toLowerCase() }],
    ['our address with a token', { from: 'support+abc@shop.example', replyTo: 'support+def@shop.example' }],
    [
      'our Message-ID from another address',
      { from: 'relay@other.example', messageId: makeMessageId('msg_1', 'shop.example', 'key') },
    ],
  ])('%s is known, even as an answer of a machine', (_, evidence) => {
    expect(kindOf([], evidence)).toBe('own')
    expect(kindOf([['auto-submitted', 'auto-replied']], evidence)).toBe('own')
  })

  it('is never whom an answer goes to', () => {
    const mail = { from: { address: 'anna@mail.example' }, replyTo: { address: 'support+x@shop.example' } }
    expect(customerAddress(mail, ours)).toBe('anna@mail.example')
    expect(customerAddress({ from: mail.replyTo }, ours)).toBeUndefined()
    expect(customerAddress({ ...mail, replyTo: { address: 'erik@mail.example' } }, ours)).toBe('erik@mail.example')
    expect(customerAddress({ from: { address: '' } }, ours)).toBeUndefined()
  })
})

describe('the breaker of loops that no header shows', () => {
  /** How many of mails that come at these times are answered. */
  const answered = (times: number[]): number[] => {
    let kept: number[] = []
    return times.filter((now) => {
      const { mayAnswer, keep } = checkSender(kept, now)
      kept = keep
      return mayAnswer
    })
  }

  it('two machines that answer one another stop after six mails and stay stopped', () => {
    const everySecond = Array.from({ length: 10_000 }, (_, index) => index * 1_000)
    expect(answered(everySecond)).toEqual(everySecond.slice(0, senderBreaker.mails))
  })

  it('those that take their time stop after twenty in a day, or a hundred in a month', () => {
    const every = (ms: number) => Array.from({ length: 2_000 }, (_, index) => index * ms)
    expect(answered(every(3_600_000))).toHaveLength(20)
    expect(answered(every(2 * 3_600_000))).toHaveLength(100)
  })

  it('a person who writes every two minutes is answered, and one who paused is again', () => {
    const patient = Array.from({ length: 20 }, (_, index) => index * 2 * 60_000)
    expect(answered(patient)).toEqual(patient)
    const burst = [0, 1, 2, 3, 4, 5, 6, 7]
    expect(answered([...burst, senderBreaker.windowMs + 10])).toEqual([
      ...burst.slice(0, 6),
      senderBreaker.windowMs + 10,
    ])
  })

  it('keeps no more than it needs, and never answers more than the limit in any window', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 300_000 }), { maxLength: 60 })
    fc.assert(
      fc.property(gaps, (all) => {
        let now = 0
        const times = all.map((gap) => (now += gap))
        const open = answered(times)
        for (const { mails, windowMs } of senderBreakers) {
          for (const at of open) {
            const within = open.filter((each) => each > at - windowMs && each <= at)
            expect(within.length).toBeLessThanOrEqual(mails)
          }
        }
        expect(checkSender(times, now).keep.length).toBeLessThanOrEqual(senderBreakers.at(-1)!.mails)
      }),
    )
  })
})
