const delimiters = [',', ';', '\t', '|'] as const

/** The limit of the server: docs/limits.md. */
export const maxRows = 10_000

/** The text of a file as spreadsheets write it: UTF-8, or the Western code page of Windows. */
export function decodeCsv(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The records of a CSV text (RFC 4180), at most so many; blank ones are left out. */
export function readCsv(text: string, maxRecords: number): string[][] {
  const firstLine = text.slice(0, Math.max(0, text.search(/[\r\n]|$/)))
  const delimiter = delimiters.toSorted((a, b) => firstLine.split(b).length - firstLine.split(a).length)[0]!
  const records: string[][] = []
  let record: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    record.push(cell.trim())
    cell = ''
  }
  const endRecord = () => {
    endCell()
    if (record.some((each) => each !== '')) records.push(record)
    record = []
  }
  for (let at = 0; at < text.length && records.length < maxRecords; at++) {
    const character = text[at]!
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') cell += text[++at]
      else isQuoted = false
    } else if (character === '"' && cell.trim() === '') {
      cell = ''
      isQuoted = true
    } else if (character === delimiter) endCell()
    else if (character === '\n') endRecord()
    else if (character !== '\r') cell += character
  }
  if (records.length < maxRecords) endRecord()
  return records
}

const names: Record<string, readonly string[]> = {
  name: ['name', 'fullname', 'contact', 'customer', 'namn', 'kund'],
  email: ['email', 'mail', 'emailaddress', 'epost', 'epostadress'],
  phone: ['phone', 'phonenumber', 'mobile', 'telephone', 'tel', 'telefon', 'mobil', 'telefonnummer'],
  externalId: ['id', 'externalid', 'customerid', 'kundnummer', 'kundid'],
  tags: ['tags', 'tag', 'labels', 'taggar'],
}

/** The field that a column’s name suggests; each field once. What it does not know stays out. */
export function guessMapping(header: readonly string[]): Record<string, string> {
  const mapping: Record<string, string> = {}
  for (const column of header) {
    const plain = column.toLowerCase().replace(/[^\p{L}\d]/gu, '')
    const field = Object.keys(names).find((each) => names[each]!.includes(plain))
    if (field !== undefined && !Object.values(mapping).includes(field)) mapping[column] = field
  }
  return mapping
}
