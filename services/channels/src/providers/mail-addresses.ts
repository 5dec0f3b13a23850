import { domainToASCII } from 'node:url'
import { addressParser } from 'postal-mime'
import { withoutTag } from '../email/reply-token.ts'

/** A mailbox in the form that channels' addresses have; undefined for what is none. */
export function normalMailbox(address: string): string | undefined {
  const at = address.lastIndexOf('@')
  const domain = domainToASCII(address.slice(at + 1).trim())
  return at < 1 || domain === '' ? undefined : `${address.slice(0, at).trim().toLowerCase()}@${domain}`
}

/** What is read of all values together: three hundred addresses, and a tenth of a second for the worst that a stranger can write. */
const mostCharacters = 16_000
const mostAddresses = 50

/** Of these texts as much as may be read, cut in the last of them. */
function within(values: string[], characters: number): string[] {
  const [first, ...others] = values
  if (first === undefined || characters <= 0) return []
  return [first.slice(0, characters), ...within(others, characters - first.length)]
}

/** The mailboxes that header values (`"Support" <support@example.com>, b@example.com`) name, in normal form and order, each once. */
export function mailboxesOf(values: (string | undefined)[]): string[] {
  const given = values.filter((value) => value !== undefined && value !== '') as string[]
  const found = within(given.slice(0, mostAddresses), mostCharacters)
    .flatMap((value) => addressParser(value, { flatten: true }))
    .map(({ address }) => normalMailbox(address ?? ''))
    .filter((address) => address !== undefined)
  return [...new Set(found)].slice(0, mostAddresses)
}

/** The channels' addresses that these values may mean: the mailboxes, and those with a tag (`support+abc@…`) without it. */
export const claimedBy = (values: (string | undefined)[]): string[] => [
  ...new Set(mailboxesOf(values).flatMap((address) => [address, withoutTag(address)])),
]

/** The addresses that a request claims, of a stranger whose body may be nothing that can be read: then it claims none. */
export function claims(read: () => string[]): string[] {
  try {
    return read()
  } catch {
    return [] // every provider is asked, and the body is at most one's
  }
}
