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
