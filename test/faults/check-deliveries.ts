import { createHmac } from 'node:crypto'

/** Something that subscribers have to be told of: a message, a conversation that began, a source that changed. */
export type Fact = { tenant: string; key: string; type: string; about: string }
/** Somebody who subscribed. `events`: empty for all. */
export type Subscription = { path: string; tenant: string; secret: string; events: string[] }
/** A request as it came, in the order in which they came. */
export type Arrival = { path: string; headers: Record<string, string | undefined>; raw: string }

export type Counts = {
  facts: number
  requests: number
  /** Of one event to one subscriber. */
  deliveries: number
  /** Requests beyond the first one of an event. */
  repeats: number
  /** Of these, ones that came after a later event of their key. */
  lateRepeats: number
}

type Body = { id: string; type: string; tenant: string; key: string; sequence: number; data: any }

const hmac = (key: string | Buffer, text: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', key).update(text).digest(encoding)

/** Whether both signatures are those of the secret, checked as the documentation tells subscribers to. */
function isSigned({ headers, raw }: Arrival, secret: string): boolean {
  const [, t, plain] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-webhook-signature'] ?? '') ?? []
  if (t === undefined || plain !== hmac(secret, `${t}.${raw}`, 'hex')) return false
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${raw}`
  return headers['webhook-signature'] === `v1,${hmac(key, signed, 'base64')}`
}

/** What an event is about, as facts name it. */
const aboutOf = ({ data, key }: Body): string => data.message?.id ?? data.source?.id ?? key

/**
 * Every promise that subscribers saw broken, a sentence each, and how much there was of what: every fact reached everyone
 * who wanted it under one id, in the order of its key and without a gap, signed, and nobody of another tenant.
 */
export function checkDeliveries(history: { subscriptions: Subscription[]; facts: Fact[]; arrivals: Arrival[] }): {
  violations: string[]
  counts: Counts
} {
  const { subscriptions, facts, arrivals } = history
  const counts: Counts = { facts: facts.length, requests: arrivals.length, deliveries: 0, repeats: 0, lateRepeats: 0 }
  const violations: string[] = []
  for (const { path } of arrivals)
    if (!subscriptions.some((one) => one.path === path))
      violations.push(`a request came to ${path}, which nobody asked for`)
  for (const subscription of subscriptions) {
    const own = arrivals.filter(({ path }) => path === subscription.path)
    violations.push(...checkOne(subscription, facts, own, counts))
  }
  return { violations, counts }
}

function checkOne({ path, tenant, secret, events }: Subscription, facts: Fact[], own: Arrival[], counts: Counts) {
  const found: string[] = []
  const rawOf = new Map<string, string>()
  const idOfPlace = new Map<string, string>()
  const idsOfFact = new Map<string, Set<string>>()
  const newest = new Map<string, number>()

  for (const arrival of own) {
    const body: Body = JSON.parse(arrival.raw)
    const { id, type, key, sequence } = body
    if (!isSigned(arrival, secret)) found.push(`${path}: ${id} is not signed by its secret`)
    if (arrival.headers['webhook-id'] !== id) found.push(`${path}: ${id} came as ${arrival.headers['webhook-id']}`)
    if (body.tenant !== tenant) found.push(`${path}: ${id} is of ${body.tenant}, not of ${tenant}`)
    if (events.length > 0 && !events.includes(type)) found.push(`${path}: ${type} was not asked for`)

    const known = rawOf.get(id)
    if (known !== undefined) {
      counts.repeats++
      if (sequence < newest.get(key)!) counts.lateRepeats++
      if (known !== arrival.raw) found.push(`${path}: ${id} came again with another body`)
      continue
    }
    rawOf.set(id, arrival.raw)
    counts.deliveries++
    const place = `${key}/${sequence}`
    if (idOfPlace.has(place)) found.push(`${path}: ${place} came with two ids, ${idOfPlace.get(place)} and ${id}`)
    idOfPlace.set(place, id)
    const fact = `${key} ${type} ${aboutOf(body)}`
    idsOfFact.set(fact, (idsOfFact.get(fact) ?? new Set()).add(id))
    const last = newest.get(key) ?? 0
    if (sequence <= last) found.push(`${path}: ${place} came after ${last}`)
    if (events.length === 0 && sequence > last + 1) found.push(`${path}: ${place} came right after ${last}`)
    newest.set(key, Math.max(last, sequence))
  }

  for (const { key, type, about } of facts.filter((fact) => fact.tenant === tenant)) {
    if (events.length > 0 && !events.includes(type)) continue
    const ids = idsOfFact.get(`${key} ${type} ${about}`)
    if (!ids) found.push(`${path}: ${type} of ${about} never came`)
    // A source changes more than once; everything else happens once.
    else if (ids.size > 1 && type !== 'knowledge.updated')
      found.push(`${path}: ${type} of ${about} came with ${ids.size} ids`)
  }
  return found
}
