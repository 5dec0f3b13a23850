import type { Page } from 'playwright-core'

export type PageWatch = {
  /** What went wrong since the page was opened, one line each, except for expected faults. */
  faults(): string[]
  /** Ignores faults that a test provokes on purpose, such as the browser's console message about a 401. */
  expectFault(pattern: RegExp): void
}

declare global {
  interface Window {
    reportViolation?(line: string): void
  }
}

/**
 * Records what a page must never do: write an error to its console, throw, violate its content security policy, or send a
 * request to another origin than those of `baseUrls`. Call it before the page's first navigation.
 */
export async function watchPage(page: Page, ...baseUrls: string[]): Promise<PageWatch> {
  const found: string[] = []
  const expected: RegExp[] = []
  const origins = baseUrls.map((url) => new URL(url).origin)
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => found.push(`thrown: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (/^(?:https?|wss?):$/.test(protocol) && !origins.includes(asked))
      found.push(`request elsewhere: ${request.url()}`)
  })
  await page.exposeFunction('reportViolation', (line: string) => found.push(`content security policy: ${line}`))
  await page.addInitScript(() => {
    document.addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI, sourceFile, lineNumber, sample }) => {
        window.reportViolation?.(`${effectiveDirective} ${blockedURI} ${sample} at ${sourceFile}:${lineNumber}`)
      },
    )
  })
  return {
    faults: () => found.filter((line) => !expected.some((pattern) => pattern.test(line))),
    expectFault: (pattern) => void expected.push(pattern),
  }
}
