import { startFakeApi } from './fake-api.ts'

type User = {
  id: number
  name: string
  email?: string
  phone?: string
  external_id?: string
  role: string
  active: boolean
  change: number
}
type Ticket = {
  id: number
  external_id?: string
  subject: string
  status: string
  requester_id?: number
  comments: string[]
  tags: string[]
}

/** A server on loopback that speaks the part of Zendesk's Support API v2 that we use, and refuses what Zendesk would. For tests. */
export async function startFakeZendesk(email: string, apiToken: string) {
  const users: User[] = []
  const tickets: Ticket[] = []
  const byIdempotencyKey = new Map<string, Ticket>()
  const expected = `Basic ${Buffer.from(`${email}/token:${apiToken}`).toString('base64')}`
  let changes = 0

  const api = await startFakeApi(({ method, path, query, headers, body }) => {
    if (headers.authorization !== expected) return { status: 401, body: { error: "Couldn't authenticate you" } }
    if (method === 'GET' && path === '/api/v2/incremental/users/cursor.json') {
      if (!query.has('cursor') && !query.has('start_time')) return { status: 400, body: { error: 'StartTimeMissing' } }
      const from = Number(query.get('cursor') ?? 0)
      const size = Math.min(Number(query.get('per_page') ?? 1_000), 1_000)
      const fresh = users.filter(({ change }) => change > from).sort((a, b) => a.change - b.change)
      const page = fresh.slice(0, size)
      return {
        status: 200,
        body: { users: page, after_cursor: String(page.at(-1)?.change ?? from), end_of_stream: fresh.length <= size },
      }
    }
    if (method === 'POST' && path === '/api/v2/users/create_or_update.json') {
      const wanted = body.user
      if (!wanted.name) return { status: 422, body: { error: 'RecordInvalid', details: { name: ['is too short'] } } }
      const known = users.find(
        (user) =>
          (wanted.email && user.email === wanted.email) ||
          (wanted.external_id && user.external_id === wanted.external_id),
      )
      const user = write({ ...wanted, id: known?.id ?? 301 + users.length })
      return { status: known ? 200 : 201, body: { user } }
    }
    if (method === 'POST' && path === '/api/v2/tickets.json') {
      const repeated = byIdempotencyKey.get(headers['idempotency-key'] ?? '')
      if (repeated) return { status: 201, body: { ticket: repeated } }
      const { comment, ...wanted } = body.ticket
      if (!comment?.body) return { status: 422, body: { error: 'RecordInvalid' } }
      const ticket = { ...wanted, id: 7001 + tickets.length, comments: [comment.body] }
      tickets.push(ticket)
      if (headers['idempotency-key']) byIdempotencyKey.set(headers['idempotency-key'], ticket)
      return { status: 201, body: { ticket } }
    }
    if (method === 'GET' && path === '/api/v2/tickets.json')
      return { status: 200, body: { tickets: tickets.filter((each) => each.external_id === query.get('external_id')) } }
    const one = path.match(/^\/api\/v2\/(users|tickets)\/(\d+)\.json$/)
    if (method === 'PUT' && one) {
      const id = Number(one[2])
      if (one[1] === 'users') {
        if (!users.some((user) => user.id === id)) return { status: 404, body: { error: 'RecordNotFound' } }
        return { status: 200, body: { user: write({ ...body.user, id }) } }
      }
      const ticket = tickets.find((each) => each.id === id)
      if (!ticket) return { status: 404, body: { error: 'RecordNotFound' } }
      if (ticket.status === 'closed')
        return { status: 422, body: { error: 'RecordInvalid', details: { status: ['closed prevents ticket update'] } } }
      const { comment, ...changed } = body.ticket
      Object.assign(ticket, changed)
      if (comment) ticket.comments.push(comment.body)
      return { status: 200, body: { ticket } }
    }
    return { status: 404, body: { error: 'InvalidEndpoint' } }
  })

  function write(wanted: Partial<User> & { id: number }): User {
    const known = users.find(({ id }) => id === wanted.id)
    const user = { name: '', role: 'end-user', active: true, ...known, ...wanted, change: ++changes }
    if (known) Object.assign(known, user)
    else users.push(user)
    return user
  }

  return { ...api, users, tickets, /** Somebody makes or changes a user there. */ write }
}
