import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { collection } from '@frontdesk/documents'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeCertificateAuthority } from '../testing/certificate-authority.ts'
import { natsProgram, startNatsWithTls, startTlsProxy } from '../testing/tls-endpoints.ts'
import { inspectPorts } from './inspect-ports.ts'
import { openLog } from './log.ts'
import { openPorts } from './open-ports.ts'
import { removeNamespace } from './remove-namespace.ts'
import { startServices } from './start-services.ts'

const { NATS_URL, MONGODB_URL, ELASTICSEARCH_URL } = process.env
const hasOpenssl = () => {
  try {
    execFileSync('openssl', ['version'])
    return true
  } catch {
    return false
  }
}
const missing =
  NATS_URL && MONGODB_URL && ELASTICSEARCH_URL
    ? natsProgram === undefined
      ? 'there is no nats-server'
      : hasOpenssl()
        ? undefined
        : 'there is no openssl'
    : 'the servers are not set'

const log = openLog({ level: 'silent', terminal: false })
const notes = collection<{ text: string }>('tls-notes')
const namespace = `tls${process.pid}`
const names = ['NATS', 'MONGODB', 'ELASTICSEARCH'] as const

describe.skipIf(missing)(`TLS to every server${missing ? ` (not run: ${missing})` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-tls-'))
  let authority: ReturnType<typeof makeCertificateAuthority>
  let nats: Awaited<ReturnType<typeof startNatsWithTls>>
  let mongo: Awaited<ReturnType<typeof startTlsProxy>>
  let elasticsearch: Awaited<ReturnType<typeof startTlsProxy>>
  let env: Record<string, string>

  const trusting = (files: { certFile: string; keyFile: string }, caFile = authority.caFile) => ({ ...files, caFile })
  /** All three show a certificate from now on. */
  async function show(files: { certFile: string; keyFile: string }, caFile?: string) {
    const shown = trusting(files, caFile)
    mongo.renew(shown)
    elasticsearch.renew(shown)
    await nats.renew(shown)
  }
  const endpointOf = (url: string) => ({ host: new URL(url).hostname, port: Number(new URL(url).port) })
  const faults = async (settings: Record<string, string>) =>
    (await inspectPorts(settings, []))
      .flatMap(({ findings }) => findings)
      .filter(({ level }) => level === 'fault')
      .map(({ what }) => what)

  beforeAll(async () => {
    authority = makeCertificateAuthority(folder, 'authority')
    const shown = trusting(authority.issue('server'))
    nats = await startNatsWithTls(folder, shown)
    mongo = await startTlsProxy(endpointOf(MONGODB_URL!), shown)
    elasticsearch = await startTlsProxy(endpointOf(ELASTICSEARCH_URL!), shown)
    const client = authority.issue('client')
    env = {
      NATS_URL: `tls://localhost:${nats.port}`,
      MONGODB_URL: `mongodb://localhost:${mongo.port}/?directConnection=true&tls=true`,
      ELASTICSEARCH_URL: `https://localhost:${elasticsearch.port}`,
      FRONTDESK_NAMESPACE: namespace,
      DATA_DIR: join(folder, 'data'),
      ENCRYPTION_KEY: 'a key for tests',
      ...Object.fromEntries(
        names.flatMap((name) => [
          [`${name}_TLS_CA_FILE`, authority.caFile],
          [`${name}_TLS_CERT_FILE`, client.certFile],
          [`${name}_TLS_KEY_FILE`, client.keyFile],
        ]),
      ),
    }
  }, 60_000)
  afterAll(async () => {
    await nats.stop()
    await mongo.close()
    await elasticsearch.close()
    await removeNamespace(namespace, {
      natsUrl: NATS_URL!,
      mongodbUrl: MONGODB_URL!,
      elasticsearchUrl: ELASTICSEARCH_URL!,
    })
    rmSync(folder, { recursive: true, force: true })
  })

  test('a local authority and client certificates: every part works, and the doctor has no fault', async () => {
    const { ports, close } = await openPorts(env, log)
    try {
      for (const port of [ports.bus, ports.documents, ports.blobs, ports.chunkIndex]) await port.check()
      const stored = await ports.documents.collection(notes)
      await stored.put('acme', 'one', { text: 'kept' })
      expect((await stored.get('acme', 'one'))?.body).toEqual({ text: 'kept' })
      await ports.blobs.put('acme', 'one', Readable.from([Buffer.from('kept')]))
      expect(String(await buffer(await ports.blobs.stream('acme', 'one')))).toBe('kept')
    } finally {
      await close()
    }
    expect(await faults(env)).toEqual([])
    const seen = (await inspectPorts(env, [])).find(({ dependency }) => dependency === 'TLS')!
    expect(seen.lists[0]!.rows).toHaveLength(6)
    // A day is left of the client's certificate, which all three settings name.
    const expiring = seen.findings.filter(({ what }) => what.includes('CERT_FILE'))
    expect(expiring.map(({ level }) => level)).toEqual(['warning', 'warning', 'warning'])
    const { certFile } = authority.issue('late', { days: -1 })
    const late = await faults({ ...env, MONGODB_TLS_CERT_FILE: certFile })
    expect(late).toContainEqual(expect.stringMatching(/^MONGODB_TLS_CERT_FILE: CN=late expired on /))
  }, 60_000)

  test('without the authority, and without a certificate of the client, the doctor says which setting is missing', async () => {
    const without = (kinds: RegExp) => Object.fromEntries(Object.entries(env).filter(([name]) => !kinds.test(name)))
    const unknown = await faults(without(/_TLS_/))
    expect(unknown).toHaveLength(3)
    for (const what of unknown) expect(what).toMatch(/does not answer .*unknown certificate authority/)
    // With TLS 1.3 the refusal comes after the handshake: some clients read the alert, others see the connection closed.
    const nameless = (await inspectPorts(without(/_TLS_(CERT|KEY)_/), []))
      .flatMap(({ findings }) => findings)
      .filter(({ level }) => level === 'fault')
    expect(nameless).toHaveLength(3)
    for (const { what, remedy } of nameless) {
      expect(what).toContain('does not answer')
      expect(`${what} ${remedy}`).toMatch(/_TLS_CERT_FILE/)
    }
  }, 60_000)

  test('half of a pair, and a file that is not there, are named at start', async () => {
    const { NATS_TLS_KEY_FILE: _, ...half } = env
    await expect(openPorts({ ...half, MONGODB_TLS_CA_FILE: '/nowhere/ca.pem' }, log)).rejects.toThrow(
      /NATS_TLS_CERT_FILE: needs NATS_TLS_KEY_FILE[\s\S]*MONGODB_TLS_CA_FILE: .*no such file/,
    )
  })

  test.each([
    ['has expired', { days: -1 }, /Its certificate has expired: renew it/],
    [
      'is for another name',
      { altNames: 'DNS:elsewhere.example,IP:10.9.8.7' },
      /another name than the one in …_URL: connect to a name of the certificate \(DNS:elsewhere\.example, /,
    ],
  ])(
    'a certificate that %s is named by doctor, start and health, and once it is renewed all goes on by itself',
    async (_, fault, sentence) => {
      const running = await startServices([], { env, log })
      try {
        const { health } = running.running
        const allOk = async () => expect((await health.check()).parts.filter(({ ok }) => !ok)).toEqual([])
        await vi.waitFor(allOk, 20_000)
        const wrong = authority.issue('wrong', fault)
        await show(wrong)
        const told = await faults(env)
        expect(told).toHaveLength(3)
        for (const what of told) expect(what).toMatch(/does not answer/)
        for (const what of told) expect(what).toMatch(sentence)
        await expect(startServices([], { env, log, patienceMs: 0 })).rejects.toThrow(sentence)
        await vi.waitFor(async () => {
          const away = (await health.check()).parts.filter(({ ok }) => !ok)
          expect(away.map(({ part }) => part).sort()).toEqual(['blobs', 'bus', 'chunkIndex', 'documents'])
          for (const part of ['documents', 'chunkIndex']) {
            expect(away.find((each) => each.part === part)!.detail).toMatch(sentence)
          }
        }, 20_000)
        // MongoDB is opened first: NATS is heard of once that is right.
        mongo.renew(trusting(authority.issue('server')))
        await expect(startServices([], { env, log, patienceMs: 0 })).rejects.toThrow(sentence)
        await show(authority.issue('server'))
        await vi.waitFor(allOk, 20_000)
      } finally {
        await running.stop()
        await show(authority.issue('server'))
      }
    },
    120_000,
  )

  test('another authority and other client certificates come with a rolling restart: both are trusted in between', async () => {
    const next = makeCertificateAuthority(folder, 'next')
    const both = join(folder, 'both.pem')
    writeFileSync(both, Buffer.concat([authority.caFile, next.caFile].map((file) => readFileSync(file))))
    const client = next.issue('client')
    const trustsBoth = { ...env, ...Object.fromEntries(names.map((name) => [`${name}_TLS_CA_FILE`, both])) }
    const renewed = {
      ...trustsBoth,
      ...Object.fromEntries(
        names.flatMap((name) => [
          [`${name}_TLS_CERT_FILE`, client.certFile],
          [`${name}_TLS_KEY_FILE`, client.keyFile],
        ]),
      ),
    }
    // The servers accept clients of both, with the certificate of the old authority and then of the new one.
    await show(authority.issue('server'), both)
    const old = await openPorts(trustsBoth, log)
    const young = await openPorts(renewed, log)
    try {
      await show(next.issue('server'), both)
      for (const { ports } of [old, young]) {
        await vi.waitFor(async () => {
          for (const port of [ports.bus, ports.documents, ports.blobs, ports.chunkIndex]) await port.check()
        }, 20_000)
      }
      await old.close()
      await show(next.issue('server'), next.caFile)
      await vi.waitFor(async () => {
        const { bus, documents, blobs, chunkIndex } = young.ports
        for (const port of [bus, documents, blobs, chunkIndex]) await port.check()
      }, 20_000)
      expect((await faults(env)).length).toBeGreaterThan(0)
      expect(await faults(renewed)).toEqual([])
    } finally {
      await young.close()
      await show(authority.issue('server'))
    }
  }, 120_000)

  test('NATS reads renewed files at its next connection, and TLS may come before its first word', async () => {
    const first = await startNatsWithTls(folder, trusting(authority.issue('server')), { isHandshakeFirst: true })
    const mine = authority.issue('mine')
    const natsOnly = {
      ...env,
      NATS_URL: `tls://localhost:${first.port}`,
      NATS_TLS_FIRST: '1',
      NATS_TLS_CERT_FILE: mine.certFile,
      NATS_TLS_KEY_FILE: mine.keyFile,
    }
    const { ports, close } = await openPorts(natsOnly, log)
    try {
      await ports.bus.check()
      const next = makeCertificateAuthority(folder, 'third')
      const renewed = next.issue('client')
      copyFileSync(renewed.certFile, mine.certFile)
      copyFileSync(renewed.keyFile, mine.keyFile)
      // From now on the server accepts the clients of the other authority alone.
      await first.renew(trusting(authority.issue('server'), next.caFile))
      await vi.waitFor(() => ports.bus.check(), 20_000)
    } finally {
      await close()
      await first.stop()
    }
  }, 60_000)

  test('a user of NATS is replaced by another one with a rolling restart, and the one that is gone is refused', async () => {
    const [before, after] = [
      { user: 'before', password: 'the first one' },
      { user: 'after', password: 'the second one' },
    ]
    const shown = trusting(authority.issue('server'))
    const server = await startNatsWithTls(folder, shown, { users: [before] })
    const as = ({ user, password }: typeof before) => ({
      ...env,
      NATS_URL: `tls://${user}:${encodeURIComponent(password)}@localhost:${server.port}`,
    })
    const old = await openPorts(as(before), log)
    try {
      await old.ports.bus.check()
      await server.renew(shown, [before, after])
      await vi.waitFor(() => old.ports.bus.check(), 20_000)
      const young = await openPorts(as(after), log)
      await old.close()
      await server.renew(shown, [after])
      await vi.waitFor(() => young.ports.bus.check(), 20_000)
      await young.close()
      expect((await faults(as(before))).join()).toMatch(/NATS does not answer.*Authorization Violation/i)
      expect((await faults(as(before))).join()).not.toContain('first')
    } finally {
      await old.close()
      await server.stop()
    }
  }, 60_000)
})
