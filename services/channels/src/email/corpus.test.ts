import { beforeAll, describe, expect, it } from 'vitest'
import { conversationId, corpus, judge, ourMessageId, type Sample, shop } from '../../testing/mail-dataset/corpus.ts'
import type { Mail } from './mail.ts'
import { readMail } from './read-mail.ts'
import { stripReply } from './strip-reply.ts'
import { findThread, normaliseSubject, type ThreadLookup, threadCandidates } from './thread.ts'

const samples = corpus()
const families = [...new Set(samples.map(({ family }) => family))]
const ours = { addresses: [shop.address], keys: [shop.key] }

/** A store that holds the conversation of the sample, and in another channel one that claims the same Message-IDs. */
const lookupFor = (sample: Sample): ThreadLookup => {
  const thread = { conversationId, channelId: shop.channelId }
  return {
    byMessageId: async (id) =>
      id === ourMessageId ? thread : id === '<first@mail.example>' ? { ...thread, channelId: 'chn_other' } : undefined,
    byConversationId: async (id) => (id === conversationId ? thread : undefined),
    bySubject: async (subject, from) =>
      subject === normaliseSubject(sample.subject).subject && from === sample.from ? thread : undefined,
  }
}

/** What went wrong, a line for each sample. */
async function failures(
  of: readonly Sample[],
  judgeOne: (sample: Sample) => Promise<string | undefined>,
): Promise<string[]> {
  const verdicts = await Promise.all(of.map(async (sample) => ({ sample, wrong: await judgeOne(sample) })))
  return verdicts.flatMap(({ sample, wrong }) => (wrong === undefined ? [] : [`${sample.name}: ${wrong}`]))
}

function report(what: string, family: string, all: number, wrong: string[]): void {
  console.log(`${family}: ${what} right for ${all - wrong.length} of ${all}`)
  for (const each of wrong) console.log(`  ${each}`)
}

/** What becomes of mails on their way: programs and providers that leave out the HTML, its marks, or empty lines. */
const forms: Record<string, (mail: Mail) => Mail> = {
  'as sent': (mail) => mail,
  'as plain text alone': ({ html: _, ...mail }) => mail,
  'as HTML without classes': ({ html, ...mail }) =>
    html === undefined ? mail : { ...mail, html: html.replaceAll(/ (?:class|id)="[^"]*"/g, '') },
  'as text without empty lines': ({ html: _, ...mail }) => ({ ...mail, text: mail.text.replaceAll(/\n\s*\n/g, '\n') }),
}

describe.each(families)('mails of %s', (family) => {
  const own = samples.filter((sample) => sample.family === family)
  /** Each sample as it was read: reading takes longer than everything that is asked about it. */
  let mails: Map<Sample, Mail>
  beforeAll(async () => {
    mails = new Map(
      await Promise.all(own.map(async (sample) => [sample, await readMail(sample.inbound, ours)] as const)),
    )
  })

  it.each(Object.keys(forms))('%s, at least 98 of 100 are rightly stripped', async (form) => {
    const wrong = await failures(own, async (sample) =>
      judge(sample.expected, stripReply(forms[form]!(mails.get(sample)!)).text),
    )
    report(`stripping ${form}`, family, own.length, wrong)
    expect(wrong.length / own.length, wrong.join('\n')).toBeLessThanOrEqual(0.02)
  })

  it('at least 98 of 100 are rightly threaded', async () => {
    const wrong = await failures(own, async (sample) => {
      const mail = mails.get(sample)!
      const evidence = threadCandidates(mail, mail.from.address, ours.keys)
      const found = await findThread(evidence, shop.channelId, lookupFor(sample))
      const isRight =
        found?.by === sample.expected.by && (found === undefined || found.conversationId === conversationId)
      return isRight ? undefined : `expected ${sample.expected.by}, got ${found?.by}`
    })
    report('threading', family, own.length, wrong)
    expect(wrong.length / own.length, wrong.join('\n')).toBeLessThanOrEqual(0.02)
  })

  it('are mails of people', () => {
    expect(new Set([...mails.values()].map(({ kind }) => kind))).toEqual(new Set(['message']))
  })

  it('belong to no conversation of another channel', async () => {
    const found = await Promise.all(
      own.map(async (sample) => {
        const mail = mails.get(sample)!
        return findThread(threadCandidates(mail, mail.from.address, ours.keys), 'chn_third', lookupFor(sample))
      }),
    )
    expect(found.every((each) => each === undefined)).toBe(true)
  })
})

it('holds at least sixty mails of each of the three great programs, half of them Swedish', () => {
  for (const family of ['gmail', 'outlook', 'apple mail']) {
    const own = samples.filter((sample) => sample.family === family)
    expect(own.length, family).toBeGreaterThanOrEqual(60)
    expect(own.filter(({ language }) => language === 'sv').length * 2).toBe(own.length)
  }
})
