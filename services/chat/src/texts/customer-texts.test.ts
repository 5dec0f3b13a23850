import {
  chat as chatContracts,
  customerTextKinds,
  defaultSettings,
  type InputOf,
  refusal,
  settingsPatch,
} from '@frontdesk/contracts'
import { expect, it } from 'vitest'
import type { TestChat } from '../../testing/start-test-chat.ts'
import { useChats } from '../../testing/use-chats.ts'
import { builtInTexts, handedOverBecause } from './built-in-texts.ts'
import { customerText, handedOverText } from './customer-texts.ts'

const chats = useChats()
const unknown = {
  en: 'Who painted the ceiling of the Sistine Chapel?',
  sv: 'Vem har målat taket i Sixtinska kapellet?',
  de: 'Wer hat die Decke der Sixtinischen Kapelle gemalt?',
  ar: 'من رسم سقف كنيسة سيستينا؟',
  fr: 'Qui a peint le plafond de la chapelle Sixtine ?',
}
const patch = (chat: TestChat, settings: InputOf<typeof chatContracts.queries.settingsUpdate>['patch']) =>
  chat.context.ask(chatContracts.queries.settingsUpdate, { patch: settings, actor: { kind: 'api', id: 'key_1' } })
const texts = (chat: TestChat, language?: string) =>
  chat.context.ask(chatContracts.queries.textsRead, language === undefined ? {} : { language })
const blockWeapons = (chat: TestChat) =>
  chat.policy('Topic Filter', 'Pre-generation', {
    topics: [{ name: 'weapons', phrases: ['firearm', 'vapen', 'Waffen', 'أسلحة'] }],
  })
const nothingFound = { find: () => [] }

it('comes in English, Swedish, German and Arabic, all of it, and the refusal in English is that of the contract', () => {
  for (const byLanguage of [...Object.values(builtInTexts), ...Object.values(handedOverBecause)]) {
    expect(Object.keys(byLanguage).sort()).toEqual(['ar', 'de', 'en', 'sv'])
    expect(new Set(Object.values(byLanguage)).size).toBe(4)
  }
  expect(builtInTexts.refusal.en).toBe(refusal)
  expect(Object.keys(builtInTexts).sort()).toEqual(customerTextKinds.toSorted())
})

it('a question that goes to people is answered in its own language, in English where nobody speaks that', async () => {
  const chat = await chats.start(nothingFound)
  const because = handedOverBecause.low_confidence
  for (const [language, question] of Object.entries(unknown)) {
    const expected = because[language as 'sv'] ?? because.en
    const parts = await chat.read(question).ended
    expect(parts.at(-1), language).toMatchObject({ type: 'escalated', message: expected })
    const simulated = chat.context.open(chatContracts.streams.messageSimulate, { message: question })
    expect((await Array.fromAsync(simulated))[0]!.content, language).toBe(expected)
  }
})

it('a conversation in one language is answered in that of the last question', async () => {
  const chat = await chats.start(nothingFound)
  const [start] = await chat.read('Hello!').ended
  const { conversationId } = start as { conversationId: string }
  const parts = await chat.read(unknown.ar, { conversationId }).ended
  expect(parts.at(-1)).toMatchObject({ message: handedOverBecause.low_confidence.ar })
  const waiting = await chat.read('Und wann kommt eine Antwort auf meine Frage?', { conversationId }).ended
  expect(waiting.at(-1)).toMatchObject({ reason: 'waiting', message: builtInTexts.waiting.de })
  const unclear = await chat.read('4711', { conversationId }).ended
  expect(unclear.at(-1)).toMatchObject({ reason: 'waiting', message: builtInTexts.waiting.en })
})

it('a refusal is in the language of the question, live, stored, and in a simulation', async () => {
  const chat = await chats.start()
  await blockWeapons(chat)
  const asked = {
    en: 'Do you sell a firearm?',
    sv: 'Säljer ni vapen till jägare?',
    de: 'Verkaufen Sie Waffen an Jäger?',
  }
  for (const [language, message] of Object.entries(asked)) {
    const expected = builtInTexts.refusal[language as 'sv']
    const parts = await chat.read(message).ended
    expect(parts.at(-1), language).toMatchObject({ type: 'blocked', message: expected })
    const [stored] = await chat.messages((parts[0] as { conversationId: string }).conversationId)
    expect(stored, language).toMatchObject({ outcome: 'blocked', content: expected })
    const simulated = chat.context.open(chatContracts.streams.messageSimulate, { message })
    expect((await Array.fromAsync(simulated))[0], language).toMatchObject({ outcome: 'blocked', content: expected })
  }
})

it("a tenant's text for a language wins; a language without one has ours", async () => {
  const chat = await chats.start(nothingFound)
  await blockWeapons(chat)
  const own = { refusal: 'Vi pratar inte om det.', handedOver: 'En människa svarar.', thanks: 'Tackar!' }
  await patch(chat, { texts: { sv: own, fr: { handedOver: 'Une personne vous répondra.' } } })
  const end = async (message: string) => (await chat.read(message).ended).at(-1)
  expect(await end(unknown.sv)).toMatchObject({ message: own.handedOver })
  expect(await end('Jag vill prata med en människa')).toMatchObject({ reason: 'requested', message: own.handedOver })
  expect(await end('Säljer ni vapen till jägare?')).toMatchObject({ type: 'blocked', message: own.refusal })
  expect(await end(unknown.fr)).toMatchObject({ message: 'Une personne vous répondra.' })
  expect(await end('Do you sell a firearm?')).toMatchObject({ type: 'blocked', message: refusal })
  expect(await end(unknown.de)).toMatchObject({ message: handedOverBecause.low_confidence.de })
  expect((await texts(chat, 'sv')).texts).toMatchObject({ ...own, waiting: builtInTexts.waiting.sv })
  expect((await texts(chat, 'fr')).texts.refusal).toBe(refusal)
  expect((await texts(chat)).texts.handedOver).toBe(builtInTexts.handedOver.en)
  const said = 'Wann kommt mein Paket endlich bei mir an?'
  expect(await chat.context.ask(chatContracts.queries.textsRead, { said })).toMatchObject({
    language: 'de',
    texts: { tooLong: builtInTexts.tooLong.de },
  })
})

it('outside of business hours a hand-over says so, unless a rule has its own words', async () => {
  const chat = await chats.start(nothingFound)
  const closed = { timeZone: 'Europe/Stockholm', days: {} }
  await patch(chat, { businessHours: closed })
  const end = async (message: string) => (await chat.read(message).ended).at(-1)
  expect(await end(unknown.ar)).toMatchObject({ message: builtInTexts.outsideHours.ar })
  await patch(chat, { businessHours: { ...closed, message: 'We are back on Monday.' } })
  expect(await end(unknown.ar)).toMatchObject({ message: 'We are back on Monday.' })
  await patch(chat, { texts: { ar: { outsideHours: 'نعود يوم الاثنين.' } } })
  expect(await end(unknown.ar)).toMatchObject({ message: 'نعود يوم الاثنين.' })
  expect(await end(unknown.sv)).toMatchObject({ message: 'We are back on Monday.' })
  expect((await texts(chat, 'sv')).texts.outsideHours).toBe('We are back on Monday.')
  // biome-ignore lint/suspicious/noThenProperty: the word of the HTTP contract; nobody awaits a rule.
  const rule = { name: 'people', when: { kind: 'requested' as const }, then: { message: 'Call 112.' } }
  await chat.context.ask(chatContracts.queries.ruleCreate, { operationId: 'rule', rule })
  expect(await end('I want to talk to a human.')).toMatchObject({ message: 'Call 112.' })
  await patch(chat, { businessHours: null })
  expect(await end(unknown.ar)).toMatchObject({ message: handedOverBecause.low_confidence.ar })
})

it("the tenant's languages decide which text is said", () => {
  const settings = { ...defaultSettings, languages: ['sv', 'de'] }
  expect(customerText('waiting', ['ar'], settings)).toBe(builtInTexts.waiting.sv)
  expect(customerText('waiting', ['de'], settings)).toBe(builtInTexts.waiting.de)
  expect(handedOverText({ reason: 'rule' }, [null, 'de'], { ...settings, languages: [] })).toBe(
    builtInTexts.handedOver.de,
  )
  expect(customerText('waiting', ['constructor'], defaultSettings)).toBe(builtInTexts.waiting.en)
})

it('refuses a text that is empty or too long, an unknown one, and more than a message can carry', () => {
  const errors = (texts: unknown) =>
    settingsPatch.safeParse({ texts }).error?.issues.map(({ path }) => path.join('.')) ?? []
  expect(errors({ sv: { refusal: 'x'.repeat(1_000) } })).toEqual([])
  expect(errors({ sv: { refusal: 'x'.repeat(1_001), waiting: ' ', farewell: 'Hej' } })).toEqual([
    'texts.sv.waiting',
    'texts.sv.refusal',
    'texts.sv',
  ])
  expect(errors({ swedish: { refusal: 'Nej.' } })).toEqual(['texts.swedish'])
  const all = Object.fromEntries(customerTextKinds.map((kind) => [kind, 'å'.repeat(1_000)]))
  const languages = ['aa', 'bb', 'cc', 'dd', 'ee', 'ff', 'gg', 'hh', 'ii']
  expect(errors(Object.fromEntries(languages.slice(0, 8).map((code) => [code, all])))).toEqual([])
  expect(errors(Object.fromEntries(languages.map((code) => [code, all])))).toEqual(['texts'])
})
