import { answerQuestion, defaultThreshold } from '@frontdesk/answers'
import { detectLanguage } from '@frontdesk/language'
import { rankCandidates } from '@frontdesk/retrieval'
import { describe, expect, test } from 'vitest'
import { splitIntoChunks } from '../../services/ingest/src/chunks/split-into-chunks.ts'
import { count, memoryIndex } from '../bench/retrieval/memory-index.ts'

type Page = [title: string, text: string]

const english: Page[] = [
  [
    'Returns and refunds',
    'You can return an item within 30 days of delivery. The item must be unused and in its original packaging. Refunds are paid to your original payment method within 5 working days after we have received the return.',
  ],
  [
    'Shipping',
    'We ship to all countries in the European Union. Delivery takes 2 to 4 working days. Shipping is free for orders over 50 euros; otherwise it costs 4.90 euros.',
  ],
  [
    'Opening hours',
    'Our store in Stockholm is open Monday to Friday from 9 am to 6 pm and on Saturdays from 10 am to 4 pm. We are closed on Sundays and public holidays.',
  ],
  [
    'Warranty',
    'All products have a two year warranty against manufacturing defects. The warranty does not cover normal wear or damage caused by misuse.',
  ],
]
const swedish: Page[] = [
  [
    'Returer',
    'Du kan returnera en vara inom 30 dagar efter leverans. Varan ska vara oanvänd och i originalförpackning. Återbetalning sker till samma betalsätt inom 5 arbetsdagar efter att vi har tagit emot returen.',
  ],
  [
    'Frakt',
    'Vi levererar till hela Sverige. Leveranstiden är 2–4 arbetsdagar. Frakten är gratis för köp över 500 kronor, annars kostar den 49 kronor.',
  ],
  [
    'Öppettider',
    'Vår butik i Göteborg har öppet måndag till fredag 9–18 och lördagar 10–16. Vi har stängt på söndagar och helgdagar.',
  ],
]
const answerable = {
  en: [
    ['How long do I have to return an item?', 'Returns and refunds'],
    ['When will I get my refund?', 'Returns and refunds'],
    ['How long does delivery take?', 'Shipping'],
    ['How much does shipping cost?', 'Shipping'],
    ['What are your opening hours?', 'Opening hours'],
    ['Are you open on Sundays?', 'Opening hours'],
    ['How long is the warranty?', 'Warranty'],
  ],
  sv: [
    ['Hur lång är leveranstiden?', 'Frakt'],
    ['Hur lång tid tar leveransen?', 'Frakt'],
    ['Vad kostar frakten?', 'Frakt'],
    ['Hur många dagar har jag på mig att returnera?', 'Returer'],
    ['När har ni öppet?', 'Öppettider'],
    ['Har ni öppet på söndagar?', 'Öppettider'],
  ],
}
const offTopic = {
  en: [
    'What is the capital of Mongolia?',
    'Who won the world cup in 1998?',
    'How tall is the Eiffel Tower?',
    'Do you sell gift cards?',
  ],
  sv: [
    'Vad kostar en hyrbil i Paris?',
    'Vad heter huvudstaden i Mongoliet?',
    'Hur högt är Eiffeltornet?',
    'Säljer ni presentkort?',
  ],
}

const space = { tenant: 'a', generation: 'a', dimensions: 0 }

async function knowledgeBase(pages: Page[]) {
  const chunks = pages.flatMap(([title, text]) =>
    splitIntoChunks(text, [], { characters: 160, overlap: 30 }).map((chunk) => ({ title, chunk })),
  )
  const counted = chunks.map(({ title, chunk }) =>
    count({ ...chunk, title, sourceId: title, contentId: title, language: detectLanguage(chunk.text) }),
  )
  const index = memoryIndex(counted)
  return async (question: string, language: string) => {
    const { asked, ...lists } = await index.search(space, { question, limit: 20 })
    const found = rankCandidates(lists, 0)
      .slice(0, 5)
      .map(({ candidate, ...scores }) => ({ ...candidate, ...scores, version: 1 }))
    const answer = answerQuestion({ question, chunks: found, counts: asked, language })
    return { title: answer?.parts[0]?.chunk.title, confidence: answer?.confidence ?? 0 }
  }
}

// With so few chunks the statistics of words say next to nothing; confidence must hold all the same.
describe.each([
  ['one English page', english.slice(0, 1), ['en']],
  ['English pages', english, ['en']],
  ['Swedish pages', swedish, ['sv']],
  ['pages in both languages', [...english, ...swedish], ['en', 'sv']],
] as const)('%s', (_name, pages, languages) => {
  const titles = pages.map(([title]) => title)
  for (const language of languages) {
    for (const [question, title] of answerable[language].filter(([, title]) => titles.includes(title!))) {
      test(`“${question}” is answered from ${title}`, async () => {
        const ask = await knowledgeBase([...pages])
        const asked = await ask(question!, language)
        expect(asked.confidence).toBeGreaterThan(defaultThreshold)
        expect(asked.title).toBe(title)
      })
    }
    for (const question of offTopic[language]) {
      test(`“${question}” is handed over`, async () => {
        const ask = await knowledgeBase([...pages])
        expect((await ask(question, language)).confidence).toBeLessThan(defaultThreshold / 2)
      })
    }
  }
})
