import { makeMessageId, makeReplyToken, replyAddressFor } from '../../src/email/reply-token.ts'
import type { InboundMail } from '../../src/providers/provider.ts'
import { applePrograms } from './apple-mail.ts'
import { bodies } from './bodies.ts'
import { type Draft, type Language, type Person, type Program, paragraphLines, type Quoted } from './draft.ts'
import { gmailPrograms } from './gmail.ts'
import { otherPrograms } from './other-programs.ts'
import { outlookPrograms } from './outlook.ts'

/** The support address of the corpus's shop and the key of its tokens. */
export const shop = {
  address: 'support@shop.example',
  domain: 'shop.example',
  key: 'a key of the corpus',
  channelId: 'chn_shop',
}
export const conversationId = `cnv_${'0123456789abcdef'.repeat(2)}`
export const ourMessageId = makeMessageId('msg_0123456789abcdef0123456789abcdef', shop.domain, shop.key)
/** The subject of the conversation, as it was when the customer began it. */
const subjectOf = (language: Language, index: number): string => {
  const { subjects } = bodies[language]
  return subjects[index % subjects.length]!
}

/** A mail of the corpus and what a reader must make of it. */
export type Sample = {
  name: string
  family: string
  language: Language
  inbound: InboundMail
  expected: {
    /** The text exactly, but for the width of white space; or what it must hold and must not. */
    text?: string
    holds?: string[]
    lacks?: string[]
    /** By what the mail is tied to the conversation; undefined when it begins one. */
    by?: 'message_id' | 'token' | 'subject'
  }
  subject: string
  from: string
}

const ours: Person = { name: 'Shop Support', address: shop.address }
const customers: Record<Language, Person> = {
  en: { name: 'Anna Berg', address: 'anna.berg@mail.example' },
  sv: { name: 'Åsa Öberg', address: 'asa.oberg@mail.example' },
}
const colleague: Person = { name: 'Erik Lund', address: 'erik.lund@mail.example' }
/** 1 × 1 pixel. */
const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

type Texts = (typeof bodies)['en']
type Case = {
  name: string
  /** Left out where a program can't write so. */
  needs?: 'inline' | 'headers before quotes'
  change(draft: Draft, texts: Texts, index: number): Partial<Draft>
  by?: Sample['expected']['by']
  expected?(draft: Draft, texts: Texts, index: number): Sample['expected']
}

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length]!
const asNew = { quoted: [], references: [] } satisfies Partial<Draft>
const noThread = { references: [] } satisfies Partial<Draft>
const withoutInReplyTo = (draft: Draft): Draft => {
  const { inReplyTo: _, ...rest } = draft
  return rest
}

const cases: Case[] = [
  { name: 'answer on top', change: () => ({}), by: 'message_id' },
  { name: 'closing phrase', change: (_, texts, index) => ({ closing: pick(texts.closings, index) }), by: 'message_id' },
  {
    name: 'signature by the program',
    change: (_, texts, index) => ({ signature: signatureWithClosing(texts, index) }),
    by: 'message_id',
  },
  { name: 'line of the program', change: () => ({ hasProgramLine: true }), by: 'message_id' },
  {
    name: 'closing phrase and line of the program',
    change: (_, texts, index) => ({ closing: pick(texts.closings, index), hasProgramLine: true }),
    by: 'message_id',
  },
  { name: 'quotes three deep', change: (draft) => ({ quoted: [...draft.quoted, ...deeper(draft)] }), by: 'message_id' },
  {
    name: 'answer under the quote',
    needs: 'inline',
    change: (_, texts, index) => ({ kind: 'bottom', closing: pick(texts.closings, index + 1) }),
    by: 'message_id',
  },
  {
    name: 'answers between the quotes',
    needs: 'inline',
    change: (_, texts, index) => ({ kind: 'inline', paragraphs: pick(texts.inline, index).map((answer) => [answer]) }),
    by: 'message_id',
  },
  {
    name: 'answers in an unmarked quote',
    needs: 'headers before quotes',
    change: (_, texts, index) => ({ paragraphs: [pick(texts.pointsBelow, index)] }),
    by: 'message_id',
    expected: (draft, texts, index) => ({
      holds: [pick(texts.pointsBelow, index)[0]!, ...draft.quoted[0]!.paragraphs],
    }),
  },
  {
    name: 'forward with a note',
    change: (_, texts, index) => ({ kind: 'forward', paragraphs: pick(texts.notes, index), ...noThread }),
    expected: (draft) => ({ holds: [...draft.paragraphs.flat(), ...draft.quoted[0]!.paragraphs] }),
    by: 'subject',
  },
  {
    name: 'forward without a note',
    change: () => ({ kind: 'forward', paragraphs: [['']], hasProgramLine: true, ...noThread }),
    expected: (draft) => ({ holds: draft.quoted[0]!.paragraphs }),
    by: 'subject',
  },
  {
    name: 'new mail',
    change: (_, texts, index) => ({ kind: 'new', closing: pick(texts.closings, index), subject: newSubject, ...asNew }),
  },
  {
    name: 'new subject in the old thread',
    change: (_, texts, index) => ({ subject: newSubject, closing: pick(texts.closings, index + 2) }),
    by: 'message_id',
  },
  {
    name: 'lost headers, token left',
    change: (draft) => ({ to: { ...draft.to, address: tokenAddress.toUpperCase() }, ...noThread }),
    by: 'token',
  },
  {
    name: 'lost headers, token in Cc',
    change: () => ({ cc: { name: 'Shop', address: tokenAddress }, ...noThread }),
    by: 'token',
  },
  { name: 'subject alone', change: () => noThread, by: 'subject' },
  { name: 'quote removed', change: () => ({ quoted: [] }), by: 'message_id' },
  {
    name: 'References alone',
    change: (draft) => ({ references: [...draft.references, '<later@mail.example>'] }),
    by: 'message_id',
  },
  { name: 'a colleague answers', change: () => ({ from: colleague, closing: ['/Erik'] }), by: 'message_id' },
  {
    name: 'words that look like a quote',
    change: (_, texts, index) => ({ paragraphs: pick(texts.traps, index) }),
    by: 'message_id',
  },
  {
    name: 'such words in a new mail',
    change: (_, texts, index) => ({
      kind: 'new',
      paragraphs: pick(texts.traps, index + 2),
      subject: newSubject,
      ...asNew,
    }),
  },
  {
    name: 'a file',
    change: () => ({ file: { name: 'receipt.gif', type: 'image/gif', bytes: picture, isInline: false } }),
    by: 'message_id',
  },
  {
    name: 'a picture in the text',
    change: () => ({ file: { name: 'image.gif', type: 'image/gif', bytes: picture, isInline: true } }),
    by: 'message_id',
    expected: (draft) => ({ holds: draft.paragraphs.flat(), lacks: [draft.quoted[0]!.paragraphs[1]!] }),
  },
  {
    name: 'nothing but the quote',
    change: () => ({ paragraphs: [['']] }),
    by: 'message_id',
    expected: (draft) => ({ holds: [draft.quoted[0]!.paragraphs[1]!] }),
  },
]
const newSubject = 'Something else entirely'
const tokenAddress = replyAddressFor(shop.address, makeReplyToken(conversationId, shop.key))
const withoutHeaders = new Set([
  'lost headers, token left',
  'lost headers, token in Cc',
  'subject alone',
  'new mail',
  'such words in a new mail',
  'References alone',
  'forward with a note',
  'forward without a note',
])

/** A signature of a program often begins with the phrase. */
const signatureWithClosing = (texts: Texts, index: number): string[] => {
  const phrase = pick(texts.closings, 0)[0]!
  return index % 2 === 0 ? [phrase, ...pick(texts.signatures, index)] : [phrase, '', ...pick(texts.signatures, index)]
}

function deeper(draft: Draft): Quoted[] {
  const texts = bodies[draft.language]
  const at = (hours: number) => new Date(draft.at.getTime() - hours * 3_600_000)
  const subject = draft.subject
  return [
    { from: draft.from, to: ours, at: at(26), subject, paragraphs: ['12345', pick(texts.customers, 4).flat().at(-1)!] },
    { from: ours, to: draft.from, at: at(50), subject, paragraphs: pick(texts.ours, 2) },
  ]
}

function draftOf(program: Program, language: Language, index: number, change: Case): Draft {
  const texts = bodies[language]
  const from = customers[language]
  const subject = subjectOf(language, index)
  const at = new Date(Date.UTC(2026, 10, 3 + (index % 20), 8 + (index % 11), (index * 7) % 60, 12))
  const base: Draft = {
    language,
    kind: 'top',
    from,
    to: ours,
    subject: program.prefixes[language].reply + subject,
    at,
    messageId: `<${program.family.replaceAll(' ', '')}.${program.form.replaceAll(' ', '')}.${index}@mail.example>`,
    inReplyTo: ourMessageId,
    references: ['<first@mail.example>', ourMessageId],
    paragraphs: pick(texts.customers, index),
    hasProgramLine: false,
    quoted: [
      {
        from: ours,
        to: from,
        at: new Date(at.getTime() - 2 * 3_600_000),
        subject: `Re: ${subject}`,
        paragraphs: pick(texts.ours, index),
      },
    ],
  }
  const changed: Draft = { ...base, ...change.change(base, texts, index) }
  if (changed.kind === 'forward') changed.subject = program.prefixes[language].forward + subject
  return withoutHeaders.has(change.name) ? withoutInReplyTo(changed) : changed
}

/** Every case in every form of every program in both languages, the same each time. */
export function corpus(): Sample[] {
  const programs = [...gmailPrograms, ...outlookPrograms, ...applePrograms, ...otherPrograms]
  const samples: Sample[] = []
  for (const [p, program] of programs.entries()) {
    for (const [l, language] of (['en', 'sv'] as const).entries()) {
      for (const [c, each] of cases.entries()) {
        if (each.needs === 'inline' && !program.writesInline) continue
        if (each.needs === 'headers before quotes' && program.family !== 'outlook') continue
        const index = c * 5 + p * 3 + l
        const texts = bodies[language]
        const draft = draftOf(program, language, index, each)
        const text = paragraphLines(draft.paragraphs.map((lines) => lines.join('\n'))).join('\n')
        samples.push({
          name: `${program.family} (${program.form}), ${language}: ${each.name}`,
          family: program.family,
          language,
          subject: subjectOf(language, index),
          from: draft.from.address,
          inbound: { type: 'mail', mail: { raw: program.write(draft) } },
          expected: {
            ...(each.expected ? each.expected(draft, texts, index) : { text }),
            ...(each.by && { by: each.by }),
          },
        })
      }
    }
  }
  return samples
}

/** White space as one space, so that programs may wrap as they like. */
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** What is wrong with a text that a reader made of a sample; undefined when nothing is. */
export function judge(expected: Sample['expected'], text: string): string | undefined {
  const actual = plain(text)
  if (expected.text !== undefined && actual !== plain(expected.text))
    return `expected «${plain(expected.text)}», got «${actual}»`
  const missing = expected.holds?.find((part) => !actual.includes(plain(part)))
  if (missing !== undefined) return `«${plain(missing)}» is not in «${actual}»`
  const surplus = expected.lacks?.find((part) => actual.includes(plain(part)))
  return surplus === undefined ? undefined : `«${plain(surplus)}» is in «${actual}»`
}
