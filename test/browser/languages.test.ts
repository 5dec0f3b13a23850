import { expect, test, vi } from 'vitest'
import { findBarriers } from './find-barriers.ts'
import { type OpenedConsole, useConsole } from './open-console.ts'
import { findOverflow, showPseudoLanguage } from './pseudo-language.ts'

const console = useConsole()

const question = 'مرحبا، هل يمكنكم توصيل مصباح إلى أوسلو؟ أريد التحدث إلى شخص من فضلكم.'
const name = 'ليلى عبد الرحمن الأنصاري'

/** A workspace whose customers write Arabic. Answers the conversation and the source to open. */
async function fill({ api }: OpenedConsole) {
  const source = await api.teach('سياسة الإرجاع', 'يمكنك إرجاع المنتج خلال ثلاثين يومًا من تاريخ الاستلام.')
  const contact = { name, email: 'layla@example.com' }
  const { conversationId } = await api.ask(question, { contact })
  await api.ask('كم تكلفة الشحن إلى النرويج؟', { contact })
  await api.post('/api/conversations/bulk', { action: 'tag', ids: [conversationId], tag: 'إرجاع' })
  const policy = {
    name: 'نصائح قانونية',
    ...{ type: 'Topic Filter', mode: 'Pre-generation', config: { topics: [{ name: 'قانون', phrases: ['محامي'] }] } },
  }
  expect((await api.post('/api/policies', policy)).status).toBe(201)
  await vi.waitFor(async () => {
    expect((await api.get('/api/contacts')).body.items).toHaveLength(1)
    expect((await api.get('/api/analytics/topics')).body.topics).toHaveLength(1)
  })
  return { conversationId, sourceId: source.id as string }
}

/** The main screens, and what says that one is there. */
const screens = ({ conversationId, sourceId }: Awaited<ReturnType<typeof fill>>): [path: string, ready: string][] => [
  ['inbox/all', '[role=option]'],
  [`inbox/all?c=${conversationId}`, '[role=log] article'],
  ['notifications', 'main h1'],
  ['knowledge', 'tbody tr'],
  [`knowledge/${sourceId}`, '[class*=text]'],
  ['policies', 'main h1'],
  ['testing', 'main textarea, main input'],
  ['testing?tab=suites', 'main h1'],
  ['contacts', 'tbody tr'],
  ['analytics', 'main dl'],
  ['analytics/rows?metric=messages', 'tbody tr'],
  ['analytics/suggestions', 'main h1'],
  ['analytics/log', 'main h1'],
  ['settings/profile', 'main h2'],
  ['settings/people', 'main table, main ul'],
  ['settings/ai', 'main h2'],
  ['settings/security', 'main h1'],
]

test.each([
  // As wide as a laptop’s window at 400 % (WCAG 1.4.10), with the colours that the system chooses.
  ['320 wide, in forced colours', { viewport: { width: 320, height: 640 }, forcedColors: 'active' }],
  ['on a laptop, dark', { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' }],
] as const)('every screen holds longer words, right to left, beside Arabic of customers, %s', async (_, browser) => {
  const opened = await console.open({ browser })
  const { page, baseUrl } = opened
  const filled = await fill(opened)
  const faults: Record<string, string[]> = {}
  for (const [path, ready] of screens(filled)) {
    await page.goto(`${baseUrl}/console/${path}`)
    await page.locator(ready).first().waitFor()
    await vi.waitFor(async () => expect(await page.locator('[aria-busy=true]').count()).toBe(0))
    await showPseudoLanguage(page)
    const found = [...(await findOverflow(page)), ...(await findBarriers(page))]
    if (found.length > 0) faults[path] = found
  }
  expect(faults).toEqual({})
})

test('what customers write in Arabic runs from right to left in a page that does not, and is read as it was written', async () => {
  const opened = await console.open()
  const { page, baseUrl } = opened
  const { conversationId } = await fill(opened)
  await page.goto(`${baseUrl}/console/inbox/all?c=${conversationId}`)
  const message = page.getByRole('log').getByText(question)
  await message.waitFor()
  const directionOf = (locator: typeof message) => locator.evaluate((it) => getComputedStyle(it).direction)
  expect(await directionOf(message)).toBe('rtl')
  expect(await directionOf(page.getByRole('option').first())).toBe('ltr')
  expect(await directionOf(page.getByRole('option').first().getByText(name).first())).toBe('rtl')
  await page.getByLabel('Write to the customer').fill('شكرًا لك')
  expect(await directionOf(page.getByLabel('Write to the customer'))).toBe('rtl')
})

test('why a document failed and a page is not there is said in the reader’s language', async () => {
  const { page, baseUrl, expectFault } = await console.open({ path: 'knowledge', browser: { locale: 'sv-SE' } })
  expectFault(/404/)
  const damaged = { name: 'pris.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nnothing of a PDF') }
  await page.locator('input[type=file]').setInputFiles(damaged)
  await page.getByText('Dokumentet är skadat, eller av en annan typ än namnet säger.').waitFor()
  await page.goto(`${baseUrl}/console/knowledge/src_missing`)
  await page.getByRole('alert').getByText('Det här finns inte, eller inte längre.', { exact: true }).waitFor()
})
