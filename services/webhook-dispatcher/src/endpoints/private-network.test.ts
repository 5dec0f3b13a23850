import { createServer, type Server } from 'node:net'
import { chat, webhookDispatcher } from '@frontdesk/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answers, ledger, say, until, useDispatchers } from '../../testing/use-dispatchers.ts'

const own = useDispatchers()

/** Something inside that nobody may be steered to: it counts who comes. */
let inside: Server
let port: number
let connections = 0
beforeEach(async () => {
  connections = 0
  inside = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
  port = (inside.address() as { port: number }).port
})
afterEach(() => new Promise<void>((resolve) => void inside.close(() => resolve())))

const loopback = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '①②⑦.0.0.1',
  '0.0.0.0',
  '[::1]',
]
const more = [
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '169.254.169.254',
]
const rest = ['[fd00:ec2::254]', '10.0.0.1', '0xa.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', '[fe80::1]']
const hosts = [...loopback, ...more, ...rest]

describe('a private address', () => {
  it.each(hosts)('%s is refused where it is given', async (host) => {
    const dispatcher = await own.start({ allow: [] })
    const refusal = { code: 'invalid_request', errors: [{ path: 'url', message: expect.any(String) }] }
    await expect(dispatcher.create(`http://${host}:${port}/`)).rejects.toMatchObject(refusal)
    const { id } = await dispatcher.create('https://hooks.example/')
    const patch = { url: `http://${host}:${port}/` }
    await expect(
      dispatcher.ask(webhookDispatcher.queries.endpointUpdate, { endpointId: id, patch }),
    ).rejects.toMatchObject(refusal)
  })

  it('that got into the store all the same is refused when it is sent to', async () => {
    const dispatcher = await own.start({ allow: [] })
    const { id } = await dispatcher.create('https://hooks.example/')
    const kept = await dispatcher.documents.collection<any>({ name: 'webhook-dispatcher-endpoints', indexes: [] })
    for (const [i, host] of hosts.entries()) {
      await kept.put('acme', id, { ...(await kept.get('acme', id))!.body, url: `http://${host}:${port}/` })
      await dispatcher.publish(chat.events.messageSent, `cnv_${i}`, say('hello'))
      await until(async () => {
        const attempts = (await ledger(dispatcher, id)).flatMap((delivery) => delivery.attempts)
        expect(attempts).toHaveLength(i + 1)
        for (const { status, error } of attempts)
          expect({ status, error }).toEqual({ error: expect.stringMatching(/not allowed/) })
      })
    }
    expect(connections).toBe(0)
  })
})

describe('a name', () => {
  it.each(['127.0.0.1', '169.254.169.254', '10.0.0.1', '::1', '::ffff:127.0.0.1', 'fd00:ec2::254'])(
    'that leads to %s since it was saved gets nothing, and the ledger does not say where it leads',
    async (address) => {
      let isSaved = false
      const resolver = async () => (isSaved ? ['93.184.216.34', address] : [])
      const dispatcher = await own.start({ allow: [], resolver })
      const { id } = await dispatcher.create(`http://hooks.example:${port}/`)
      isSaved = true
      await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('hello'))
      await until(async () => expect((await ledger(dispatcher, id))[0]?.attempts).toHaveLength(1))
      const [{ attempts }] = await ledger(dispatcher, id)
      expect(attempts[0].error).toContain('hooks.example resolves to an address that is not allowed')
      expect(JSON.stringify(attempts)).not.toContain(address)
      expect(connections).toBe(0)
    },
  )

  it.each(['127.0.0.1', '10.0.0.1', 'fd00:ec2::254'])(
    'that leads to %s is refused when it is saved',
    async (address) => {
      const dispatcher = await own.start({ allow: [], resolver: async () => ['93.184.216.34', address] })
      const refusal = {
        code: 'invalid_request',
        errors: [{ path: 'url', message: expect.stringContaining('resolves to an address that is not allowed') }],
      }
      await expect(dispatcher.create(`https://hooks.example/`)).rejects.toMatchObject(refusal)
      const { id } = await dispatcher.create('https://93.184.216.34/')
      const patch = { url: 'https://hooks.example/' }
      await expect(
        dispatcher.ask(webhookDispatcher.queries.endpointUpdate, { endpointId: id, patch }),
      ).rejects.toMatchObject(refusal)
    },
  )

  it('that DNS does not know yet is saved', async () => {
    const dispatcher = await own.start({ allow: [], resolver: async () => [] })
    expect(await dispatcher.create('https://soon.example/')).toMatchObject({ url: 'https://soon.example/' })
  })

  it('that leads elsewhere once it was checked is sent to where it was checked', async () => {
    const hook = await own.subscriber()
    const outside = new URL(hook.url).port
    // The first look is that of whoever saves it, the third leads to the service inside, at the same port but for the test's sake on another address.
    const resolver = vi.fn(async () => (resolver.mock.calls.length <= 2 ? ['127.0.0.1'] : ['127.0.0.2']))
    const dispatcher = await own.start({ resolver })
    const { id } = await dispatcher.create(`http://rebind.example:${outside}/hook`)
    await dispatcher.publish(chat.events.messageSent, 'cnv_1', say('hello'))
    await until(() => expect(hook.received).toHaveLength(1))
    expect(resolver).toHaveBeenCalledTimes(2)
    await until(async () => expect((await ledger(dispatcher, id))[0]?.state).toBe('delivered'))
    // The connection is still open; the next delivery asks again, and is refused all the same.
    await dispatcher.publish(chat.events.messageSent, 'cnv_2', say('again'))
    await until(async () =>
      expect((await ledger(dispatcher, id)).map(({ attempts }) => attempts[0]?.error)).toContainEqual(
        expect.stringContaining('is not allowed'),
      ),
    )
    expect(hook.received).toHaveLength(1)
  })
})

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('(%i) is followed nowhere', async (status) => {
    let host = ''
    const hook = await own.subscriber((received, response) =>
      answers(status, { location: `http://${host}:${port}/` })(received, response),
    )
    const dispatcher = await own.start({ allow: ['127.0.0.1/32'] })
    const { id } = await dispatcher.create(hook.url)
    for (const [i, each] of ['127.0.0.1', '[::1]', '2130706433', '169.254.169.254', 'localhost'].entries()) {
      host = each
      await dispatcher.publish(chat.events.messageSent, `cnv_${i}`, say('hello'))
      await until(async () => {
        const attempts = (await ledger(dispatcher, id)).flatMap((delivery) => delivery.attempts)
        expect(attempts).toHaveLength(i + 1)
        for (const attempt of attempts) expect(attempt).toMatchObject({ status, error: 'Redirects are not followed.' })
      })
    }
    expect(connections).toBe(0)
  })
})
