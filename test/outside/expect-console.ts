import { expect } from 'vitest'

/** Expects that the Frontdesk at this address serves the web console: its page, and every file that the page names. */
export async function expectConsole(baseUrl: string): Promise<void> {
  const page = await fetch(`${baseUrl}/`, { headers: { accept: 'text/html' } })
  expect(page.url).toBe(`${baseUrl}/console/`)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
  const assets = [...(await page.text()).matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(
    ([, path]) => path!,
  )
  expect(assets.some((path) => path.endsWith('.js'))).toBe(true)
  for (const path of assets) {
    const asset = await fetch(`${baseUrl}${path}`, { headers: { 'accept-encoding': 'br' } })
    expect([asset.status, asset.headers.get('cache-control')], path).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
    const { byteLength } = await asset.arrayBuffer()
    // A chunk of a line becomes no smaller.
    if (byteLength > 200) expect(asset.headers.get('content-encoding'), path).toBe('br')
  }
}
