import { domainToASCII } from 'node:url'
import { addressParser } from 'postal-mime'
import { mailboxOf } from '../email/mailbox.ts'
import { withoutTag } from '../email/reply-token.ts'

/** A mailbox in the form that channels' addresses have; undefined for what is none. */
export function normalMailbox(address: string): string | undefined {
  const mailbox = mailboxOf(address)
  if (mailbox === undefined) return undefined
  const at = mailbox.lastIndexOf('@')
  const domain = domainToASCII(mailbox.slice(at + 1))
  return domain === '' ? undefined : `${mailbox.slice(0, at).toLowerCase()}@${domain}`
}

/** The total length of values that is read: three hundred addresses, and a tenth of a second for the worst unauthenticated input. */
const maxCharacters = 16_000
const maxAddresses = 50

/** Of these texts as much as may be read, cut in the last of them. */
function within(values: string[], characters: number): string[] {
  const [first, ...others] = values
  if (first === undefined || characters <= 0) return []
  return [first.slice(0, characters), ...within(others, characters - first.length)]
}

/** The mailboxes that header values (`"Support" <support@example.com>, b@example.com`) name, in normal form and order, each once. */
export function mailboxesOf(values: (string | undefined)[]): string[] {
  const given = values.filter((value) => value !== undefined && value !== '') as string[]
  const found = within(given.slice(0, maxAddresses), maxCharacters)
    .flatMap((value) => addressParser(value, { flatten: true }))
    .map(({ address }) => normalMailbox(address ?? ''))
    .filter((address) => address !== undefined)
  return [...new Set(found)].slice(0, maxAddresses)
}

/** The channels' addresses that these values may mean: the mailboxes, and those with a tag (`support+abc@…`) without it. */
export const claimedBy = (values: (string | undefined)[]): string[] => [
  ...new Set(mailboxesOf(values).flatMap((address) => [address, withoutTag(address)])),
]

/** The addresses that an unauthenticated request claims; none when its body is unreadable. */
export function claims(read: () => string[]): string[] {
  try {
    return read()
  } catch {
    return [] // every provider is asked, and the body is at most one's
  }
}
