function strict(label: string) {
  try {
    return new TextDecoder(label, { fatal: true })
  } catch {
    return undefined // a charset that nobody here knows
  }
}

function decodeWith(decoder: ReturnType<typeof strict>, bytes: Uint8Array): string | undefined {
  try {
    return decoder?.decode(bytes)
  } catch {
    return undefined // they are not in that charset
  }
}

/**
 * The text of bytes that are said to be in a charset (a label of https://encoding.spec.whatwg.org). What is said to be
 * Western and is well-formed UTF-8 is UTF-8, for no text in Latin-1 looks like that; what is not in the charset that it is
 * said to be in is UTF-8, else a character of windows-1252 each byte. Never throws.
 */
export function decodeCharset(bytes: Uint8Array, label = 'utf-8'): string {
  const said = strict(label.trim())
  const isWestern = said === undefined || said.encoding === 'windows-1252'
  const order = isWestern ? [strict('utf-8'), said] : [said, strict('utf-8')]
  const [text = new TextDecoder('windows-1252').decode(bytes)] = order.flatMap((one) => decodeWith(one, bytes) ?? [])
  return text
}
