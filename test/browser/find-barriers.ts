import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { isFirefox } from './launch-browser.ts'

/** WCAG 2.2 A and AA, and axe's best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The accessibility violations that axe finds in a page's present state: rule, impact, elements. */
export async function findBarriers(page: Page): Promise<string[]> {
  const { evaluate, end } = await (isFirefox ? inFirefox(page) : inChromium(page))
  await evaluate(`if (!window.axe) { ${axe.source} }`)
  const run = `axe.run(document, { runOnly: ${JSON.stringify(tags)}, resultTypes: ['violations'] })`
  const { violations } = (await evaluate(run)) as axe.AxeResults
  await end()
  return violations.map(
    ({ id, impact, help, nodes }) =>
      `${id} (${impact}): ${help}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}

/** Evaluates in the page. */
type Evaluator = { evaluate(expression: string): Promise<unknown>; end(): Promise<void> }

/** Through the debugger, because the page's content security policy forbids to add scripts. */
async function inChromium(page: Page): Promise<Evaluator> {
  const session = await page.context().newCDPSession(page)
  return {
    async evaluate(expression) {
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
        expression,
        awaitPromise: true,
        returnByValue: true,
      })
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return result.value
    },
    end: () => session.detach(),
  }
}

const inFirefox = async (page: Page): Promise<Evaluator> => ({
  evaluate: (expression) => page.evaluate(expression),
  end: async () => {},
})
