import { domainToASCII } from 'node:url'
import { e164 } from '@frontdesk/phone-numbers'
import { parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * The form that tells whether two e-mail addresses are the same: NFKC, lower case, the domain as DNS has it. A local part
 * may in theory mind its case (RFC 5321, 2.4); no provider that people use does.
 */
export function emailKey(email: string): string {
  const normal = email.normalize('NFKC').trim().toLowerCase()
  const at = normal.lastIndexOf('@')
  const domain = domainToASCII(normal.slice(at + 1))
  return domain === '' ? normal : `${normal.slice(0, at)}@${domain}`
}

/** E.164 of a phone number, national ones in `region` (ISO 3166); undefined for what is no possible number. */
export function phoneKey(phone: string, region: string): string | undefined {
  return e164(phone.normalize('NFKC'), region)
}

type Addressed = { email: string | null; phone: string | null; externalId: string | null }

/**
 * What tells a contact from others, each with its kind before it: whoever has one of these is the same person. A phone
 * number that can't be read is kept with the contact and tells nothing.
 */
export function addressKeys({ email, phone, externalId }: Addressed, region: string): string[] {
  const number = phone === null ? undefined : phoneKey(phone, region)
  return [
    ...(email === null ? [] : [`email:${emailKey(email)}`]),
    ...(number === undefined ? [] : [`phone:${number}`]),
    ...(externalId === null ? [] : [`external:${externalId}`]),
  ]
}

const separators = /[\s()./-]/g

/** Texts and addresses in all forms that `searchedFor` may ask for: as they are, without separators, national numbers. */
export function searchForms(texts: string[], keys: string[]): string[] {
  const addresses = keys.map((key) => key.slice(key.indexOf(':') + 1))
  const national = keys
    .filter((key) => key.startsWith('phone:'))
    .map((key) => parsePhoneNumberFromString(key.slice('phone:'.length))?.formatNational() ?? '')
  const all = [...texts, ...addresses, ...national]
  return [...all, ...all.map((text) => text.replace(separators, ''))].filter((form) => form !== '')
}

/** What to look for when somebody asks for `q`: what may be a part of a phone number is looked for without separators. */
export function searchedFor(q: string): string {
  const plain = q.replace(separators, '')
  return /^\+?\d{3,}$/.test(plain) ? plain : q.toLowerCase()
}
