import { chat as chatContracts } from '@frontdesk/contracts'
import { localModels, type Models } from '@frontdesk/models'
import { expect, it, onTestFinished } from 'vitest'
import { openTestStore, startTestChat } from '../../testing/start-test-chat.ts'

const swedish = 'Hur lång tid tar det innan paketet kommer hem till mig i Göteborg?'
const german = 'Wie lange dauert es, bis mein Paket bei mir zu Hause in Hamburg ankommt?'
const english = 'How long does delivery take before the parcel arrives at my house?'

/** Chat with models that note which language they are asked to write in. */
async function startChat(languages: string[]) {
  const asked: (string | undefined)[] = []
  const local = localModels()
  const models: Models = Object.assign(Object.create(local), {
    answer(request: Parameters<Models['answer']>[0], options: Parameters<Models['answer']>[1]) {
      asked.push(request.language)
      return local.answer(request, options)
    },
  })
  const store = openTestStore()
  const chat = await startTestChat({ store, models })
  onTestFinished(async () => {
    await chat.stop()
    await store.close()
  })
  await chat.context.ask(chatContracts.queries.settingsUpdate, {
    patch: { languages },
    actor: { kind: 'api', id: 'key_1' },
  })
  return { chat, asked }
}

it('a customer is answered in their own language if the tenant has it, otherwise in the first one', async () => {
  const { chat, asked } = await startChat(['sv', 'en'])
  for (const question of [english, swedish, german]) await chat.read(question).ended
  expect(asked).toEqual(['en', 'sv', 'sv'])
})

it('without configured languages it is always their own', async () => {
  const { chat, asked } = await startChat([])
  for (const question of [english, swedish, german]) await chat.read(question).ended
  expect(asked).toEqual(['en', 'sv', 'de'])
})

it('the hand-over message is in one of them too, live and in a simulation', async () => {
  const { chat } = await startChat(['sv'])
  const message = 'I want to talk to a human being, please, and not to a machine any more.'
  const parts = await chat.read(message).ended
  expect(parts.at(-1)).toMatchObject({ type: 'escalated', message: expect.stringContaining('skickat dig vidare') })
  const [simulated] = await Array.fromAsync(chat.context.open(chatContracts.streams.messageSimulate, { message }))
  expect(simulated!.content).toContain('skickat dig vidare')
})
