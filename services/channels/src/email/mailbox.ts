/** What a local part has without quotes (RFC 5322, 3.2.3 and RFC 6532); dots anywhere, as some providers once gave them out. */
const plainLocalPart = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~.-]+$/u
/** A name, or an address in brackets. */
const domainForm = /^(?:[^\s<>@[\]",;:()\\]+|\[[^\s[\]<>"]+\])$/

/**
 * The mailbox as it must stand in a header and in an envelope: `"a@b"@c.example` keeps its quotes, or gets those that a parser
 * took, for without them it would be another mailbox or several; `"anna"@c.example` loses them. Undefined for what is none, and for
 * brackets within quotes, which programs on the way take for an address.
 */
export function mailboxOf(address: string): string | undefined {
  const at = address.lastIndexOf('@')
  const [given, domain] = [address.slice(0, Math.max(0, at)).trim(), address.slice(at + 1).trim()]
  if (given === '' || !domainForm.test(domain)) return undefined
  const quoted = /^"((?:[^"\\]|\\.)*)"$/.exec(given)?.[1]
  const local = quoted === undefined ? given : quoted.replaceAll(/\\(.)/g, '$1')
  if (local === '' || /[<>\p{Cc}\p{Zl}\p{Zp}]/u.test(local)) return undefined
  return plainLocalPart.test(local) ? `${local}@${domain}` : `"${local.replaceAll(/["\\]/g, '\\$&')}"@${domain}`
}
