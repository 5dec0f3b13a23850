import { createHash } from 'node:crypto'
import { limits } from '@frontdesk/contracts'
import {
  AckPolicy,
  type ConsumerConfig,
  DeliverPolicy,
  DiscardPolicy,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import { type ConsumeOptions, partitionOf, partitions } from '../port.ts'
import { versioned } from './config-version.ts'

/** Events live seven days. */
const eventAgeMs = 7 * 24 * 3_600_000
/** Room for the envelope beside the largest payload; a server's own limit, 1 MB, is above both together. */
const headerBytes = 64 * 1024
/** A group that nobody belonged to for so long goes: what it left undone went with its age long before. */
const forgottenMs = 30 * 24 * 3_600_000
/** The server forgets a message id after this. It only saves work: nothing relies on it. */
const duplicateWindowMs = 120_000
/** Of an unordered group, over all its members, in hand or waiting for a retry. */
const unorderedInFlight = 1_000
/** The server's clock starts before the delivery has arrived: it waits this much longer than the member. */
const leaseMarginMs = 50

/** Dead letters of all owners: `dead.<tenant>`. */
export const deadLetterStream = 'DEAD_LETTERS'
const eventStreamPrefix = 'EVENTS_'

/** Any text as one token of a subject: what means something to the server is written as %XX. */
const tokenOf = (text: string): string =>
  text === '' ? '%' : encodeURIComponent(text).replaceAll('.', '%2E').replaceAll('*', '%2A')

/** The other end of `tokenOf`; a token that it did not write is left as it is. */
export function textOf(token: string): string {
  if (token === '%') return ''
  try {
    return decodeURIComponent(token)
  } catch {
    return token
  }
}

/** The service a subject belongs to: its second token. */
export const ownerOf = (subject: string): string => subject.split('.')[1] ?? ''

export const streamNameOf = (owner: string): string => `${eventStreamPrefix}${tokenOf(owner)}`
/** The owner whose events a stream keeps; undefined for any other stream. */
export const ownerOfStream = (name: string): string | undefined =>
  name.startsWith(eventStreamPrefix) ? textOf(name.slice(eventStreamPrefix.length)) : undefined

/** Where an event is stored: its subject, its tenant and the partition of its key. */
export const storedSubject = (subject: string, tenant: string, key: string): string =>
  `${subject}.${tokenOf(tenant)}.${partitionOf(key)}`

/** Where an event is stored that one group alone is to have again. */
export const againSubject = (owner: string, group: string, tenant: string, key: string): string =>
  `again.${tokenOf(owner)}.${tokenOf(group)}.${tokenOf(tenant)}.${partitionOf(key)}`

export const deadSubject = (tenant: string): string => `dead.${tokenOf(tenant)}`

/** Every subject of a stream that holds a tenant's events: `event.<owner>.<noun>.<verb>.v<n>.<tenant>.<partition>`. */
export const tenantFilters = (tenant: string): string[] => [
  `event.*.*.*.*.${tokenOf(tenant)}.*`,
  `again.*.*.${tokenOf(tenant)}.*`,
]

/** The stream that keeps an owner's events. */
export const eventStream = (owner: string, replicas: number) =>
  ({
    name: streamNameOf(owner),
    description: `Events of ${owner}`,
    subjects: [`event.${tokenOf(owner)}.>`, `again.${tokenOf(owner)}.>`],
    max_age: nanos(eventAgeMs),
    ...common(replicas),
  }) satisfies Partial<StreamConfig>

/** Dead letters are kept until someone decides, so they have no age. */
export const deadLetters = (replicas: number) =>
  ({
    name: deadLetterStream,
    description: 'Events that could not be handled',
    subjects: ['dead.>'],
    max_age: 0,
    ...common(replicas),
  }) satisfies Partial<StreamConfig>

const common = (replicas: number) => ({
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  discard: DiscardPolicy.Old,
  num_replicas: replicas,
  max_msg_size: limits.busMessageBytes + headerBytes,
  duplicate_window: nanos(duplicateWindowMs),
  allow_direct: true,
  metadata: versioned(),
})

/**
 * The durable consumers of a group. With order, one for each partition that gives out one event at a time, so that
 * whoever pulls, a key's events come one after the other, and one that waits for its retry holds back those behind it.
 */
export function consumersOf(options: ConsumeOptions) {
  const { subjects, group, order, leaseMs } = options
  const owner = ownerOf(subjects[0]!)
  const lanes = order === 'key' ? Array.from({ length: partitions }, (_, i) => String(i)) : ['*']
  return lanes.map(
    (partition) =>
      ({
        durable_name: consumerNameOf(group, partition),
        filter_subjects: [
          ...[...subjects].sort().map((subject) => `${subject}.*.${partition}`),
          `again.${tokenOf(owner)}.${tokenOf(group)}.*.${partition}`,
        ],
        ack_policy: AckPolicy.Explicit,
        deliver_policy: DeliverPolicy.All,
        ack_wait: nanos(leaseMs + leaseMarginMs),
        max_ack_pending: order === 'key' ? 1 : unorderedInFlight,
        max_deliver: -1,
        inactive_threshold: nanos(forgottenMs),
        metadata: versioned({ group, subjects: subjects.join(' ') }),
      }) satisfies Partial<ConsumerConfig>,
  )
}

/** `=` never stands in a token, so no group is called as another's partition. */
const consumerNameOf = (group: string, partition: string): string =>
  partition === '*' ? tokenOf(group) : `${tokenOf(group)}=${partition}`

/** Consumers of the same group with the other order: left behind when a handler's order was changed. */
export const consumersOfOtherOrder = (options: ConsumeOptions): string[] =>
  consumersOf({ ...options, order: options.order === 'key' ? 'none' : 'key' }).map(({ durable_name }) => durable_name)

/** The contract's subject and the partition of a stored subject; undefined for one that was given again. */
export function partsOf(stored: string): { subject: string; partition: string } | undefined {
  const tokens = stored.split('.')
  if (tokens[0] !== 'event') return undefined
  return { subject: tokens.slice(0, -2).join('.'), partition: tokens.at(-1)! }
}

/** One message id for one thing, whatever its parts hold. */
export const messageIdOf = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
