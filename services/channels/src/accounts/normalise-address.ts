import { domainToASCII } from 'node:url'
import { type ChannelKind, ServiceError } from '@frontdesk/contracts'
import { e164 } from '@frontdesk/phone-numbers'

/** One mailbox: something, an at sign, a domain with a dot or a host of this network. */
function normalMailbox(given: string): string | undefined {
  const at = given.lastIndexOf('@')
  if (at < 1 || /[\s<>,;"\p{Cc}]/u.test(given)) return undefined
  const domain = domainToASCII(given.slice(at + 1))
  return domain === '' ? undefined : `${given.slice(0, at).toLowerCase()}@${domain}`
}

/** E.164, or the digits of a short code. */
function normalNumber(given: string): string | undefined {
  const text = given.replace(/^whatsapp:/, '')
  if (/^\d{3,8}$/.test(text)) return text
  return e164(text.startsWith('+') ? text : `+${text.replace(/^00/, '')}`)
}

const forms = {
  email: 'must be one e-mail address',
  number: 'must be a phone number with its country code: +46701234567',
  id: 'must be the phone number id of Meta, only digits',
}

/** The address of a channel in the form that it is compared in. Throws `invalid_request`. */
export function normaliseAddress(kind: ChannelKind, provider: string, given: string): string {
  const form = kind === 'email' ? 'email' : provider === 'meta' ? 'id' : 'number'
  const normal =
    form === 'email'
      ? normalMailbox(given)
      : form === 'id'
        ? /^\d{5,32}$/.test(given)
          ? given
          : undefined
        : normalNumber(given)
  if (normal !== undefined) return normal
  throw new ServiceError('invalid_request', {
    detail: `The address ${forms[form]}.`,
    errors: [{ path: 'address', message: forms[form] }],
  })
}
