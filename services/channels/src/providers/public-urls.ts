const standardPorts: Record<string, string> = { 'https:': '443', 'http:': '80' }

/** A base URL in every form in which a provider may have signed it. */
function formsOf(publicUrl: string): string[] {
  const { protocol, hostname, port, pathname } = new URL(publicUrl)
  const base = pathname.replace(/\/+$/, '')
  const hosts = [...(port ? [`${hostname}:${port}`] : []), hostname, `${hostname}:${standardPorts[protocol]}`]
  return hosts.map((host) => `${protocol}//${host}${base}`)
}

/** The addresses that a request says it was sent to. */
const namedBy = (host: string): string[] =>
  /^[a-z0-9.:[\]-]{1,255}$/i.test(host)
    ? ['https', 'http'].map((scheme) => `${scheme}://${host}`).filter((url) => URL.canParse(url))
    : []

/**
 * Every URL that a provider may have called and signed: the public one with the request's target as it came, with the
 * scheme's standard port and without any. Proxies hide the one that was called, and providers differ on which port they sign
 * (https://www.twilio.com/docs/usage/security). Without a public URL it is the request's own `host`, which whoever sends it
 * chooses: enough to try things out, for a signature that was made for another place still has to be for this path.
 */
export const publicUrls = (publicUrl: string | undefined, target: string, host = ''): string[] =>
  (publicUrl ? [publicUrl] : namedBy(host)).flatMap(formsOf).map((base) => base + target)
