import type { Bus, Delivery } from '../port.ts'

/** Stands in no owner's name and in no tenant's id, and needs no escape in a subject. */
const mark = '~'

/** What `keeping` must look at: streams of owners of this namespace, or of none. */
export const isOwnerIn = (namespace: string | undefined, owner: string): boolean =>
  namespace === undefined ? !owner.includes(mark) : owner.startsWith(`${namespace}${mark}`)

/** A subject as the callers of `inNamespace` gave it: what an error says of it reaches clients. */
export const withoutNamespace = (subject: string): string => subject.replace(/\.[a-z0-9]+~/, '.')

/** How owners and tenants are called on the server, and here. */
function namesOf(namespace: string) {
  const front = `${namespace}${mark}`
  const tenantOutside = (tenant: string) => (tenant.startsWith(front) ? tenant.slice(front.length) : tenant)
  return {
    front,
    inside: (subject: string) => subject.replace('.', `.${front}`),
    outside: (subject: string) => subject.replace(`.${front}`, '.'),
    named: <T extends { tenant: string }>(given: T): T => ({ ...given, tenant: front + given.tenant }),
    unnamed: <T extends { tenant: string }>(given: T): T => ({ ...given, tenant: tenantOutside(given.tenant) }),
  }
}

/** The part of `inNamespace` that changes nothing. */
export function readingInNamespace(
  bus: Pick<Bus, 'request' | 'outstanding'>,
  namespace: string,
): Pick<Bus, 'request' | 'outstanding'> {
  const { inside, outside, named, unnamed } = namesOf(namespace)
  return {
    request: (subject, bytes, options) => bus.request(inside(subject), bytes, named(options)),
    async outstanding() {
      const { groups, events } = await bus.outstanding()
      return {
        groups: groups.map((each) => ({ ...each, subjects: each.subjects.map(outside) })),
        async *events() {
          for await (const { event, ...rest } of events()) {
            yield { ...rest, event: { ...unnamed(event), subject: outside(event.subject) } }
          }
        },
      }
    },
  }
}

/**
 * The same bus among others on one server: every owner and every tenant carries the namespace, so that streams, groups,
 * queries and dead letters are its own. Callers see the names that they gave.
 */
export function inNamespace(bus: Bus, namespace: string | undefined): Bus {
  if (namespace === undefined) return bus
  const { front, inside, outside, named, unnamed } = namesOf(namespace)
  const unnamedDelivery = (delivery: Delivery): Delivery => ({
    ...unnamed(delivery),
    subject: outside(delivery.subject),
  })

  return {
    ...readingInNamespace(bus, namespace),
    traits: bus.traits,
    publish: (events) => bus.publish(events.map((event) => ({ ...named(event), subject: inside(event.subject) }))),
    consume: (options, deliver) =>
      bus.consume({ ...options, subjects: options.subjects.map(inside) }, (delivery) =>
        deliver(unnamedDelivery(delivery)),
      ),
    respond: (subject, group, options, answer) =>
      bus.respond(inside(subject), group, options, (request) => answer(unnamed(request))),
    openStream: (subject, bytes, options) => bus.openStream(inside(subject), bytes, named(options)),
    serveStream: (subject, group, options, serve) =>
      bus.serveStream(inside(subject), group, options, (request) => serve(unnamed(request))),
    deadLetters: {
      async list(tenant, page) {
        const { items, nextCursor } = await bus.deadLetters.list(front + tenant, page)
        return { items: items.map((item) => ({ ...unnamed(item), subject: outside(item.subject) })), nextCursor }
      },
      retry: (tenant, id) => bus.deadLetters.retry(front + tenant, id),
      remove: (tenant, id) => bus.deadLetters.remove(front + tenant, id),
    },
    lag: async () => (await bus.lag()).map((row) => ({ ...row, subjects: row.subjects.map(outside) })),
    async restore(groups, events) {
      async function* insideAll() {
        for await (const { event, ...rest } of events) {
          yield { ...rest, event: { ...named(event), subject: inside(event.subject) } }
        }
      }
      await bus.restore(groups, insideAll())
    },
    check: () => bus.check(),
    eraseTenant: (tenant) => bus.eraseTenant(front + tenant),
    prune: (olderThanMs) => bus.prune(olderThanMs),
    close: () => bus.close(),
  }
}
