import { getDomain, parse } from 'tldts'

/** Sites of one owner share a registrable domain; of many owners under one domain (`github.io`) each has its own. */
const options = { allowPrivateDomains: true }

const usualPorts = new Set(['', '80', '443'])

/**
 * The site that an address belongs to: its registrable domain (https://publicsuffix.org). Hosts that have none, such as
 * addresses and `localhost`, are sites of their own at each port, as is a port that is not of the web.
 */
export function siteOf(address: string): string {
  const { hostname, port } = new URL(address)
  const domain = parse(hostname, options).isIp ? null : getDomain(hostname, options)
  if (domain === null) return port === '' ? hostname : `${hostname}:${port}`
  return usualPorts.has(port) ? domain : `${domain}:${port}`
}
