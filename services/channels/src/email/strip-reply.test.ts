import { runs } from '@frontdesk/properties'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stripReply } from './strip-reply.ts'

const strip = (text: string, subject = 'Re: Order', inReplyTo: string | undefined = '<a@b>') =>
  stripReply({ text, subject, inReplyTo })
const quote = '> Hello,\n> which size?'

describe('the line before a quote', () => {
  it.each([
    'On Fri, Nov 20, 2026 at 10:31 AM Shop <support@shop.example> wrote:',
    'On Fri, Nov 20, 2026 at 10:31 AM Shop Support at the Great Shop <\nsupport+abcdefghijklmnopqrstuvwxyz234567@shop.example> wrote:',
    'On 20 Nov 2026, at 10:31, support@shop.example wrote:',
    'On 20/11/2026 10:31, Shop wrote:',
    'On Fri, 20 Nov 2026, at 10:31, Shop wrote:',
    'Den tors 20 nov. 2026 kl 10:31 skrev Shop <support@shop.example>:',
    'Den tors 20 nov. 2026 kl 10:31 skrev Shop Support <\nsupport@shop.example>:',
    'Den 2026-11-20 kl. 10:31, skrev Shop:',
    '20 nov. 2026 kl. 10:31 skrev Shop <support@shop.example>:',
    'fre 20 nov. 2026 kl. 10:31 skrev Shop <support@shop.example>:',
    'Den fredag 20 november 2026 10:31:05 CET, Shop <support@shop.example> skrev:',
    'Shop <support@shop.example> skrev den 20 november 2026 10:31:',
    'Am 20.11.2026 um 10:31 schrieb Shop:',
    'Le ven. 20 nov. 2026 à 10:31, Shop <support@shop.example> a écrit :',
    'Den fre. 20. nov. 2026 kl. 10.31 skrev Shop <support@shop.example>:',
    'pe 20. marrask. 2026 klo 10.31 Shop (support@shop.example) kirjoitti:',
    'Shop skrev:',
    'Пятница, 20 ноября 2026, 10:31 +01:00 от Shop <support@shop.example>:',
    '---- On Fri, 20 Nov 2026 10:31:00 +0100 Shop <support@shop.example> wrote ----',
  ])('%s', (line) => {
    expect(strip(`Yes, 42.\n\n${line}\n\n${quote}\n`)).toMatchObject({ text: 'Yes, 42.' })
    expect(strip(`${line}\n\n${quote}\n\nYes, 42.\n`)).toMatchObject({ text: 'Yes, 42.' })
    for (const last of ['Yes, 42.', 'Thanks!', 'Den 3:e skon också', '5 st', 'On Friday?']) {
      expect(strip(`Yes.\n${last}\n${line}\n${quote}\n`)).toMatchObject({ text: `Yes.\n${last}` })
    }
  })
})

describe('a block of headers before a quote', () => {
  it.each([
    'From: Shop <support@shop.example>\nSent: Friday, November 20, 2026 10:31 AM\nTo: Anna <a@b.example>\nSubject: Order',
    '*From:* Shop [mailto:support@shop.example]\n*Sent:* den 20 november 2026\n*To:* Anna\n*Subject:* Order',
    'Från: Shop <support@shop.example>\nSkickat: den 20 november 2026 10:31\nTill: Anna\nÄmne: Order',
    'Från: Shop\nSkickat: fredag den 20 november 2026 10:31\nTill: Anna; Erik; Eva; Olle;\n Pelle; Kalle\nKopia: Lisa\nÄmne: Order',
    'Från: Shop <support@shop.example>\nDatum: fredag, 20 november 2026 kl. 10:31\nTill: Anna <a@b.example>\nÄmne: Order',
    '-----Original Message-----\nFrom: Shop\nSent: Friday\nTo: Anna\nSubject: Order',
    '-----Ursprungligt meddelande-----\nFrån: Shop\nSkickat: den 20 november 2026\nTill: Anna\nÄmne: Order',
    '-------- Originalmeddelande --------\nFrån: Shop <support@shop.example>\nDatum: 2026-11-20 10:31 (GMT+01:00)\nTill: Anna\nRubrik: Order',
    '________________________________\nFrån: Shop <support@shop.example>\nSkickat: den 20 november 2026\nTill: Anna\nÄmne: Order',
    'Von: Shop\nGesendet: Freitag, 20. November 2026 10:31\nAn: Anna\nBetreff: Order',
    'Fra: Shop <support@shop.example>\nSendt: 20. november 2026\nTil: Anna\nEmne: Order',
    '-----Shop <support@shop.example> skrev: -----\nTill: Anna\nFrån: Shop <support@shop.example>\nDatum: 2026-11-20\nÄmne: Order',
    'From: Shop\n\nSent: Friday\n\nTo: Anna\n\nSubject: Order',
  ])('%s', (block) => {
    const stripped = strip(`Ja, 42.\n\nMvh Anna\n\n${block}\n\nHello,\nwhich size?\n`)
    expect(stripped.text).toBe('Ja, 42.')
    expect(stripped.signature).toBe('Mvh Anna')
    expect(stripped.quoted).toContain('which size?')
    // Passed on rather than answered, it is what the mail is about.
    expect(strip(`Se här.\n\n${block}\n\nHello,\nwhich size?`, 'VB: Order').text).toContain('which size?')
    expect(stripReply({ text: `Se här.\n\n${block}\n\nwhich size?`, subject: 'Titta' }).text).toContain('which size?')
  })

  it('is not seen in what a customer writes of', () => {
    for (const text of [
      'From: London\nTo: Paris\nDate: 5 May\n\nHow much is it?',
      'Jag bokade\nFrån: Stockholm\nTill: Malmö\nDatum: 5 maj\n\nKan jag byta?',
      'To: be answered\nSubject: to change\n\nOK?',
      'Namn: Anna\nE-post: a@b.example\nMeddelande: Hej\n\nJa',
    ]) {
      expect(strip(`Hej\n\n${text}`).text).toBe(`Hej\n\n${text}`)
    }
  })
})

describe('a signature', () => {
  it.each([
    ['-- \nAnna Berg\nFirm Ltd'],
    ['--\nAnna Berg\n070-123 45 67'],
    ['Best regards\nAnna'],
    ['Best regards, Anna Berg'],
    [
      'Med vänlig hälsning\n\nÅsa Öberg\nInköpschef\n\nÖberg Bygg AB\nStorgatan 14, 111 22 Stockholm\nTel: 08-123 456 78 | asa@bygg.example\nwww.bygg.example',
    ],
    ['MVH\nÅsa'],
    ['Mvh/Åsa'],
    ['mvh åsa'],
    ['mvh\nåsa'],
    ['Mvh Åsa 070-1234567'],
    [
      'Med vänlig hälsning\nÅsa Öberg\n\nÖberg Bygg AB\nBesöksadress: Storgatan 14\nPostadress: Box 12, 123 45 Falun\nVäxel: 023-123 45',
    ],
    [
      'Kind regards\n\nAnna Berg\n\n[cid:image001.png@01DB3A]\n\nThis e-mail and any files with it are for the exclusive use of the addressee and may be privileged.',
    ],
    ['//Åsa'],
    ['Vänliga hälsningar,\nÅsa\n\nSkickat från min iPhone'],
    ['Skickat från min Samsung Galaxy-smartphone.'],
    ['Hämta Outlook för Android<https://aka.ms/AAb9ysg>'],
    ['Get Outlook for iOS'],
    ['Skickat från E-post för Windows'],
    ['Mvh Åsa\n\nMed vänlig hälsning / Best regards\nÅsa Öberg\nVD\n+46 70 123 45 67'],
    [
      'Mvh\nÅsa\n\nDetta meddelande kan innehålla konfidentiell information och är endast avsett för mottagaren. Radera det om du fått det av misstag.',
    ],
  ])('%s', (signature) => {
    const stripped = strip(`Har ni storlek 42?\n\n${signature}\n\nDen 2026-11-20 kl. 10:31, skrev Shop:\n${quote}`)
    expect(stripped.text).toBe('Har ni storlek 42?')
    expect(stripped.signature).toBe(signature.replace('-- ', '--'))
  })

  it.each([
    'Tack!',
    'Hälsningar från Åre!\nHar ni skidor?',
    'Mvh Åsa\n\nPS. Skicka gärna till jobbet.',
    'Mvh Åsa\n\nJust det: jag vill ha 3 st.',
    'Best of luck with the new shop, I will be back soon',
    'Sizes:\n--\n42 too small for my feet, I think\nHow about 43?',
    'Vänligen återkom innan fredag',
    'Best Western',
    'Den 20 nov skrev support@shop.example så här:\nVi betalar tillbaka.\nMen inga pengar har kommit!',
    'Ni skrev den 20 november 2026:\n"Vi betalar inom 5 dagar"\nMen det gör ni inte!',
    'On Monday you wrote: we will refund.\nWhen?',
    'Regards the order, I want to cancel it',
  ])('is not: %s', (text) => {
    const whole = `Hej!\n\n${text}`
    expect(strip(whole).text).toBe(whole)
  })
})

describe('answers where they stand', () => {
  it('between quotes are kept, under them as well', () => {
    const text = `On 20/11/2026 10:31, Shop wrote:\n> Which size?\n\n42\n\n> And colour?\n\nBlue.\n\n-- \nAnna`
    expect(strip(text)).toMatchObject({ text: '42\n\nBlue.', signature: '--\nAnna' })
  })

  it('in a quote that nothing marks stay with it when the mail says that they are there', () => {
    const block = 'From: Shop\nSent: Friday\nTo: Anna\nSubject: Order'
    for (const note of ['See my answers below.', 'Mina svar i rött nedan.']) {
      expect(strip(`${note}\n\n${block}\n\nWhich size?\n42!`).text).toBe(`${note}\n\nWhich size?\n42!`)
    }
    expect(strip(`Have you shoes in red?\n\n${block}\n\nWhich size?`).text).toBe('Have you shoes in red?')
  })

  it('in the HTML are told from quotes by structure, whatever the language of the line before', () => {
    const html = `<div dir="ltr">Oui.</div><div class="gmail_quote"><div class="gmail_attr">Ktoś napisał(a):<br></div><blockquote class="gmail_quote">x</blockquote></div>`
    expect(stripReply({ text: '', html, subject: 'Re: x' }).text).toBe('Oui.')
    const indented =
      '<div>Kolla:</div><blockquote style="margin:0 0 0 40px">Storlek 42</blockquote><div>Finns den?</div>'
    expect(stripReply({ text: '', html: indented, subject: 'Re: x' }).text).toBe('Kolla:\n\nStorlek 42\n\nFinns den?')
  })
})

describe('whatever a mail is', () => {
  const piece = fc.constantFrom(
    ...[
      'Hello',
      'Mvh',
      'Mvh Anna',
      'Best regards',
      '-- ',
      '--',
      '> quoted',
      '>> deeper',
      '>',
      '',
      '',
      'On 1 Jan 2026, a@b wrote:',
    ],
    ...[
      'Den 2026-11-20 kl. 10:31, skrev Shop:',
      'From: a@b.example',
      'Sent: x',
      'To: y',
      'Subject: z',
      'Från: a@b.example',
      'Ämne: z',
    ],
    ...[
      '-----Original Message-----',
      '---------- Forwarded message ---------',
      '________________',
      'Sent from my iPhone',
      'see below',
      'PS. x?',
    ],
    ...[
      'Anna Berg',
      '070-123 45 67',
      'Tack',
      '/Anna',
      'A longer sentence that someone wrote about an order, and then some.',
      ' ',
      '\u00a0',
      '[x]',
    ],
  )
  const mails = fc.array(piece, { maxLength: 25 }).map((lines) => lines.join('\n'))

  it('something is left of it when something was written', () => {
    fc.assert(
      fc.property(mails, fc.constantFrom('Re: x', 'Fwd: x', 'x'), (text, subject) => {
        const stripped = stripReply({ text, subject })
        const own = text.replaceAll(/^[> \u00a0]+/gm, '').trim()
        if (own !== '') expect(stripped.text.trim()).not.toBe('')
        const known = new Set(text.split(/[\s>]+/))
        for (const word of stripped.text.split(/[\s>]+/).filter(Boolean)) expect(known).toContain(word)
      }),
      // Signs alone at the end are no word.
      { numRuns: runs(500), examples: [['Hello\n>\n-- \nHello', 'x']] },
    )
  })

  it('no line goes that is not in what is reported as quote or signature', () => {
    fc.assert(
      fc.property(mails, (text) => {
        const { text: kept, quoted = '', signature = '' } = stripReply({ text, subject: 'Re: x', inReplyTo: '<a@b>' })
        const all = `${kept}\n${quoted}\n${signature}`
        for (const line of text.split('\n')) {
          const own = line.replace(/^ ?(?:> ?)+/, '').trim()
          if (own !== '') expect(all).toContain(own)
        }
      }),
      { numRuns: runs(500) },
    )
  })
})

describe('signs of quotes in a mail that replies to nothing', () => {
  const text = 'Hello,\n\nthe screen shows\n> E-42 pump blocked\n>> call service\n\nand then it stops.'
  it('stay, with what they stand before', () => {
    expect(stripReply({ text, subject: 'Error text' }).text).toBe(text)
    const named = 'On 3 May 2026 Shop <support@shop.example> wrote:\n> We repay you.\n\nNothing came.'
    expect(stripReply({ text: named, subject: 'Money' }).text).toBe(named)
    const told = 'Your colleague wrote on 3 May:\n> We repay you.\n\nNothing came.'
    expect(stripReply({ text: told, subject: 'Money' }).text).toBe(told)
  })
  it('are those of a quote where the mail shows that it replies', () => {
    const kept = 'Hello,\n\nthe screen shows'
    for (const sign of [
      { inReplyTo: '<a@b>' },
      { references: ['<a@b>'] },
      { isKnown: true },
      { subject: 'SV: Error' },
    ]) {
      expect(stripReply({ text, subject: 'Error text', ...sign }).text).toBe(`${kept}\n\nand then it stops.`)
    }
  })
})
