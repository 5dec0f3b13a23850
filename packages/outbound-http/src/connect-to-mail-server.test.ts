import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { type OutboundHttpOptions, openOutboundHttp } from './index.ts'

let server: Server
let port: number
let sockets = 0
const accepted = new Set<Socket>()
const countSocket = () => {
  sockets++
}

beforeEach(async () => {
  sockets = 0
  server = createServer((socket) => {
    accepted.add(socket)
    socket.on('error', () => {})
    socket.write('220 mail.example ESMTP\r\n')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
  subscribe('net.client.socket', countSocket)
})
afterEach(async () => {
  unsubscribe('net.client.socket', countSocket)
  for (const socket of accepted) socket.destroy()
  accepted.clear()
  await new Promise((done) => server.close(done))
})

function open(options: Partial<OutboundHttpOptions> = {}) {
  const http = openOutboundHttp({ allow: ['127.0.0.1/32'], ...options })
  onTestFinished(() => http.close())
  return (host: string, at = port, timeoutMs = 2_000, signal?: AbortSignal) =>
    http.connect({ host, port: at, timeoutMs, ...(signal && { signal }) })
}

it('leads to the server, by its address or by a name, and hears it', async () => {
  const connect = open({ resolver: async () => ['127.0.0.1'] })
  for (const host of ['127.0.0.1', 'mail.example']) {
    const socket = await connect(host)
    const [greeting] = await socket.take(1).toArray()
    expect(String(greeting)).toContain('220 mail.example')
    socket.destroy()
  }
})

it('opens no socket to an address that may not be reached, in any notation, by whatever name', async () => {
  const connect = open({ allow: [], resolver: async () => ['93.184.216.34', '10.0.0.7'] })
  const hosts = ['127.0.0.1', '2130706433', '0x7f.1', '::1', '[::1]', '[::ffff:127.0.0.1]', '169.254.169.254']
  for (const host of [...hosts, 'mail.example', 'mail.example.', ''])
    await expect(connect(host, 587), host).rejects.toMatchObject({ code: 'address_refused' })
  expect(sockets).toBe(0)
})

it('takes no host that is more than a host', async () => {
  const connect = open()
  for (const host of ['127.0.0.1/x', 'a@127.0.0.1', '127.0.0.1?', '127.0.0.1#', '127.0.0.1:25/', 'a b', '127.0.0.1\\x'])
    await expect(connect(host), host).rejects.toMatchObject({ code: 'address_refused' })
  expect(sockets).toBe(0)
})

it('reaches ports of mail alone, unless the address is allowed', async () => {
  const connect = open({ allow: [], resolver: async () => ['93.184.216.34'] })
  for (const closed of [22, 80, 443, 6379, 11_211])
    await expect(connect('mail.example', closed)).rejects.toThrow('allowed are 25, 465, 587 and 2525')
  expect(sockets).toBe(0)
})

it('says why there is no connection', async () => {
  const connect = open()
  await new Promise((done) => server.close(done))
  await expect(connect('127.0.0.1')).rejects.toMatchObject({
    code: 'fetch_failed',
    message: 'The connection was refused.',
  })
})

it('gives up in time on a name that does not answer, and when nobody wants it any more', async () => {
  const connect = open({ resolver: () => new Promise(() => {}) })
  await expect(connect('mail.example', 587, 50)).rejects.toThrow('(timeout)')
  const wanted = new AbortController()
  const connecting = connect('mail.example', 587, 60_000, wanted.signal)
  wanted.abort()
  await expect(connecting).rejects.toMatchObject({ code: 'fetch_failed', message: 'The request was cancelled.' })
})
