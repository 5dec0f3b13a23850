import { describe, expect, it } from 'vitest'
import { topicConfig } from '../../testing/topics/disguised-messages.ts'
import { generated, generatedMessages, splitCompounds } from '../../testing/topics/generated-disguises.ts'
import { heldOutMessages, heldOutTopics } from '../../testing/topics/held-out-disguises.ts'
import { matchTopics } from './match-topics.ts'

/** The seed whose misses were looked at, and those of which nothing but the figures was seen. */
const fitted = 1
const heldOut = [101, 102]
const each = 30

describe('the Topic Filter on random disguises', () => {
  it.each([fitted, ...heldOut])('blocks .99 of them or more, each by its own topic (seed %i)', (seed) => {
    const messages = generatedMessages(each, seed)
    const missed = messages.filter(({ text, topic }) => matchTopics(text, topicConfig)?.topic !== topic)
    expect(messages.length).toBe(each * Object.keys(generated).length)
    expect(missed.length / messages.length, missed.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(0.01)
  })

  it('blocks .99 of two disguises at once, on topics that it was not fitted to', () => {
    const topics = heldOutTopics.map(({ name, phrases }) => ({ name, phrases }))
    const messages = heldOutMessages(12, 8)
    const missed = messages.filter(({ text, topic }) => matchTopics(text, { topics })?.topic !== topic)
    expect(messages.length).toBeGreaterThan(900)
    expect(missed.length / messages.length, missed.map(({ disguise }) => disguise).join('\n')).toBeLessThanOrEqual(0.01)
  })

  it.each(splitCompounds)('finds $phrase in $text', ({ phrase, text }) => {
    const topics = [{ name: 'the topic', phrases: [phrase] }]
    expect(matchTopics(`tell me of ${text} now`, { topics })?.phrase).toBe(phrase)
  })

  it.each([
    'Use <b>bold</b> letters in your <a href="https://example.com/pol/icy">signature</a>',
    'My token is eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0 and it fails',
    'The colour is #4a5b6c, the id 550e8400-e29b-41d4-a716-446655440000',
    'We get %20 and %C3%A5 in the address instead of a space and å',
    'Press [OK] (or [Esc]) & call foo() -> bar[] {}',
    'The page shows &aring; and \\u00e5 where a letter should be',
    'Sooo good!!! committee, bookkeeper, addressee, Mississippi',
    'I paid 50 € + 20 £ @ your shop',
  ])('leaves %s alone', (text) => {
    expect(matchTopics(text, topicConfig)).toBeUndefined()
  })
})
