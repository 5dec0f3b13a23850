import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerAuthentication, type SMTPServerOptions } from 'smtp-server'

/** A mail as a server took it from the wire. */
export type TakenMail = { from: string; to: string[]; raw: string; user?: string; isSecure: boolean }

type Phase = 'MAIL FROM' | 'RCPT TO' | 'DATA'
/** A reply (`550 5.1.1 No such user`), silence, or a closed connection. */
export type SmtpFailure = string | 'hang' | 'drop'

type SmtpFakeOptions = {
  auth?: { user: string; pass: string }
  /** Certificate and key: offers STARTTLS, or TLS from the first byte when `secure`. */
  tls?: { cert: string; key: string; secure?: boolean }
}

const replyOf = (text: string): Error & { responseCode: number } =>
  Object.assign(new Error(text.slice(4)), { responseCode: Number(text.slice(0, 3)) })

/** A mail server on loopback that takes mails, asks for a login when told to, and fails as it is told to. */
export async function startSmtpFake({ auth, tls }: SmtpFakeOptions = {}) {
  const taken: TakenMail[] = []
  let logins = 0
  const failures: Partial<Record<Phase, SmtpFailure>> = {}
  const connections = new Set<{ destroy(): void }>()

  function answer(phase: Phase, done: (error?: Error | null) => void): void {
    const failure = failures[phase]
    if (failure === 'hang') return
    if (failure === 'drop') {
      for (const connection of connections) connection.destroy()
      return
    }
    done(failure === undefined ? null : replyOf(failure))
  }

  const options: SMTPServerOptions = {
    secure: tls?.secure ?? false,
    ...(tls && { cert: tls.cert, key: tls.key }),
    authOptional: auth === undefined,
    allowInsecureAuth: true,
    disabledCommands: [...(auth ? [] : ['AUTH']), ...(tls ? [] : ['STARTTLS'])],
    disableReverseLookup: true,
    closeTimeout: 1,
    onAuth(given: SMTPServerAuthentication, _session, done) {
      logins++
      if (given.username === auth?.user && given.password === auth?.pass) return done(null, { user: given.username! })
      done(replyOf('535 5.7.8 Authentication failed'))
    },
    onMailFrom: (_address, _session, done) => answer('MAIL FROM', done),
    onRcptTo: (_address, _session, done) => answer('RCPT TO', done),
    onData(stream, { envelope, user, secure }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (failures.DATA === undefined)
          taken.push({
            from: envelope.mailFrom ? envelope.mailFrom.address : '',
            to: envelope.rcptTo.map(({ address }) => address),
            raw: Buffer.concat(parts).toString('utf8'),
            ...(user && { user }),
            isSecure: secure,
          })
        answer('DATA', done)
      })
    },
  }
  const smtp = new SMTPServer(options)
  smtp.on('error', () => {}) // of connections that tests break
  smtp.server.on('connection', (socket) => {
    connections.add(socket)
    socket.on('close', () => connections.delete(socket))
  })
  await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', done))
  return {
    port: (smtp.server.address() as AddressInfo).port,
    taken,
    /** Times that somebody gave a password. */
    get logins() {
      return logins
    },
    /** What the server answers at these commands from now on. */
    failures,
    close: () => new Promise<void>((done) => smtp.close(() => done())),
  }
}
