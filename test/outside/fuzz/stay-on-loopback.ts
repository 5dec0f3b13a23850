import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.')

/**
 * Keeps everything that runs in this process from leaving the machine, whatever address it was given: names are not
 * found, and a connection to anywhere but loopback fails. Answers where somebody wanted to go, and undoes it.
 */
export function stayOnLoopback(): { refused: string[]; undo(): void } {
  const refused: string[] = []
  const { lookup } = dns
  const { resolve4, resolve6 } = dns.Resolver.prototype
  const { connect } = net.Socket.prototype
  const notFound = (host: string) => Object.assign(new Error(`no such name: ${host}`), { code: 'ENOTFOUND' })
  const find = async (host: string): Promise<never> => {
    throw notFound(host)
  }
  dns.Resolver.prototype.resolve4 = find as never
  dns.Resolver.prototype.resolve6 = find as never
  dns.lookup = find as never
  net.Socket.prototype.connect = function (this: net.Socket, ...args: any[]) {
    const [first, second] = Array.isArray(args[0]) ? args[0] : args
    const host = String(first?.host ?? (typeof second === 'string' ? second : 'localhost'))
    if (first?.path !== undefined || isLoopback(host)) return connect.apply(this, args as never)
    refused.push(host)
    process.nextTick(() => this.destroy(notFound(host)))
    return this
  } as never
  syncBuiltinESMExports()
  return {
    refused,
    undo() {
      Object.assign(dns.Resolver.prototype, { resolve4, resolve6 })
      net.Socket.prototype.connect = connect
      dns.lookup = lookup
      syncBuiltinESMExports()
    },
  }
}
