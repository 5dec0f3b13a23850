import { openModels } from '@frontdesk/models'
import { matchExamples } from '../../services/policy-engine/src/topics/match-examples.ts'
import { exampleTopics } from '../../services/policy-engine/testing/topics/held-out-messages.ts'
import { innocentMessages } from '../../services/policy-engine/testing/topics/innocent-messages.ts'
import { paraphrases } from '../../services/policy-engine/testing/topics/paraphrases.ts'
import { leaveOut, report, sized } from './figures/report.ts'
import { modelEnv } from './meaning/model-env.ts'

/** How many messages the examples of topics stop with the built-in embedding model, and how many harmless ones. */
export async function bench(): Promise<void> {
  let reason: string | undefined
  const models = await openModels(modelEnv, {
    absent: (why) => {
      reason = why
    },
  })
  if (reason) return leaveOut('topics by examples', reason)
  const topics = exampleTopics.map(({ name, examples }) => ({ name, phrases: [], examples }))
  const shareOf = async (texts: string[], isRight: (topic: string | undefined, at: number) => boolean) => {
    let right = 0
    const asked = texts.slice(0, sized(texts.length, 3))
    for (const [at, text] of asked.entries())
      if (isRight((await matchExamples(text, topics, models))?.topic, at)) right++
    return right / asked.length
  }
  try {
    const near = exampleTopics.flatMap(({ name, messages }) => messages.map((text) => ({ name, text })))
    const other = Object.entries(paraphrases).flatMap(([name, texts]) => texts.map((text) => ({ name, text })))
    for (const [about, messages] of [
      ['in much the same words', near],
      ['in other words', other],
    ] as const) {
      const texts = messages.map(({ text }) => text)
      const found = await shareOf(texts, (topic, at) => topic === messages[at]!.name)
      report(`topics by examples, built-in model: found, ${about}`, found, '')
    }
    const stopped = await shareOf(innocentMessages(), (topic) => topic !== undefined)
    report('topics by examples, built-in model: harmless messages stopped', stopped, '', { most: 0.02 })
  } finally {
    await models.close?.()
  }
}

if (import.meta.main) await bench()
