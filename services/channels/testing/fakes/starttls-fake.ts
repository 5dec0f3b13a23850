import net, { type AddressInfo } from 'node:net'
import tls from 'node:tls'
import { testCertificate } from './test-certificate.ts'

type StartTlsFakeOptions = {
  /** What it offers before TLS, beside the login that it always takes: `['STARTTLS']` unless told. */
  offers?: string[]
  /** What it says to STARTTLS, with whatever comes in the same bytes. */
  answer: string
  certificate?: { cert: string; key: string }
  tlsOptions?: tls.TLSSocketOptions
}

/** A mail server on loopback that does STARTTLS as it is told to, and refuses every mail that comes over TLS. */
export async function startStartTlsFake(options: StartTlsFakeOptions) {
  const { offers = ['STARTTLS'], answer, certificate = testCertificate, tlsOptions } = options
  const commands: { line: string; isSecure: boolean }[] = []
  const sockets = new Set<net.Socket>()

  function serve(socket: net.Socket, isSecure: boolean): void {
    socket.on('error', () => socket.destroy())
    socket.on('data', (bytes: Buffer) => {
      for (const line of bytes.toString('latin1').split('\r\n').filter(Boolean)) {
        commands.push({ line, isSecure })
        if (/^EHLO/i.test(line)) {
          const lines = ['fake', ...(isSecure ? [] : offers), 'AUTH PLAIN']
          socket.write(lines.map((each, i) => `250${i < lines.length - 1 ? '-' : ' '}${each}\r\n`).join(''))
        } else if (/^STARTTLS/i.test(line)) {
          socket.write(answer)
          if (!answer.startsWith('220 ')) return
          socket.removeAllListeners('data')
          const { cert, key } = certificate
          return serve(new tls.TLSSocket(socket, { isServer: true, cert, key, ...tlsOptions }), true)
        } else if (/^AUTH/i.test(line)) socket.write('235 2.7.0 Welcome\r\n')
        else if (/^MAIL/i.test(line) && isSecure) socket.write('550 5.7.1 Not yours\r\n')
        else socket.write(/^DATA/i.test(line) ? '354 Go on\r\n' : '250 2.0.0 Fine\r\n')
      }
    })
  }

  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.write('220 fake ESMTP\r\n')
    serve(socket, false)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    /** Everything that it was told, in order. */
    commands,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}
