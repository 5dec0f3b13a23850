import EmailReplyParser from 'email-reply-parser'
import type { Mail } from '../../services/channels/src/email/mail.ts'
import { readMail } from '../../services/channels/src/email/read-mail.ts'
import { stripReply } from '../../services/channels/src/email/strip-reply.ts'
import { corpus, judge, type Sample } from '../../services/channels/testing/mail-dataset/corpus.ts'
import { report, sized } from './figures/report.ts'

const rounds = sized(5, 1)
type Read = { sample: Sample; mail: Mail }
type Strip = (mail: Mail) => string

const library = new EmailReplyParser()
const ways: [name: string, strip: Strip][] = [
  ['ours, as sent', (mail) => stripReply(mail).text],
  ['ours, plain text', (mail) => stripReply({ ...mail, html: undefined }).text],
  ['email-reply-parser', (mail) => library.parseReply(mail.text)],
]

const rightOf = (mails: readonly Read[], strip: Strip): number =>
  mails.filter(({ sample, mail }) => judge(sample.expected, strip(mail)) === undefined).length

/** Microseconds a mail, the best of some rounds. */
function timeOf(mails: readonly Read[], strip: Strip): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    for (const { mail } of mails) strip(mail)
    best = Math.min(best, (performance.now() - started) / mails.length)
  }
  return best * 1_000
}

/** Stripping of the corpus by us and by `email-reply-parser`, which knows plain text alone: what is right, and its time. */
export async function bench(): Promise<void> {
  const mails = await Promise.all(corpus().map(async (sample) => ({ sample, mail: await readMail(sample.inbound) })))
  console.log(`${'rightly stripped'.padEnd(24)}${ways.map(([name]) => name.padStart(20)).join('')}`)
  for (const language of ['en', 'sv']) {
    for (const family of new Set(mails.map(({ sample }) => sample.family))) {
      const own = mails.filter(({ sample }) => sample.family === family && sample.language === language)
      const shares = ways.map(([, strip]) => `${((rightOf(own, strip) * 100) / own.length).toFixed(1)} %`.padStart(20))
      console.log(`${`${family}, ${language} (${own.length})`.padEnd(24)}${shares.join('')}`)
    }
  }
  for (const [name, strip] of ways) report(`mails rightly stripped: ${name}`, rightOf(mails, strip) / mails.length, '')
  const times = ways.map(([, strip]) => timeOf(mails, strip))
  const ofLibrary = times.at(-1)!
  console.log(`${'microseconds a mail'.padEnd(24)}${times.map((time) => time.toFixed(0).padStart(20)).join('')}`)
  console.log(
    `${'times the library’s'.padEnd(24)}${times.map((time) => `${(time / ofLibrary).toFixed(2)}×`.padStart(20)).join('')}`,
  )
}

if (import.meta.main) await bench()
