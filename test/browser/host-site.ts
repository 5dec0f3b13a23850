import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isFirefox } from './launch-browser.ts'

/**
 * The strictest policy that a site can have, with what docs/widget.md asks for: the gateway as source of scripts and data.
 * Only a page with a style sheet of its own allows that. Firefox holds its own request for the site's icon to the policy, and
 * Chromium doesn't.
 */
const strictPolicy = (gateway: string, isUnstyled = false) =>
  [
    "default-src 'none'",
    `script-src ${gateway}`,
    `connect-src ${gateway}`,
    `style-src ${isUnstyled ? "'none'" : "'self'"}`,
    `img-src ${isFirefox ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** A style sheet that tries to break whatever a page embeds. */
const hostileStyles = `
* { all: unset !important; display: block !important; color: red !important; font: 40px serif !important }
div, button, dialog, textarea { position: static !important; transform: rotate(3deg) !important; visibility: hidden !important }
`
const plainStyles = 'body { font-family: Georgia, serif; margin: 40px; max-width: 40em; line-height: 1.5 }'

export type SitePage = {
  /** Absent: the page has none. */
  widget?: string
  /** Further attributes of the script. */
  attributes?: string
  language?: string
  isHostile?: boolean
  /** More styles of the site. */
  styles?: string
  /** Without a style sheet, and under a policy that allows none. */
  isUnstyled?: boolean
  /** More of the page's body. */
  body?: string
  /** The whole document instead of all that, under no policy. */
  html?: string
}

/** A site of another origin than the platform's, whose pages embed a widget under a strict policy. */
export async function startSite(gateway: string) {
  const pages = new Map<string, SitePage>()
  const server: Server = createServer(({ url = '/' }, response) => {
    const path = url.split('?', 1)[0]!
    if (path.endsWith('.css')) {
      response.setHeader('content-type', 'text/css')
      return void response.end(
        path === '/hostile.css' ? hostileStyles : (pages.get(path.slice(0, -4))?.styles ?? plainStyles),
      )
    }
    const page = pages.get(path)
    if (!page) return void response.writeHead(path === '/favicon.ico' ? 204 : 404).end()
    if (page.html) return void response.setHeader('content-type', 'text/html; charset=utf-8').end(page.html)
    const { widget, attributes = '', language = 'en', isHostile, styles, isUnstyled, body = '' } = page
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('content-security-policy', strictPolicy(gateway, isUnstyled))
    response.end(`<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>A shop</title>
${isUnstyled ? '' : `<link rel="stylesheet" href="${isHostile ? '/hostile.css' : styles ? `${path}.css` : '/site.css'}">`}
<main><h1>Umbrellas</h1><p>Ours last. <a href="#more">More</a></p>${body}</main>
${widget ? `<script src="${gateway}/widget.js" data-widget="${widget}" ${attributes} async></script>` : ''}
</html>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    /** Adds a page, and answers its address. */
    add(path: string, page: SitePage): string {
      pages.set(path, page)
      return `${origin}${path}`
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
