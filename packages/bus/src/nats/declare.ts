import { ServiceError } from '@frontdesk/contracts'
import { type Connection, fromNats, hasCode } from '@frontdesk/nats'
import type { ConsumerConfig, StreamConfig } from '@nats-io/jetstream'
import type { ConsumeOptions } from '../port.ts'
import { configVersion, versionOf } from './config-version.ts'
import { consumersOf, consumersOfOtherOrder, deadLetters, eventStream, ownerOf, streamNameOf } from './declarations.ts'

/** JetStream's codes for "exists, with another configuration" and "does not exist". */
const streamDiffers = 10_058
const consumerExists = 10_148
const consumerNotFound = 10_014
const messageNotFound = 10_037

type Named<T> = Partial<T> & { name: string }
type Consumer = ReturnType<typeof consumersOf>[number]

/** What is to change for the server to have it as declared; it fills in many fields that we do not declare. */
export function differences(declared: object, actual: object): string[] {
  const there = actual as Record<string, unknown>
  return Object.entries(declared)
    .filter(([field, value]) => {
      if (field === 'metadata') return differences(value, (there[field] ?? {}) as object).length > 0
      return JSON.stringify(value) !== JSON.stringify(there[field] ?? (value === 0 ? 0 : undefined))
    })
    .map(([field]) => field)
}

/** True when the server has another configuration than this release wants, and not a newer release's. */
const isBehind = (declared: object, actual: Parameters<typeof versionOf>[0]): boolean =>
  versionOf(actual) <= configVersion && differences(declared, actual).length > 0

/**
 * Makes the server have what this code declares. Idempotent: a second process changes nothing, a newer one updates what
 * JetStream lets be updated, an older one leaves it so, and what was lost is made again.
 */
export function declarer({ manager, ask }: Connection, replicas: number) {
  const declared = new Map<string, Promise<void>>()

  async function ensure(config: Named<StreamConfig>) {
    try {
      await manager.streams.add(config)
    } catch (error) {
      if (!hasCode(error, streamDiffers)) throw error
      const info = await manager.streams.info(config.name)
      if (isBehind(config, info.config)) await manager.streams.update(config.name, config)
    }
  }

  /** Once in a process, unless it failed. */
  function once(config: Named<StreamConfig>): Promise<void> {
    const known = declared.get(config.name)
    if (known) return known
    const declaring = ask(() => ensure(config)).catch((error) => {
      declared.delete(config.name)
      throw fromNats(error)
    })
    declared.set(config.name, declaring)
    return declaring
  }

  /** The oldest event that the consumer would hear of now and did not before. */
  async function oldestOn(stream: string, filters: string[]): Promise<number | undefined> {
    const found = await Promise.all(
      filters.map((filter) => manager.direct.getMessage(stream, { seq: 1, next_by_subj: filter })),
    )
    const sequences = found.flatMap((message) => (message ? [message.seq] : []))
    return sequences.length > 0 ? Math.min(...sequences) : undefined
  }

  async function ensureConsumer(stream: string, consumer: Consumer) {
    const name = consumer.durable_name
    try {
      await manager.consumers.add(stream, consumer)
      return
    } catch (error) {
      if (!hasCode(error, consumerExists)) throw error
    }
    const { config, delivered } = await manager.consumers.info(stream, name)
    if (!isBehind(consumer, config)) return
    await manager.consumers.update(stream, name, consumer as Partial<ConsumerConfig>)
    const before = new Set(config.filter_subjects ?? [config.filter_subject])
    const oldest = await oldestOn(
      stream,
      consumer.filter_subjects.filter((filter) => !before.has(filter)),
    )
    // A group hears of every event, also of those before it listened to their subject. The price: it hears once more
    // of what came after the oldest of them on its other subjects.
    if (oldest !== undefined && oldest <= delivered.stream_seq) await manager.consumers.reset(stream, name, oldest)
  }

  /** Throws `conflict` while members with the other order are at work; when none is, their consumers go. */
  async function dropOtherOrder(stream: string, options: ConsumeOptions) {
    for (const name of consumersOfOtherOrder(options)) {
      try {
        const { num_waiting } = await manager.consumers.info(stream, name)
        if (num_waiting > 0) {
          throw new ServiceError('conflict', {
            detail: `Group ${options.group} is consumed with another order already.`,
          })
        }
        await manager.consumers.delete(stream, name)
      } catch (error) {
        if (!hasCode(error, consumerNotFound)) throw error
      }
    }
  }

  const events = (owner: string) => once(eventStream(owner, replicas))

  return {
    deadLetters: () => once(deadLetters(replicas)),
    events,

    /** The next `events` or `deadLetters` looks again: the server had lost the stream. */
    forget: () => declared.clear(),

    /** Makes the group's consumers as declared. Answers the stream and the consumers' names. */
    async group(options: ConsumeOptions): Promise<{ stream: string; consumers: string[] }> {
      const owner = ownerOf(options.subjects[0]!)
      const stream = streamNameOf(owner)
      const consumers = consumersOf(options)
      await events(owner)
      try {
        await ask(async () => {
          await dropOtherOrder(stream, options)
          await Promise.all(consumers.map((consumer) => ensureConsumer(stream, consumer)))
        })
      } catch (error) {
        throw fromNats(error)
      }
      return { stream, consumers: consumers.map(({ durable_name }) => durable_name) }
    },

    /** Makes one of the group's consumers again if the server lost it; changes nothing else. */
    async repair(options: ConsumeOptions, name: string): Promise<void> {
      const owner = ownerOf(options.subjects[0]!)
      declared.delete(streamNameOf(owner))
      await events(owner)
      const consumer = consumersOf(options).find(({ durable_name }) => durable_name === name)!
      await ask(() => manager.consumers.add(streamNameOf(owner), consumer)).catch((error) => {
        if (!hasCode(error, consumerExists)) throw fromNats(error)
      })
    },
  }
}

export type Declarer = ReturnType<typeof declarer>
export const isGone = (error: unknown): boolean => hasCode(error, messageNotFound)
