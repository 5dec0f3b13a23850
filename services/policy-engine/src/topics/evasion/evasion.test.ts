import { describe, expect, it } from 'vitest'
import { matchTopics } from '../match-topics.ts'
import { disguisedMessages, disguises, topicConfig } from './disguised-messages.ts'
import { innocentMessages } from './innocent-messages.ts'

const disguised = disguisedMessages()
const innocent = innocentMessages()
const blocks = ({ text, topic }: (typeof disguised)[number]) => matchTopics(text, topicConfig)?.topic === topic

describe('the Topic Filter on messages made by rules that it does not share', () => {
  it('is put before at least 300 of each kind, no two alike', () => {
    expect(new Set(disguised.map(({ text }) => text)).size).toBeGreaterThan(2_000)
    expect(new Set(innocent).size).toBeGreaterThanOrEqual(300)
  })

  it('blocks at least 98 % of those that touch a topic in disguise, each by its own topic', () => {
    const missed = disguised.filter((message) => !blocks(message)).map(({ disguise, text }) => `${disguise}: ${text}`)
    expect(missed.length / disguised.length, missed.join('\n')).toBeLessThanOrEqual(0.02)
  })

  it.each(Object.keys(disguises))('sees through %s nine times in ten at least', (name) => {
    const some = disguised.filter(({ disguise }) => disguise === name)
    expect(some.length).toBeGreaterThan(20)
    expect(some.filter(blocks).length / some.length).toBeGreaterThanOrEqual(0.9)
  })

  it('lets at least 99 % of the innocent ones pass', () => {
    const stopped = innocent.filter((text) => matchTopics(text, topicConfig))
    expect(stopped.length / innocent.length, stopped.join('\n')).toBeLessThanOrEqual(0.01)
  })
})
