import { isIP } from 'node:net'
import { ServiceError } from '@frontdesk/contracts'
import { classifyAddress, type Range } from './classify-address.ts'

/** Ports of the web. Others speak protocols that a forged request could talk to. */
const webPorts = [80, 443, 8080, 8443]
/** Ports that take mail: relays, submission in TLS (RFC 8314) and after STARTTLS (RFC 6409), and the usual other one. */
const mailPorts = [25, 465, 587, 2525]

/**
 * A URL that may be asked, taken apart. `address` is set when the host is a literal address, `ports` are those that may
 * be reached outside of `OUTBOUND_ALLOW`.
 */
export type Target = { url: URL; host: string; port: number; ports: number[]; address?: string }

/** The addresses of a host name, as DNS has them; none when there is no such name. */
export type Resolver = (host: string) => Promise<string[]>

const refused = (detail: string): ServiceError => new ServiceError('address_refused', { detail })

const portOf = (url: URL): number => (url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port))

function checkPort(target: Target, everyAddressAllowed: boolean): void {
  if (everyAddressAllowed || target.ports.includes(target.port)) return
  const others = `${target.ports.slice(0, -1).join(', ')} and ${target.ports.at(-1)}`
  throw refused(`Port ${target.port} is not allowed; allowed are ${others}.`)
}

/**
 * Checks what can be checked without asking DNS: scheme, user-info, and the address and port when the host is a literal.
 * The WHATWG parser has turned decimal, octal, hexadecimal, short and full-width notations into one by now
 * (https://url.spec.whatwg.org/#host-parsing). Throws `address_refused`.
 */
export function checkTarget(text: string, allow: Range[], ports = webPorts): Target {
  if (!URL.canParse(text)) throw refused('That is not a URL.')
  const url = new URL(text)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused('Only http and https URLs may be fetched.')
  if (url.username !== '' || url.password !== '')
    throw refused('A URL with a user name or password may not be fetched.')
  url.hash = ''
  // A name with its root dot is the same host, but certificates and virtual hosts are named without it.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
  if (host === '') throw refused('The URL has no host name.')
  const target: Target = { url, host, port: portOf(url), ports }
  if (isIP(host) === 0) return target
  const verdict = classifyAddress(host, allow)
  if (verdict.kind === 'refused')
    throw refused(`${host} is ${verdict.why} address, which is not allowed. OUTBOUND_ALLOW can allow it.`)
  checkPort(target, verdict.kind === 'allowed')
  return { ...target, address: host }
}

/** The same for a mail server, which is named by its host and port. Throws `address_refused`. */
export function checkMailServer(host: string, port: number, allow: Range[]): Target {
  // Only the WHATWG parser knows all the notations of an address, and it knows them in URLs of the web alone.
  const text = `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`
  const target = checkTarget(text, allow, mailPorts)
  if (target.url.pathname !== '/' || target.url.search !== '' || target.port !== port)
    throw refused('That is not a host.')
  return target
}

/**
 * The addresses that a connection to the target may use, every one of them checked. One that is refused refuses the
 * host: names that mix public and private addresses are how a check is slipped past. Throws `address_refused`, and
 * `fetch_failed` when the name has no address; neither says what the name resolves to.
 */
export async function checkedAddresses(target: Target, allow: Range[], resolve: Resolver): Promise<string[]> {
  if (target.address !== undefined) return [target.address]
  const addresses = await resolve(target.host)
  if (addresses.length === 0)
    throw new ServiceError('fetch_failed', { detail: `The host name ${target.host} could not be found (DNS).` })
  const verdicts = addresses.map((address) => classifyAddress(address, allow))
  if (verdicts.some((verdict) => verdict.kind === 'refused'))
    throw refused(`${target.host} resolves to an address that is not allowed. OUTBOUND_ALLOW can allow it.`)
  checkPort(
    target,
    verdicts.every((verdict) => verdict.kind === 'allowed'),
  )
  return addresses
}
