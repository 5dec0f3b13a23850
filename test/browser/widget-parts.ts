import type { Page } from 'playwright-core'

/** What the tests teach the platform, and what their visitors ask about it. */
export const parking = 'Parking costs 12 euros a day. The car park closes at midnight.'
export const question = 'What does parking cost?'
export const answer = 'Parking costs 12 euros a day.'

export const panelOf = (page: Page) => page.getByRole('dialog')
export const logOf = (page: Page) => page.getByRole('log')
export const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Write a message…' })

/** Writes a message in the open panel and sends it. */
export async function ask(page: Page, text: string): Promise<void> {
  await fieldOf(page).fill(text)
  await fieldOf(page).press('Enter')
}
