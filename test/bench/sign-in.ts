import { setTimeout as pause } from 'node:timers/promises'
import { addPerson, signIn, startTenant } from '../../services/gateway/testing/people.ts'
import { startTestGateway } from '../../services/gateway/testing/start-test-gateway.ts'
import { report, sized } from './figures/report.ts'

const pairs = sized(60, 3)
/** Fewer than ten guesses at each: these are written to the log, further ones hardly any. */
const people = sized(12, 2)
/** After a reply, so that what is done right after it counts: the next request would show it. */
const afterMs = 15
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
/** Another network for each try: limits would answer otherwise. */
const ipOf = (i: number): string => `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`

/**
 * A wrong password for an address that somebody has, and for one that nobody has, in turn: what each takes, and how often the
 * first takes longer. Half of the time is what chance gives.
 */
export async function bench(): Promise<void> {
  // Each try comes from an address of its own, as over plain http.
  const gateway = await startTestGateway({ env: { INSECURE_COOKIES: '1' } })
  try {
    const admin = await startTenant(gateway)
    const emails: string[] = []
    for (let i = 0; i < people; i++)
      emails.push((await addPerson(gateway, admin, { role: 'agent', email: `bo-${i}@example.com` })).email)
    let tries = 0
    const guess = async (address: string) => {
      const started = performance.now()
      const before = process.cpuUsage()
      const reply = await signIn(gateway, address, 'not the password of anybody', { ip: ipOf(++tries) })
      const ms = performance.now() - started
      await pause(afterMs)
      const { user, system } = process.cpuUsage(before)
      if (reply.statusCode !== 401) throw new Error(`${reply.statusCode} ${reply.body}`)
      const { code, detail } = reply.json()
      return { ms, cpuMs: (user + system) / 1_000, said: `${code} ${detail}` }
    }
    type Guess = Awaited<ReturnType<typeof guess>>
    const known: Guess[] = []
    const unknown: Guess[] = []
    for (let i = -3; i < pairs; i++) {
      const first = i % 2 === 0
      const email = emails[(i + emails.length * 3) % emails.length]!
      const one = await guess(first ? email : `nobody-${i}@example.com`)
      const other = await guess(first ? `nobody-${i}@example.com` : email)
      if (one.said !== other.said) throw new Error(`${one.said} is not ${other.said}`)
      if (i < 0) continue
      known.push(first ? one : other)
      unknown.push(first ? other : one)
    }
    const slower = known.filter(({ cpuMs }, i) => cpuMs > unknown[i]!.cpuMs).length / pairs
    const of = (guesses: Guess[], field: 'ms' | 'cpuMs') => median(guesses.map((each) => each[field]))
    const ratio = of(known, 'cpuMs') / of(unknown, 'cpuMs')
    console.log(`A wrong password, ${pairs} pairs in turn: median ms, and ms of processor time`)
    console.table({
      'an address that somebody has': { ms: of(known, 'ms').toFixed(1), cpu: of(known, 'cpuMs').toFixed(1) },
      'an address that nobody has': { ms: of(unknown, 'ms').toFixed(1), cpu: of(unknown, 'cpuMs').toFixed(1) },
    })
    console.log(
      `ratio of processor time ${ratio.toFixed(3)}; the known one took longer in ${(slower * 100).toFixed(0)} %`,
    )
    report('a wrong password, known against unknown address', Math.max(ratio, 1 / ratio), '×', { most: 1.05 })
  } finally {
    await gateway.stop()
  }
}

if (import.meta.main) await bench()
