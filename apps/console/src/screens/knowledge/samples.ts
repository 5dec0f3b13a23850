/** Marks what `sampleSources` added, so that it can be removed together. */
export const sampleTag = 'sample'

type Sample = { title: string; text: string }

const en: Sample[] = [
  {
    title: 'Returns and refunds',
    text: `# Returns and refunds

You can return any lamp from Lyckan Lamps within 30 days. The lamp must be unused and in its original box.

Refunds are paid to the card that you paid with, within 5 business days after the lamp arrives in our warehouse.

Bulbs that have been opened can't be returned.`,
  },
  {
    title: 'Delivery',
    text: `# Delivery

| Country | Price | Days |
|---|---|---|
| Sweden | 49 kr | 2 to 3 |
| Norway | 99 kr | 4 to 6 |
| Denmark | 79 kr | 3 to 5 |

Delivery is free for orders above 600 kr. You get a text message when the parcel can be collected.`,
  },
  {
    title: 'Warranty',
    text: `# Warranty

Every lamp has a three-year warranty. It covers faults in material and electronics, but not scratches or broken glass.

Send a photo of the fault and your order number to warranty@lyckan.example. We repair or replace the lamp at no cost.`,
  },
  {
    title: 'Opening hours and shop',
    text: `# Our shop

The shop is at Storgatan 12 in Lund. It is open Monday to Friday from 10 to 18 and Saturday from 10 to 15. It is closed on Sundays.

Parking behind the shop is free for two hours.`,
  },
]

const sv: Sample[] = [
  {
    title: 'Returer och återbetalning',
    text: `# Returer och återbetalning

Du kan returnera alla lampor från Lyckan Lampor inom 30 dagar. Lampan ska vara oanvänd och ligga i sin originalkartong.

Pengarna betalas tillbaka till kortet du betalade med, inom 5 arbetsdagar efter att lampan har kommit till vårt lager.

Öppnade glödlampor kan inte returneras.`,
  },
  {
    title: 'Leverans',
    text: `# Leverans

| Land | Pris | Dagar |
|---|---|---|
| Sverige | 49 kr | 2 till 3 |
| Norge | 99 kr | 4 till 6 |
| Danmark | 79 kr | 3 till 5 |

Leveransen är gratis vid köp över 600 kr. Du får ett sms när paketet kan hämtas.`,
  },
  {
    title: 'Garanti',
    text: `# Garanti

Alla lampor har tre års garanti. Den gäller fel i material och elektronik, men inte repor eller trasigt glas.

Skicka en bild på felet och ditt ordernummer till garanti@lyckan.example. Vi lagar eller byter lampan utan kostnad.`,
  },
  {
    title: 'Öppettider och butik',
    text: `# Vår butik

Butiken ligger på Storgatan 12 i Lund. Den är öppen måndag till fredag 10–18 och lördag 10–15. På söndagar har vi stängt.

Parkeringen bakom butiken är gratis i två timmar.`,
  },
]

/** A few sources of an invented shop, to look around with. */
export const sampleSources = (language: string): (Sample & { tags: string[] })[] =>
  (language === 'sv' ? sv : en).map((sample) => ({ ...sample, tags: [sampleTag] }))
