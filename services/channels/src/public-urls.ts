const standardPorts: Record<string, string> = { 'https:': '443', 'http:': '80' }

/**
 * Every URL that a provider may have called and signed: the public one with the request's target as it came, with the
 * scheme's standard port and without any. Proxies hide the one that was called, and providers differ on which port they sign
 * (https://www.twilio.com/docs/usage/security). None without a public URL.
 */
export function publicUrls(publicUrl: string | undefined, target: string): string[] {
  if (!publicUrl) return []
  const { protocol, hostname, port, pathname } = new URL(publicUrl)
  const base = pathname.replace(/\/+$/, '')
  const hosts = [...(port ? [`${hostname}:${port}`] : []), hostname, `${hostname}:${standardPorts[protocol]}`]
  return hosts.map((host) => `${protocol}//${host}${base}${target}`)
}
