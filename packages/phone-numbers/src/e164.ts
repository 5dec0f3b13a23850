import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * The number in E.164 (`+46701234567`), national ones in `region` (ISO 3166); undefined for what is no possible number. The
 * result, read again, is itself.
 */
export function e164(text: string, region?: string): string | undefined {
  const number = parsePhoneNumberFromString(text, region as CountryCode | undefined)
  if (!number?.isPossible()) return undefined
  // The library takes a national prefix out of an international number, too ("+46 (0)70…"). A number that has one more of
  // them after that ("+86 000…") would become another at each reading: nobody has it.
  const again = parsePhoneNumberFromString(number.number)
  return again?.isPossible() && again.number === number.number ? number.number : undefined
}
