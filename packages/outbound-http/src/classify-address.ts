import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
/** A range of addresses: the first one and the number of leading bits that count. */
export type Range = [Address, number]

/** What people call the ranges that are never public, by the names `ipaddr.js` has for them. */
const names: Record<string, string> = {
  unspecified: 'an unspecified',
  broadcast: 'a broadcast',
  multicast: 'a multicast',
  linkLocal: 'a link-local',
  loopback: 'a loopback',
  carrierGradeNat: 'a carrier-grade NAT',
  private: 'a private',
  uniqueLocal: 'a private',
  deprecatedSiteLocal: 'a private',
  ipv4Mapped: 'an IPv4-mapped',
  rfc6145: 'an IPv4-translated',
  rfc6052: 'a NAT64',
  '6to4': 'a 6to4',
  teredo: 'a Teredo',
}

/** Only this block of IPv6 is handed out to the public (RFC 4291, IANA's registry); the IPv4-compatible ::/96 is not in it. */
const globalUnicast: Range = [ipaddr.parse('2000::'), 3]

/** Public by range, yet inside the cloud: Azure's platform address. */
const cloudPlatform: Range = [ipaddr.parse('168.63.129.16'), 32]

const within = (address: Address, [first, bits]: Range): boolean =>
  address.kind() === first.kind() && address.match(first, bits)

/** ISATAP (RFC 5214, 6.1) hides an IPv4 address behind 0000:5efe or 0200:5efe in the interface identifier. */
const isIsatap = (address: ipaddr.IPv6): boolean => (address.parts[4]! & 0xfdff) === 0 && address.parts[5] === 0x5efe

/** `undefined` for an address that is on the public internet; otherwise what it is: `a loopback`, `a NAT64`. */
function whyNotPublic(address: Address): string | undefined {
  const range: string = address.range()
  if (range !== 'unicast') return names[range] ?? 'a reserved'
  if (address.kind() === 'ipv6' && (!within(address, globalUnicast) || isIsatap(address as ipaddr.IPv6)))
    return 'a reserved'
  return within(address, cloudPlatform) ? 'a cloud platform' : undefined
}

/**
 * How an address (IPv4 with four decimal parts, or IPv6 without brackets) may be reached: because it is in `allow`,
 * because it is public, or not at all, then with what it is. An address of one family never matches a range of the
 * other, so `::ffff:127.0.0.1` is not let through by `127.0.0.1/32`.
 */
export function classifyAddress(
  text: string,
  allow: Range[],
): { kind: 'allowed' } | { kind: 'public' } | { kind: 'refused'; why: string } {
  const isLiteral = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
  if (!isLiteral) return { kind: 'refused', why: 'an unreadable' }
  const address = ipaddr.parse(text)
  if (address.kind() === 'ipv6' && (address as ipaddr.IPv6).zoneId) return { kind: 'refused', why: 'a link-local' }
  if (allow.some((range) => within(address, range))) return { kind: 'allowed' }
  const why = whyNotPublic(address)
  return why === undefined ? { kind: 'public' } : { kind: 'refused', why }
}

/** Reads CIDRs, or single addresses, e.g. `10.1.0.0/16`. Throws an Error that names the one it can't read. */
export function readRanges(cidrs: string[]): Range[] {
  return cidrs.map((cidr) => {
    if (ipaddr.IPv4.isValidCIDRFourPartDecimal(cidr) || ipaddr.IPv6.isValidCIDR(cidr)) return ipaddr.parseCIDR(cidr)
    if (ipaddr.IPv4.isValidFourPartDecimal(cidr)) return [ipaddr.parse(cidr), 32]
    if (ipaddr.IPv6.isValid(cidr)) return [ipaddr.parse(cidr), 128]
    throw new Error(`OUTBOUND_ALLOW: "${cidr}" is not a CIDR such as 10.1.0.0/16`)
  })
}
