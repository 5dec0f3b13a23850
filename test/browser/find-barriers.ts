import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** WCAG 2.2 A and AA, and axe's best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The accessibility violations that axe finds in a page's present state: rule, impact, elements. */
export async function findBarriers(page: Page): Promise<string[]> {
  // Through the debugger, because the page's content security policy forbids to add scripts.
  const session = await page.context().newCDPSession(page)
  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
  await evaluate(`if (!window.axe) { ${axe.source} }`)
  const run = `axe.run(document, { runOnly: ${JSON.stringify(tags)}, resultTypes: ['violations'] })`
  const { violations } = (await evaluate(run)) as axe.AxeResults
  await session.detach()
  return violations.map(
    ({ id, impact, help, nodes }) =>
      `${id} (${impact}): ${help}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}
