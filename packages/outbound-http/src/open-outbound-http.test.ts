import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { ServiceError } from '@frontdesk/contracts'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type OutboundHttpOptions, type OutboundRequest, openOutboundHttp } from './index.ts'

type Route = (request: IncomingMessage, response: ServerResponse) => void

let routes: Record<string, Route> = {}
let connections = 0
let sockets = 0
let server: Server
let port: number
const countSocket = () => {
  sockets++
}

beforeEach(async () => {
  routes = {}
  connections = 0
  sockets = 0
  const web = createServer((request, response) => {
    const route = routes[new URL(request.url!, 'http://x').pathname]
    if (route) return route(request, response)
    response.writeHead(404).end()
  })
  web.on('connection', () => {
    connections++
  })
  server = web
  port = await listen(server)
  subscribe('net.client.socket', countSocket)
})
afterEach(async () => {
  unsubscribe('net.client.socket', countSocket)
  await new Promise((done) => server.close(done))
})

async function listen(any: Server): Promise<number> {
  await new Promise<void>((done) => any.listen(0, '127.0.0.1', done))
  return (any.address() as AddressInfo).port
}

function open(options: Partial<OutboundHttpOptions> = {}) {
  const http = openOutboundHttp({ allow: ['127.0.0.1/32'], ...options })
  onTestFinished(() => http.close())
  return (url: string, more: Partial<OutboundRequest> = {}) =>
    http.fetch({ url, timeoutMs: 2_000, maxBytes: 1_000, maxRedirects: 3, ...more })
}
const at = (path: string, host = '127.0.0.1') => `http://${host}:${port}${path}`
const failure = async (promise: Promise<unknown>): Promise<{ code: string; message: string }> => {
  const error = await promise.then(
    () => expect.fail('nothing was thrown'),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ServiceError)
  return error as ServiceError
}
const text = (reply: { body: Uint8Array }) => Buffer.from(reply.body).toString()
const readBody = async (request: IncomingMessage) => Buffer.concat(await request.toArray()).toString()

describe('what may be reached', () => {
  const loopback = [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '%31%32%37.0.0.1',
    '127。0。0。1',
    '127.0.0.1',
    '①②⑦.0.0.1',
    '0',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::127.0.0.1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:0001]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    '169.254.169.254',
    '[fd00:ec2::254]',
  ]
  it.each(loopback)('http://%s/ is refused, and no socket is opened', async (host) => {
    const error = await failure(open({ allow: [] })(at('/', host)))
    expect(error.code).toBe('address_refused')
    expect({ connections, sockets }).toEqual({ connections: 0, sockets: 0 })
  })

  it.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'data:text/plain,x',
    'unix:/var/run/docker.sock',
    'http://user@example.com/',
    'http://:secret@example.com/',
    'http://example.com@127.0.0.1/',
    'http://[fe80::1%25eth0]/',
    'http://',
    'nonsense',
    'http://93.184.216.34:22/',
    'http://93.184.216.34:6379/',
    'https://[2606:4700::1111]:25/',
  ])('%s is refused', async (url) => {
    expect((await failure(open()(url))).code).toBe('address_refused')
    expect(sockets).toBe(0)
  })

  it.each(['localhost', 'localhost.', 'LOCALHOST', 'internal.example', 'intérn.example'])(
    'a name that leads to a refused address (%s) is refused without a socket, and the address is not told',
    async (host) => {
      const names: string[] = []
      const fetch = open({
        allow: [],
        resolver: async (name) => {
          names.push(name)
          return ['127.0.0.1']
        },
      })
      const error = await failure(fetch(at('/', host)))
      expect(error.code).toBe('address_refused')
      expect(error.message).not.toContain('127.0.0.1')
      expect(names).toHaveLength(1)
      expect(sockets).toBe(0)
    },
  )

  it.each([
    ...[
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.8.8.8',
      '168.63.129.16',
      '169.254.169.254',
      '172.20.0.1',
      '192.168.0.1',
    ],
    ...[
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      '::ffff:127.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::1',
    ],
    ...['2001:0:7f00:1::', '2002:7f00:1::', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'ff02::1', 'not an address', ''],
  ])('a name that DNS says is at "%s" is refused, and no socket is opened', async (address) => {
    expect((await failure(open({ resolver: async () => [address] })(at('/', 'some.example')))).code).toBe(
      'address_refused',
    )
    expect({ connections, sockets }).toEqual({ connections: 0, sockets: 0 })
  })

  it('one refused address among public ones refuses the name', async () => {
    const resolver = async () => ['93.184.216.34', '10.0.0.1']
    expect((await failure(open({ resolver })('http://mixed.example/'))).code).toBe('address_refused')
    expect(sockets).toBe(0)
  })

  it('a public name at a port that is not of the web is refused', async () => {
    const resolver = async () => ['93.184.216.34']
    const error = await failure(open({ resolver })('http://public.example:3306/'))
    expect(error).toMatchObject({ code: 'address_refused', message: expect.stringContaining('Port 3306') })
    expect(sockets).toBe(0)
  })

  it('what allow names may be reached at any port, by address and by name', async () => {
    routes['/'] = (_request, response) => response.end('hello')
    const fetch = open({ resolver: async () => ['127.0.0.1'] })
    expect(text(await fetch(at('/')))).toBe('hello')
    expect(text(await fetch(at('/', '0x7f.1')))).toBe('hello')
    expect(text(await fetch(at('/', 'inside.example')))).toBe('hello')
  })

  it('check refuses literals and asks nobody about names', () => {
    const resolver = () => expect.fail('DNS was asked')
    const http = openOutboundHttp({ allow: [], resolver })
    expect(() => http.check('http://10.0.0.1/')).toThrow('OUTBOUND_ALLOW')
    expect(() => http.check('http://somewhere.example/')).not.toThrow()
  })
})

describe('names', () => {
  it('a name is resolved once a hop, and the connection goes to the address that was checked', async () => {
    routes['/'] = (request, response) => response.end(request.headers.host)
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    const resolver = vi.fn(async () => answers.shift() ?? ['10.0.0.1'])
    const fetch = open({ resolver })
    // A second look at DNS would lead elsewhere (rebinding); there is none.
    expect(text(await fetch(at('/', 'rebind.example')))).toBe(`rebind.example:${port}`)
    expect(resolver).toHaveBeenCalledTimes(1)
    expect((await failure(fetch(at('/', 'rebind.example')))).code).toBe('address_refused')
    expect(connections).toBe(1)
  })

  it('a redirect to a name that meanwhile leads elsewhere is refused', async () => {
    routes['/'] = (_request, response) => response.writeHead(302, { location: '/again' }).end()
    const answers = [['127.0.0.1'], ['192.168.0.1']]
    const error = await failure(open({ resolver: async () => answers.shift()! })(at('/', 'rebind.example')))
    expect(error.code).toBe('address_refused')
    expect(sockets).toBe(1)
  })

  it('a name that does not exist, or is not answered for, is fetch_failed', async () => {
    expect(await failure(open({ resolver: async () => [] })('http://gone.example/'))).toMatchObject({
      code: 'fetch_failed',
      message: 'The host name gone.example could not be found (DNS).',
    })
    const never = () => new Promise<string[]>(() => {})
    const error = await failure(open({ resolver: never })('http://slow.example/', { timeoutMs: 50 }))
    expect(error).toMatchObject({ code: 'fetch_failed', message: expect.stringContaining('within 0.05 s') })
  })

  it('without a resolver of its own, names of the hosts file work', async () => {
    routes['/'] = (_request, response) => response.end('hello')
    expect(text(await open({ allow: ['127.0.0.1', '::1'] })(at('/', 'localhost')))).toBe('hello')
    expect((await failure(open({ allow: [] })(at('/', 'localhost')))).code).toBe('address_refused')
  })
})

describe('redirects', () => {
  it.each([
    'http://127.0.0.2/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://0x7f000002/',
    'http://internal.example/',
    'file:///etc/passwd',
    'http://user:password@internal.example/',
    'http://93.184.216.34:22/',
  ])('to %s is refused, before a socket is opened for it', async (location) => {
    routes['/'] = (_request, response) => response.writeHead(302, { location }).end()
    const error = await failure(open({ resolver: async () => ['10.0.0.1'] })(at('/')))
    expect(error.code).toBe('address_refused')
    expect(sockets).toBe(1)
  })

  it('are followed to the end, relative ones too, and the reply says where it came from', async () => {
    routes['/a'] = (_request, response) => response.writeHead(301, { location: '/b?x=1' }).end()
    routes['/b'] = (_request, response) => response.writeHead(307, { location: at('/c#top') }).end('moved')
    routes['/c'] = (_request, response) => response.end('here')
    const reply = await open()(at('/a'))
    expect(reply).toMatchObject({ status: 200, url: at('/c') })
    expect(text(reply)).toBe('here')
  })

  it('end after maxRedirects, and with 0 the redirect is the reply', async () => {
    let hops = 0
    routes['/'] = (_request, response) => {
      hops++
      response.writeHead(302, { location: '/' }).end()
    }
    expect(await failure(open()(at('/'), { maxRedirects: 2 }))).toMatchObject({ code: 'fetch_failed' })
    expect(hops).toBe(3)
    expect(await open()(at('/'), { maxRedirects: 0 })).toMatchObject({ status: 302, headers: { location: '/' } })
  })

  it('keep headers on the origin and drop all that could be a credential beyond it', async () => {
    const seen: IncomingMessage['headers'][] = []
    routes['/'] = (request, response) => {
      seen.push(request.headers)
      response.writeHead(302, { location: '/same' }).end()
    }
    routes['/same'] = (request, response) => {
      seen.push(request.headers)
      response.writeHead(302, { location: at('/other', 'other.example') }).end()
    }
    routes['/other'] = (request, response) => {
      seen.push(request.headers)
      response.end()
    }
    const credentials = { Authorization: 'Bearer x', cookie: 'a=b', 'X-Api-Key': 'k', 'x-anything': 'y' }
    const headers = { ...credentials, accept: 'text/html', 'user-agent': 'Test/1' }
    await open({ resolver: async () => ['127.0.0.1'] })(at('/'), { headers })
    const names = ['authorization', 'cookie', 'x-api-key', 'x-anything']
    expect(seen).toHaveLength(3)
    for (const name of names) expect(seen.map((one) => name in one)).toEqual([true, true, false])
    expect(seen[2]).toMatchObject({ accept: 'text/html', 'user-agent': 'Test/1' })
  })

  it.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [302, 'PUT', 'PUT', 'words'],
    [307, 'POST', 'POST', 'words'],
    [308, 'POST', 'POST', 'words'],
  ])('%i turns %s into %s', async (status, method, becomes, body) => {
    routes['/'] = (request, response) => {
      request.resume()
      response.writeHead(status, { location: '/next' }).end()
    }
    routes['/next'] = async (request, response) => {
      const type = request.headers['content-type'] ?? 'none'
      response.end(`${request.method} ${await readBody(request)} ${type}`)
    }
    const headers = { 'content-type': 'text/plain' }
    const reply = await open()(at('/'), { method, body: 'words', headers })
    expect(text(reply)).toBe(`${becomes} ${body} ${body === '' ? 'none' : 'text/plain'}`)
  })
})

describe('limits', () => {
  it('a body of maxBytes is whole; one byte more is cut and marked', async () => {
    routes['/1000'] = (_request, response) => response.end('x'.repeat(1_000))
    routes['/1001'] = (_request, response) => response.end('x'.repeat(1_001))
    const whole = await open()(at('/1000'))
    expect(whole.body).toHaveLength(1_000)
    expect(whole).not.toHaveProperty('truncated')
    const cut = await open()(at('/1001'))
    expect(cut.body).toHaveLength(1_000)
    expect(cut.truncated).toBe(true)
  })

  it('a body without end is hung up on', async () => {
    let closed = false
    routes['/'] = (_request, response) => {
      const more = () => {
        while (response.write('x'.repeat(10_000)));
      }
      response.on('drain', more).on('close', () => {
        closed = true
      })
      more()
    }
    expect((await open()(at('/'))).truncated).toBe(true)
    await vi.waitFor(() => expect(closed).toBe(true))
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
  ] as const)('a %s bomb is unpacked only up to maxBytes', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(50_000_000))
    expect(bomb.length).toBeLessThan(100_000)
    routes['/'] = (_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(bomb)
    const before = process.memoryUsage().arrayBuffers
    const reply = await open()(at('/'))
    expect(reply.body).toHaveLength(1_000)
    expect(reply.truncated).toBe(true)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
  })

  it('compressed text comes unpacked, damaged compression is fetch_failed', async () => {
    routes['/good'] = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello'))
    routes['/bad'] = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip')
    routes['/raw'] = (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'deflate' }).end(deflateRawSync('hello'))
    expect(text(await open()(at('/good')))).toBe('hello')
    routes['/odd'] = (_request, response) => response.writeHead(200, { 'content-encoding': 'constructor' }).end('hello')
    expect(text(await open()(at('/raw')))).toBe('hello')
    expect(text(await open()(at('/odd')))).toBe('hello')
    expect(await failure(open()(at('/bad')))).toMatchObject({
      code: 'fetch_failed',
      message: "The reply's compression is damaged.",
    })
  })

  it('a reply without a body is over when it came: the time limit that runs out later disturbs nobody', async () => {
    routes['/hook'] = (request, response) => {
      // Before the request was read: its upload may never finish.
      response.writeHead(204, { 'content-length': '0' }).end()
      request.resume()
    }
    const uncaught = vi.fn()
    process.on('uncaughtException', uncaught)
    onTestFinished(() => void process.off('uncaughtException', uncaught))
    const started = performance.now()
    const reply = await open()(at('/hook'), { method: 'POST', body: 'x'.repeat(3_000_000), timeoutMs: 300 })
    expect(reply.status).toBe(204)
    await vi.waitFor(() => expect(performance.now() - started).toBeGreaterThan(350))
    await new Promise((resolve) => setImmediate(resolve))
    expect(uncaught).not.toHaveBeenCalled()
  })

  it('timeoutMs holds for silence, for a trickle and for a chain of redirects', async () => {
    routes['/silent'] = () => {}
    routes['/trickle'] = (_request, response) => {
      const timer = setInterval(() => response.write('x'), 10)
      response.on('close', () => clearInterval(timer))
    }
    routes['/chain'] = (_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/chain' }).end(), 40)
    }
    for (const path of ['/silent', '/trickle', '/chain']) {
      const error = await failure(open()(at(path), { timeoutMs: 150, maxRedirects: 1_000 }))
      expect(error).toMatchObject({ code: 'fetch_failed', message: expect.stringContaining('(timeout)') })
    }
  })

  it('a caller can cancel', async () => {
    const cancel = new AbortController()
    routes['/'] = () => cancel.abort()
    const error = await failure(open()(at('/'), { signal: cancel.signal }))
    expect(error).toMatchObject({ code: 'fetch_failed', message: 'The request was cancelled.' })
    const sooner = await failure(open()(at('/'), { signal: AbortSignal.abort() }))
    expect(sooner.message).toBe('The request was cancelled.')
  })

  it('headers without end are fetch_failed', async () => {
    routes['/'] = (_request, response) => response.setHeader('x-long', 'x'.repeat(100_000)).end()
    expect((await failure(open()(at('/')))).message).toBe("The reply's headers are too large.")
  })
})

describe('replies', () => {
  it('every status is a reply, with its headers and its time', async () => {
    routes['/'] = (_request, response) =>
      response.writeHead(503, { 'Retry-After': '7', 'set-cookie': ['a=1', 'b=2'] }).end('busy')
    const times = [1_000, 1_250]
    const reply = await open({ clock: { now: () => times.shift()! } })(at('/'))
    expect(reply).toMatchObject({ status: 503, headers: { 'retry-after': '7', 'set-cookie': 'a=1, b=2' } })
    expect(reply.durationMs).toBe(250)
    expect(text(reply)).toBe('busy')
  })

  it('sends bytes as they are', async () => {
    routes['/'] = async (request, response) => {
      response.end(Buffer.concat(await request.toArray()).toString('hex'))
    }
    const reply = await open()(at('/'), { method: 'POST', body: Uint8Array.of(0, 255, 10) })
    expect(text(reply)).toBe('00ff0a')
  })

  it('no listener, a hung-up connection and a reply that is not HTTP each have their sentence', async () => {
    const closed = createTcpServer()
    const closedPort = await listen(closed)
    await new Promise((done) => closed.close(done))
    expect((await failure(open()(`http://127.0.0.1:${closedPort}/`))).message).toBe('The connection was refused.')

    routes['/'] = (request) => request.socket.destroy()
    expect((await failure(open()(at('/')))).message).toContain('The connection was closed')

    const odd = createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n\r\n'))
    const oddPort = await listen(odd)
    onTestFinished(() => void odd.close())
    expect((await failure(open()(`http://127.0.0.1:${oddPort}/`))).message).toBe('The reply is not HTTP.')
    expect((await failure(open()(`https://127.0.0.1:${oddPort}/`))).message).toContain('TLS')
  })

  it('a body that stops short of its length is fetch_failed, not a short reply', async () => {
    routes['/'] = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('short')
      setImmediate(() => response.destroy())
    }
    expect((await failure(open()(at('/')))).code).toBe('fetch_failed')
  })
})
