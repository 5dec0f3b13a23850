import { lookup, Resolver } from 'node:dns/promises'
import type { Resolver as ResolveHost } from './check-target.ts'

const codeOf = (error: unknown): string => (error as { code?: string } | null)?.code ?? ''
/** DNS answered that there is nothing, or there is no DNS server to ask: the hosts file may still know. */
const mayBeElsewhere = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'ESERVFAIL', 'EREFUSED', 'EBADNAME'])

async function fromHostsFile(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch (error) {
    if (codeOf(error) === 'ENOTFOUND') return []
    throw error
  }
}

/**
 * Resolves names over DNS itself, and only then through the system (hosts file): `dns.lookup` has few threads, so a
 * handful of slow names would hold up every other one. Answers no address for a name that does not exist.
 */
export const resolveHost: ResolveHost = async (host) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length > 0) return addresses
  const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  const serious = failures.find((failure) => !mayBeElsewhere.has(codeOf(failure)))
  if (serious !== undefined) throw serious
  return fromHostsFile(host)
}
