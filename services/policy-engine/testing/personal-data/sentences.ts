import { type Random, seeded } from './random.ts'
import { card, ean, email, iban, nationalId, phone } from './real-numbers.ts'

export type Kind = 'email' | 'phone' | 'national_id' | 'card' | 'iban'
/** A sentence, and where in it somebody's data stands. */
export type Sentence = { text: string; data: { kind: Kind; start: number; end: number }[] }

const kinds: Record<Kind, (random: Random) => string> = { email, phone, national_id: nationalId, card, iban }

/** `{kind}` is somebody's, `<thing>` is not. Before a bare telephone number stands what it is, as people write. */
const templates = [
  'Call me on {phone} after five.',
  'My phone number is {phone}, please ring tomorrow.',
  'You can reach Anna at {phone} or {email}.',
  'Tel. {phone}, order <order>.',
  'Text {phone} before <date>.',
  'Ring mig på {phone} efter <time>.',
  'Mitt telefonnummer är {phone}.',
  'Du når oss på {phone} vardagar <hours>.',
  'Mobil: {phone}\nE-post: {email}',
  'Telefon {phone} (växel).',
  'Write to {email}, not to the shop.',
  'My address is {email}.',
  'Mejla {email} om faktura <invoice>.',
  'Kontakta "{email}" senast <date>!',
  'Skicka kvittot till <{email}>; tack.',
  'E-mail: {email}',
  'My personal number is {national_id}.',
  'The customer with {national_id} called on <date>.',
  'SSN/ID: {national_id}, order <order>',
  'Personnummer: {national_id}',
  'Mitt personnummer är {national_id} och jag bor på <postcode>.',
  'Kan ni se mina uppgifter? {national_id}, tack.',
  'Henkilötunnus / CPR / fødselsnummer {national_id}.',
  'I paid with card {card} yesterday.',
  'Mitt kort {card} nekades.',
  'Kortnummer {card}, giltigt till <expiry>.',
  'Please refund to {card} (<price>).',
  'Pay into {iban}, reference <order>.',
  'IBAN: {iban}',
  'Sätt in pengarna på {iban} tack.',
  'Återbetala <price> till {iban}.',
  'My order number is <order> and it cost <price>.',
  'Order <order> of <date> has not come.',
  'Ordernummer <order> skickades <date>.',
  'Faktura <invoice> på <price> förfaller <date>.',
  'Invoice <invoice> is due on <date>.',
  'The server <ip> runs version <version>.',
  'Uppdatera till version <version> före <date>.',
  'EAN <ean> is out of stock.',
  'Artikeln har streckkod <ean>.',
  'Kolli-id <tracking>, vikt <weight>.',
  'Tracking number <tracking> says <time>.',
  'We are open <hours>, also on <date>.',
  'Vi har öppet <hours> på <postcode> Stockholm.',
  'It costs <price>, or <price> with shipping.',
  'Priset är <price> inklusive moms.',
  'Install package@<version> from <ip>:8080.',
  'Företaget har organisationsnummer <company>.',
  'Request <uuid> failed at <date> <time>.',
  'Between <year> and <year> we sold <amount> units.',
  'ISBN <isbn> is sold out.',
  'Follow us @frontdesk, or @<year>.',
  'Mellan <year>-<year> växte vi <weight> per år.',
  'The size is <size>, see page <small>.',
] as const

const two = (value: number) => String(value).padStart(2, '0')
const day = (r: Random) => [2015 + r.below(12), two(1 + r.below(12)), two(1 + r.below(28))] as const
const thousands = (value: number, separator: string) => String(value).replace(/\B(?=(\d{3})+$)/g, separator)

/** What looks like somebody's data and isn't. */
const things: Record<string, (random: Random) => string> = {
  order: (r) =>
    r.pick([
      () => r.digits(8),
      () => r.digits(10),
      () => `#${r.digits(6)}`,
      () => `SO-${r.digits(8)}`,
      () => `${day(r).join('')}-${r.digits(3)}`,
    ])(),
  invoice: (r) =>
    r.pick([() => r.digits(7), () => `F${r.digits(9)}`, () => `2024-${r.digits(5)}`, () => r.digits(10)])(),
  date: (r) => {
    const [y, m, d] = day(r)
    return r.pick([
      `${y}-${m}-${d}`,
      `${d}/${m}/${y}`,
      `${d}.${m}.${y}`,
      `${m}/${d}/${y}`,
      `${y}${m}${d}`,
      `${Number(d)} May ${y}`,
    ])
  },
  time: (r) => `${two(r.below(24))}${r.pick([':', '.'])}${two(r.below(60))}`,
  hours: (r) =>
    r.pick(['08:00-17:00', '8-17', '09.00–18.00', '10.00 - 16.30', '7–19'] as const) + (r.below(2) ? '' : ' '),
  expiry: (r) => `${two(1 + r.below(12))}/${27 + r.below(6)}`,
  price: (r) =>
    r.pick([
      `${thousands(1_000 + r.below(90_000_000), ' ')} kr`,
      `${r.below(9_000)}:-`,
      `€${thousands(r.below(9_000_000), ',')}.50`,
      `$${r.below(9_000)}.99`,
      `${r.below(99_999_999)} SEK`,
      `${thousands(100_000 + r.below(9_000_000), '.')},00 EUR`,
    ]),
  ip: (r) => `${r.pick(['10', '192', '172'])}.${r.below(256)}.${r.below(256)}.${r.below(256)}`,
  version: (r) =>
    r.pick([
      `${r.below(30)}.${r.below(30)}.${r.below(200)}`,
      `${r.below(9)}.${r.below(9)}.${r.below(9)}-rc.${r.below(9)}`,
      `v${r.below(30)}.${r.below(100)}`,
      `${r.below(200)}.0.${r.digits(4)}.${r.below(200)}`,
    ]),
  ean,
  tracking: (r) => r.pick([`RR${r.digits(9)}SE`, r.digits(12), `1Z${r.digits(8)}W${r.digits(7)}`, `00${r.digits(18)}`]),
  weight: (r) => r.pick([`${r.below(500)} kg`, `${r.below(90)},${r.below(9)} %`, `${r.below(9_000)} g`]),
  postcode: (r) => `${100 + r.below(800)} ${10 + r.below(80)}`,
  company: (r) => `55${r.digits(1)}${6 + r.below(3)}${r.digits(2)}-${r.digits(4)}`,
  uuid: (r) => `${r.digits(8)}-${r.digits(4)}-4${r.digits(3)}-a${r.digits(3)}-${r.digits(12)}`,
  year: (r) => String(1990 + r.below(40)),
  amount: (r) => r.pick([thousands(10_000 + r.below(90_000_000), r.pick([' ', ',', '.'])), String(r.below(9_999_999))]),
  isbn: (r) => `978-91-${r.digits(4)}-${r.digits(3)}-${r.digits(1)}`,
  size: (r) => `${r.below(300)}x${r.below(300)} mm`,
  small: (r) => String(r.below(999)),
}

/** As many sentences as asked for, every template in turn, each filled by the seed. */
export function makeSentences(count: number, seed: number): Sentence[] {
  const random = seeded(seed)
  return Array.from({ length: count }, (_, i) => fill(templates[i % templates.length]!, random))
}

function fill(template: string, random: Random): Sentence {
  let text = ''
  const data: Sentence['data'] = []
  for (const part of template.split(/(\{\w+\}|<\w+>)/)) {
    const name = part.slice(1, -1)
    if (part.startsWith('{')) {
      const value = kinds[name as Kind](random)
      data.push({ kind: name as Kind, start: text.length, end: text.length + value.length })
      text += value
    } else text += part.startsWith('<') && things[name] ? things[name](random) : part
  }
  return { text, data }
}
