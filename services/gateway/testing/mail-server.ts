import { createServer, type Socket } from 'node:net'

/** A mail server on loopback that takes whatever comes (RFC 5321), and shows it; not for `nobody@…`. */
export async function startMailServer() {
  const mails: { to: string; text: string }[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let waiting = ''
    let to = ''
    let isData = false
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 mail.example')
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      waiting += bytes
      for (let end = waiting.indexOf(isData ? '\r\n.\r\n' : '\r\n'); end >= 0; ) {
        const part = waiting.slice(0, end)
        waiting = waiting.slice(end + (isData ? 5 : 2))
        if (isData) {
          mails.push({ to, text: part.replace(/=\r\n/g, '').replace(/=3D/g, '=') })
          isData = false
          say('250 kept')
        } else if (/^DATA/i.test(part)) {
          isData = true
          say('354 go on')
        } else if (/^QUIT/i.test(part)) {
          socket.end('221 bye\r\n')
        } else {
          to = /^RCPT TO:<([^>]+)>/i.exec(part)?.[1] ?? to
          say(/^RCPT TO:<nobody@/i.test(part) ? '550 no such user' : '250 ok')
        }
        end = waiting.indexOf(isData ? '\r\n.\r\n' : '\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
