import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import tls, { type TLSSocket } from 'node:tls'
import type { CertificateFiles } from './certificate-authority.ts'

type Trust = CertificateFiles & { caFile: string }

const contextOf = ({ certFile, keyFile, caFile }: Trust) => ({
  cert: readFileSync(certFile),
  key: readFileSync(keyFile),
  ca: readFileSync(caFile),
})

/** TLS in front of a server that speaks its protocol without it; every client has to show a certificate. */
export async function startTlsProxy(to: { host: string; port: number }, trust: Trust) {
  const open = new Set<TLSSocket>()
  const server = tls.createServer({ ...contextOf(trust), requestCert: true, rejectUnauthorized: true }, (client) => {
    const upstream = connect(to.port, to.host)
    open.add(client)
    const end = () => {
      open.delete(client)
      client.destroy()
      upstream.destroy()
    }
    for (const each of [client, upstream]) each.on('error', end).on('close', end)
    client.pipe(upstream).pipe(client)
  })
  // A client that does not trust the certificate hangs up.
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    /** Shows other certificates from now on, and ends every connection. */
    renew(changed: Trust) {
      server.setSecureContext(contextOf(changed))
      for (const each of open) each.destroy()
    },
    async close() {
      for (const each of open) each.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The program of NATS: of the PATH, or the one that the shared engines were built with. */
export const natsProgram: string | undefined = [
  ...(process.env.PATH ?? '').split(delimiter),
  join(process.env.ENGINES_HOME ?? join(homedir(), '.cache/support-engines'), 'bin'),
]
  .map((folder) => join(folder, 'nats-server'))
  .find(existsSync)

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

type User = { user: string; password: string }

/** A NATS server that speaks TLS itself; every client has to show a certificate. */
export async function startNatsWithTls(
  folder: string,
  trust: Trust,
  { isHandshakeFirst = false, users = [] as User[] } = {},
) {
  const port = await freePort()
  const file = join(folder, `nats-${port}.conf`)
  const configure = ({ certFile, keyFile, caFile }: Trust, known: User[]) =>
    writeFileSync(
      file,
      `listen: "127.0.0.1:${port}"
jetstream { store_dir: ${JSON.stringify(join(folder, `nats-${port}`))} }
tls {
  cert_file: ${JSON.stringify(certFile)}
  key_file: ${JSON.stringify(keyFile)}
  ca_file: ${JSON.stringify(caFile)}
  verify: true
  handshake_first: ${isHandshakeFirst}
}
${known.length > 0 ? `authorization { users: ${JSON.stringify(known)} }` : ''}
`,
    )
  let server: ChildProcess
  async function start(shown: Trust, known: User[]) {
    configure(shown, known)
    server = spawn(natsProgram!, ['-c', file], { stdio: 'ignore' })
    for (;;) {
      if (server.exitCode !== null) throw new Error('nats-server ended: see its configuration')
      const probe = connect(port, '127.0.0.1')
      const isThere = await once(probe, 'connect').then(
        () => true,
        () => false,
      )
      probe.destroy()
      if (isThere) return
      await sleep(30)
    }
  }
  async function stop() {
    server.kill()
    await once(server, 'exit')
  }
  await start(trust, users)
  return {
    port,
    /** Shows other certificates and knows other users from now on: it is started again, on what it stored. */
    async renew(changed: Trust, known: User[] = users) {
      await stop()
      await start(changed, known)
    },
    stop,
  }
}
