import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classifyAddress, readRanges } from './classify-address.ts'

const refused: [string, string][] = [
  ['0.0.0.0', 'an unspecified'],
  ['0.1.2.3', 'an unspecified'],
  ['10.0.0.1', 'a private'],
  ['100.64.0.1', 'a carrier-grade NAT'],
  ['100.100.100.200', 'a carrier-grade NAT'],
  ['127.0.0.1', 'a loopback'],
  ['127.255.255.254', 'a loopback'],
  ['168.63.129.16', 'a cloud platform'],
  ['169.254.169.254', 'a link-local'],
  ['169.254.170.2', 'a link-local'],
  ['172.16.0.1', 'a private'],
  ['172.31.255.255', 'a private'],
  ['192.0.0.192', 'a reserved'],
  ['192.0.2.1', 'a reserved'],
  ['192.88.99.1', 'a reserved'],
  ['192.168.1.1', 'a private'],
  ['198.18.0.1', 'a reserved'],
  ['198.51.100.7', 'a reserved'],
  ['203.0.113.7', 'a reserved'],
  ['224.0.0.1', 'a multicast'],
  ['240.0.0.1', 'a reserved'],
  ['255.255.255.255', 'a broadcast'],
  ['::', 'an unspecified'],
  ['::1', 'a loopback'],
  ['::127.0.0.1', 'an IPv4-mapped'],
  ['::8.8.8.8', 'an IPv4-mapped'],
  ['::7f00:1', 'a reserved'],
  ['::ffff:127.0.0.1', 'an IPv4-mapped'],
  ['::ffff:8.8.8.8', 'an IPv4-mapped'],
  ['::ffff:0:8.8.8.8', 'an IPv4-translated'],
  ['64:ff9b::7f00:1', 'a NAT64'],
  ['64:ff9b:1::a00:1', 'a NAT64'],
  ['100::1', 'a reserved'],
  ['2001::1', 'a Teredo'],
  ['2001:2::1', 'a reserved'],
  ['2001:10::1', 'a reserved'],
  ['2001:db8::1', 'a reserved'],
  ['2002:7f00:1::', 'a 6to4'],
  ['3fff::1', 'a reserved'],
  ['4000::1', 'a reserved'],
  ['5f00::1', 'a reserved'],
  ['fc00::1', 'a private'],
  ['fd00:ec2::254', 'a private'],
  ['fe80::1', 'a link-local'],
  ['fe80::1%eth0', 'a link-local'],
  ['2606:4700::1%eth0', 'a link-local'],
  ['fec0::1', 'a private'],
  ['ff02::1', 'a multicast'],
  ['2606:4700::5efe:a00:1', 'a reserved'],
  ['2606:4700::200:5efe:a00:1', 'a reserved'],
  ['not an address', 'an unreadable'],
  ['2130706433', 'an unreadable'],
]

describe('addresses', () => {
  it.each(refused)('%s is refused as %s address', (address, why) => {
    expect(classifyAddress(address, [])).toEqual({ kind: 'refused', why })
  })

  it.each(['1.1.1.1', '93.184.216.34', '172.15.0.1', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450::1'])(
    '%s is public',
    (address) => {
      expect(classifyAddress(address, [])).toEqual({ kind: 'public' })
    },
  )

  it('the network policies of the Helm chart exclude the same IPv4 addresses', () => {
    const values = readFileSync(new URL('../../../deploy/helm/frontdesk/values.yaml', import.meta.url), 'utf8')
    const cidrs = /internetTo:[\s\S]*?except: *\[([^\]]*)\]/
      .exec(values)![1]!
      .split(',')
      .map((cidr) => cidr.trim())
    const ranges = cidrs.map((cidr) => {
      const [first, bits] = cidr.split('/') as [string, string]
      const start = first.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
      return { start, end: start + 2 ** (32 - Number(bits)) }
    })
    const textOf = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.')
    // One of every /16; one of every /24 where small ranges are; both sides of every border.
    const tried = [
      ...Array.from({ length: 0x10000 }, (_, i) => i * 0x10000 + 0x8001),
      ...[192, 198, 203].flatMap((first) =>
        Array.from({ length: 0x10000 }, (_, i) => first * 0x1000000 + i * 0x100 + 7),
      ),
      ...ranges.flatMap(({ start, end }) => [start - 1, start, end - 1, end]),
    ].filter((value) => value >= 0 && value < 2 ** 32)
    const differences = tried.filter(
      (value) =>
        (classifyAddress(textOf(value), []).kind === 'refused') !==
        ranges.some(({ start, end }) => value >= start && value < end),
    )
    expect([...new Set(differences.map(textOf))]).toEqual([])
    expect(cidrs).toContain('168.63.129.16/32')
  })

  it('every IPv4 address inside another notation of IPv6 is refused, public ones too', () => {
    const octet = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(fc.tuple(octet, octet, octet, octet), (octets) => {
        const dotted = octets.join('.')
        const hex = octets.map((part) => part.toString(16).padStart(2, '0')).join('')
        const [high, low] = [hex.slice(0, 4), hex.slice(4)]
        const inside = ['::', '::ffff:', '::ffff:0:', '64:ff9b::'].map((prefix) => `${prefix}${dotted}`)
        for (const address of [...inside, `2002:${high}:${low}::1`, `2001:0:${high}:${low}::1`])
          expect(classifyAddress(address, []).kind).toBe('refused')
      }),
    )
  })

  it('what is inside allow may be reached, in its own family only', () => {
    const allow = readRanges(['127.0.0.1/32', '10.1.0.0/16', '10.9.9.9', 'fd00::/8', '::1'])
    for (const address of ['127.0.0.1', '10.1.200.3', '10.9.9.9', 'fd12::1', '::1'])
      expect(classifyAddress(address, allow)).toEqual({ kind: 'allowed' })
    for (const address of ['127.0.0.2', '10.2.0.1', '10.9.9.8', '::ffff:127.0.0.1', '::ffff:10.1.0.1', '::2'])
      expect(classifyAddress(address, allow).kind).toBe('refused')
  })

  it.each(['', '10.0.0.0/33', '10/8', 'example.com', '::/129', '0x7f000001', '127.1'])(
    '"%s" is no range and is named in the error',
    (cidr) => {
      expect(() => readRanges([cidr])).toThrow(`OUTBOUND_ALLOW: "${cidr}"`)
    },
  )
})
