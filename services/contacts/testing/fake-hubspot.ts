import { startFakeApi } from './fake-api.ts'

type Properties = Record<string, string | null>
type Thing = { id: string; properties: Properties }

/** A server on loopback that speaks the part of HubSpot's CRM API v3 that we use, and refuses what HubSpot would. For tests. */
export async function startFakeHubspot(accessToken: string) {
  const contacts: Thing[] = []
  const tickets: (Thing & { contactId?: string })[] = []
  let now = Date.parse('2026-03-01T00:00:00Z')
  /** Ids that searches don't show yet. */
  const hidden = new Set<string>()
  /** While somebody writes many at once, all of them have one time. */
  let isOneTime = false
  const emailOf = (thing: Thing) => thing.properties.email?.toLowerCase()
  const stamp = (properties: Properties): Properties => ({
    ...properties,
    lastmodifieddate: new Date(isOneTime ? now : now++).toISOString(),
  })
  const created = (thing: Thing) => ({ status: 201, body: { ...thing, archived: false } })
  const missing = {
    status: 404,
    body: { status: 'error', category: 'OBJECT_NOT_FOUND', message: 'resource not found' },
  }

  const api = await startFakeApi(({ method, path, query, headers, body }) => {
    if (headers.authorization !== `Bearer ${accessToken}`)
      return { status: 401, body: { category: 'INVALID_AUTHENTICATION' } }
    const properties = (body?.properties ?? {}) as Properties
    const search = path.match(/^\/crm\/v3\/objects\/(contacts|tickets)\/search$/)
    if (method === 'POST' && search) return searchIn(search[1] === 'contacts' ? contacts : tickets, body)
    if (method === 'POST' && path === '/crm/v3/objects/contacts') {
      const same = properties.email && contacts.find((each) => emailOf(each) === properties.email!.toLowerCase())
      if (same)
        return {
          status: 409,
          body: { category: 'CONFLICT', message: `Contact already exists. Existing ID: ${same.id}` },
        }
      const made = { id: String(501 + contacts.length), properties: stamp(properties) }
      contacts.push(made)
      return created(made)
    }
    if (method === 'POST' && path === '/crm/v3/objects/tickets') {
      if (!properties.subject || !properties.hs_pipeline_stage)
        return { status: 400, body: { category: 'VALIDATION_ERROR' } }
      const [association] = (body?.associations ?? []) as {
        to: { id: string }
        types: { associationTypeId: number }[]
      }[]
      if (association && association.types[0]?.associationTypeId !== 16)
        return { status: 400, body: { category: 'VALIDATION_ERROR' } }
      const made = {
        id: String(9001 + tickets.length),
        properties: stamp(properties),
        ...(association && { contactId: association.to.id }),
      }
      tickets.push(made)
      return created(made)
    }
    const one = path.match(/^\/crm\/v3\/objects\/(contacts|tickets)\/([^/]+)$/)
    if (method === 'PATCH' && one) {
      const things = one[1] === 'contacts' ? contacts : tickets
      const name = decodeURIComponent(one[2]!)
      const found = things.find((each) =>
        query.get('idProperty') === 'email' ? emailOf(each) === name.toLowerCase() : each.id === name,
      )
      if (!found) return missing
      found.properties = stamp({ ...found.properties, ...properties })
      return { status: 200, body: found }
    }
    return missing
  })

  function searchIn(things: Thing[], body: any) {
    const { filters } = body.filterGroups[0] as { filters: { propertyName: string; operator: string; value: string }[] }
    const textOf = (thing: Thing, name: string) => (name === 'hs_object_id' ? thing.id : (thing.properties[name] ?? ''))
    const asNumber = (text: string) => (/^\d+$/.test(text) ? Number(text) : Date.parse(text))
    const fits = (thing: Thing) =>
      filters.every(({ propertyName, operator, value }) => {
        const own = textOf(thing, propertyName)
        if (operator === 'GTE') return asNumber(own) >= Number(value)
        if (operator === 'LTE') return asNumber(own) <= Number(value)
        if (operator === 'GT') return asNumber(own) > Number(value)
        if (operator === 'EQ') return own === value
        return own.split(/[^\w]+/).includes(value)
      })
    const [sort] = body.sorts ?? [{ propertyName: 'hs_object_id' }]
    const placeOf = (thing: Thing) => asNumber(textOf(thing, sort.propertyName))
    const sorted = things
      .filter((thing) => fits(thing) && !hidden.has(thing.id))
      .sort((a, b) => placeOf(a) - placeOf(b))
    const from = Number(body.after ?? 0)
    if (from + body.limit > 10_000) return { status: 400, body: { category: 'VALIDATION_ERROR' } }
    const results = sorted.slice(from, from + body.limit)
    const isMore = from + body.limit < sorted.length
    return {
      status: 200,
      body: {
        total: sorted.length,
        results,
        ...(isMore && { paging: { next: { after: String(from + body.limit) } } }),
      },
    }
  }

  return {
    ...api,
    contacts,
    tickets,
    hidden,
    /** Somebody writes all of these at one moment. */
    writeAtOnce(each: [id: string, properties: Properties][]) {
      isOneTime = true
      for (const [id, properties] of each) this.write(id, properties)
      isOneTime = false
      now++
    },
    /** Somebody makes or changes a contact there. */
    write(id: string, properties: Properties) {
      const known = contacts.find((each) => each.id === id)
      if (known) known.properties = stamp({ ...known.properties, ...properties })
      else contacts.push({ id, properties: stamp(properties) })
    },
  }
}
