import { domainToASCII } from 'node:url'
import { addressParser } from 'postal-mime'
import { withoutTag } from '../email/reply-token.ts'

/** A mailbox in the form that channels' addresses have; undefined for what is none. */
function normalMailbox(address: string): string | undefined {
  const at = address.lastIndexOf('@')
  const domain = domainToASCII(address.slice(at + 1).trim())
  return at < 1 || domain === '' ? undefined : `${address.slice(0, at).trim().toLowerCase()}@${domain}`
}

/** Addresses that are read of one request: more are no support mail, and each is a look-up. */
const most = 50

/** The mailboxes that header values (`"Support" <support@example.com>, b@example.com`) name, in normal form and order, each once. */
export function mailboxesOf(values: (string | undefined)[]): string[] {
  const found = values
    .filter((value) => value !== undefined && value !== '')
    .flatMap((value) => addressParser(value!.slice(0, 16_000), { flatten: true }))
    .map(({ address }) => normalMailbox(address ?? ''))
    .filter((address) => address !== undefined)
  return [...new Set(found)].slice(0, most)
}

/** The channels' addresses that these values may mean: the mailboxes, and those with a tag (`support+abc@…`) without it. */
export const claimedBy = (values: (string | undefined)[]): string[] => [
  ...new Set(mailboxesOf(values).flatMap((address) => [address, withoutTag(address)])),
]
