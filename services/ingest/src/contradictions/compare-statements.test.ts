import { describe, expect, it } from 'vitest'
import { countNames } from './compare-statements.ts'
import { areParallel, judgeCandidates } from './judge-candidates.ts'
import { likelyLanguage, readStatements, withoutAmbiguous } from './read-statements.ts'
import { readValues } from './read-values.ts'

const read = (text: string, title: string, heading?: string) => {
  const language = likelyLanguage(text, null)
  const context = { title, heading, language, names: countNames([{ text }], language) }
  return { context, statements: readStatements({ text, heading }, language) }
}

/** What is found between two texts: the kinds, each once. */
function between(a: string, b: string, titles: [string, string] = ['One', 'Other']): string[] {
  const [one, two] = [read(a, titles[0]), read(b, titles[1])]
  const found = one.statements.map((said) =>
    judgeCandidates(said, one.context, [{ place: 0, statements: two.statements, context: two.context }]),
  )
  return [
    ...new Set(['nothing', ...found.map((each) => (typeof each === 'object' ? each.kind : (each ?? 'nothing')))]),
  ].filter((each, _, all) => each !== 'nothing' || all.length === 1)
}

describe('statements of two texts', () => {
  it.each([
    ['The key costs 40 euros to replace.', 'The key costs 60 euros to replace.', 'number'],
    ['The pool opens for everybody on 1 June.', 'The pool opens for everybody on 15 May.', 'date'],
    ['Dogs are allowed in the garden.', 'Dogs are not allowed in the garden.', 'polarity'],
    ['Dogs are allowed in the garden.', 'Dogs are forbidden in the garden.', 'polarity'],
    ['Can I swim in the lake?\nYes, all summer.', 'Can I swim in the lake?\nNo.', 'polarity'],
    ['Hunden får 3 portioner foder om dagen.', 'Hunden får 4 portioner foder om dagen.', 'number'],
    ['The minimum age for hiring a boat is 18.', 'The minimum age for hiring a boat is 16.', 'number'],
    ['The pool is open from 9:00 until 21:00.', 'The pool is open from 9:00 until 22:00.', 'date'],
    ['Das Bad öffnet im Sommer um 7 Uhr.', 'Das Bad öffnet im Sommer um 8 Uhr.', 'date'],
  ])('contradict each other: %s | %s', (a, b, kind) => expect(between(a, b)).toEqual([kind]))

  it.each([
    ['The key costs 40 euros to replace.', 'To replace the key costs 40 euros.'],
    ['Unused goods can be returned within 14 days.', 'Unused goods can be returned within two weeks.'],
    ['We employ about 1,200 people in Malmö.', 'We employ 1,187 people in Malmö.'],
    ['The bar opens for guests at 3 pm.', 'The bar opens for guests at 15:00.'],
  ])('are the same: %s | %s', (a, b) => expect(between(a, b)).toEqual(['same']))

  it.each([
    ['The Basic plan costs 9 dollars.', 'The Team plan costs 29 dollars.'],
    ['Adults pay 12 euros for a ticket.', 'Children pay 6 euros for a ticket.'],
    ['Unused goods can be returned within 30 days.', 'Unused goods from the sale can be returned within 7 days.'],
    ['Bus 4 stops at the museum.', 'Bus 7 stops at the museum.'],
    ['Revenue in 2022 was 5 million euros.', 'Revenue in 2023 was 6 million euros.'],
    ['The train from Oslo to Bergen takes 7 hours.', 'The train from Bergen to Oslo takes 8 hours.'],
    ['Orders of at least 50 euros are sent.', 'Orders of at most 500 euros are sent.'],
    [
      'The minimum deposit for a savings account is 100 euros.',
      'The maximum deposit for a savings account is 5,000 euros.',
    ],
    ['Minimum age for hiring a boat is 18.', 'Maximum age for hiring a boat is 75.'],
    ['Shipping costs 5 euros for orders under 50 euros.', 'Shipping costs 9 euros for orders over 50 euros.'],
    ['Children under 6 pay 2 euros in the museum.', 'Children over 6 pay 8 euros in the museum.'],
    ['Applications are possible from 1 March.', 'Applications are possible until 30 April.'],
    ['The pool is open from 9:00.', 'The pool is open until 21:00.'],
    ['Badet är öppet från klockan 9.', 'Badet är öppet till klockan 21.'],
    ['Das Bad ist ab 9 Uhr geöffnet.', 'Das Bad ist bis 21 Uhr geöffnet.'],
    ['New members of the club pay 10 euros a month.', 'Members of the club pay 20 euros a month.'],
    ['You cannot cancel the trip unless you are ill.', 'You can cancel the trip.'],
    ['Record Changes', 'Changes are not recorded.'],
    ['Changing the data source', 'They do not change when the source data changes.'],
    ['All changes are recorded.', 'Not all changes are recorded.'],
  ])('speak of different things, or of none: %s | %s', (a, b) => expect(between(a, b)).toEqual(['nothing']))

  it('are about different products, years or companies when titles or names say so', () => {
    const [a, b] = ['The kettle holds 1.5 litres of water.', 'The kettle holds 1.7 litres of water.']
    expect(between(a, b, ['Kettle', 'Guide to the kettle'])).toEqual(['number'])
    expect(between(a, b, ['Kettle K100', 'Kettle K200'])).toEqual(['nothing'])
    expect(between(a, b, ['Kettles 2023', 'Kettles 2024'])).toEqual(['nothing'])
    const about = (name: string, text: string) =>
      `We at ${name} sell kettles. Ask ${name} first. Only ${name} has them. ${text}`
    expect(between(about('Northfield', a), about('Southgate', b))).toEqual(['nothing'])
    expect(between(about('Northfield', a), about('Northfield', b))).toContain('number')
  })

  it.each([
    ['Parking costs 30 kronor an hour.', 'Parking costs 20 kronor an hour.', 'Stockholm store', 'Malmö store'],
    [
      'You can return goods within 30 days.',
      'You can return goods within 14 days.',
      'Returns in Sweden',
      'Returns in Germany',
    ],
    ['The plan costs 4 euros a month.', 'The plan costs 29 euros a month.', 'Guest plan', 'Team plan'],
    [
      'The company employs 41,000 people.',
      'The company employs 29,900 people.',
      'Amcor annual report 2023',
      'Adobe annual report 2023',
    ],
    [
      'Rabatten är 10 procent på allt.',
      'Rabatten är 25 procent på allt.',
      'Rabatt för studenter',
      'Rabatt för pensionärer',
    ],
    [
      'Die Garantie gilt 2 Jahre ab Kauf.',
      'Die Garantie gilt 5 Jahre ab Kauf.',
      'Garantie Waschmaschine',
      'Garantie Trockner',
    ],
  ])('are about different things when a word of the titles says so: %s | %s', (a, b, one, other) => {
    expect(between(a, b, [one, other])).toEqual(['nothing'])
    expect(between(b, a, [other, one])).toEqual(['nothing'])
  })

  it.each([
    [
      'Goods can be returned within 30 days.',
      'Goods can be returned within 14 days.',
      'Returns 2024-01',
      'Returns (new)',
    ],
    ['The Basic plan costs 4 euros a month.', 'The Basic plan costs 5 euros a month.', 'Basic plan', 'All plans'],
    [
      'Parking at the harbour costs 30 kronor.',
      'Parking at the harbour costs 20 kronor.',
      'Price list',
      'For visitors',
    ],
  ])('contradict each other whatever the titles add: %s | %s', (a, b, one, other) =>
    expect(between(a, b, [one, other])).toEqual(['number']),
  )

  it.each([
    ['4. Select Save.', '6. Select Save.'],
    ['3) Click the button Invite people.', '5) Click the button Invite people.'],
    ['(2) Open the settings of your workspace.', '(3) Open the settings of your workspace.'],
    ['Step 4: Restart the server at once.', 'Step 2: Restart the server at once.'],
    ['2.1 Opening a new account', '3.4 Opening a new account'],
    ['12. Wählen Sie dann Speichern aus.', '7. Wählen Sie dann Speichern aus.'],
    ['Steg 2. Klicka sedan på knappen Spara.', 'Steg 5. Klicka sedan på knappen Spara.'],
  ])('have no figures in what numbers a list: %s | %s', (a, b) => expect(between(a, b)).not.toContain('number'))

  it.each([
    ['Schüler', 'Erwachsene'],
    ['Students', 'Seniors'],
    ['Företagskunder', 'Privatkunder'],
    ['Summer opening', 'In the winter'],
    ['Full-time staff', 'Part-time'],
    ['Sommerfahrplan', 'Winterfahrplan'],
    ['Bolån', 'Studielån'],
    ['Web app', 'Android'],
    ['Free plan', 'Pro plan'],
    ['Gratis', 'Enterprise'],
  ])('are about different customers, seasons or plans when titles name these: %s | %s', (one, other) => {
    const [a, b] = ['The entrance to the museum costs 4 euros.', 'The entrance to the museum costs 9 euros.']
    expect(between(a, b, [one, other])).toEqual(['nothing'])
  })

  it.each([
    ['Free delivery', 'Premium brands'],
    ['A new year', 'News of the month'],
    ['The web shop', 'Windows and doors'],
    ['Nytt år', 'Månadens nyheter'],
    ['Web', 'Price list'],
    ['Zahlung', 'Rechnung'],
    ['Öffnungszeiten', 'Geschäftszeiten'],
  ])(
    'contradict each other under titles whose common words only look like a plan or a platform: %s | %s',
    (one, other) => {
      const [a, b] = ['The entrance to the museum costs 4 euros.', 'The entrance to the museum costs 9 euros.']
      expect(between(a, b, [one, other])).toEqual(['number'])
    },
  )

  it('say nothing by the number of a section alone', () => {
    const [one, two] = [read('2.6.', 'FAQ', 'Getting Debian'), read('2.7.', 'Chapter 2', 'Getting Debian')]
    expect([...one.statements, ...two.statements]).toEqual([])
  })

  it('are not compared when one text says several things about the subject', () => {
    const two = 'The ferry to the island leaves at 7:15. The ferry to the island leaves at 9:15.'
    expect(between('The ferry to the island leaves at 8:00.', two)).toEqual(['nothing'])
    expect(between('The ferry to the island leaves at 9:15.', two)).toEqual(['same'])
    const all = read(two, 'Ferry').statements.map((statement) => ({ statement }))
    expect(withoutAmbiguous(all)).toEqual([])
  })
})

it('two documents of the same form about different names are parallel; two of one company are not', () => {
  const named = (name: string) => read(`${Array(4).fill(`It is ${name} that we write of.`).join(' ')}`, 'Form').context
  const counts = { same: 1, different: 5 }
  expect(areParallel(counts, named('Northfield'), named('Southgate'))).toBe(true)
  expect(areParallel(counts, named('Northfield'), named('Northfield'))).toBe(false)
  expect(areParallel({ same: 9, different: 5 }, named('Northfield'), named('Southgate'))).toBe(false)
})

it.each([
  ['Manual D45', 'Manual', true],
  ['Manual (v2)', 'Manual', false],
  ['Prices Q3', 'Prices rev4', false],
  ['Manual', 'Manual', false],
])('two manuals are parallel when the title of one names a model that the other lacks: %s | %s', (one, other, is) => {
  const titled = (title: string) => read('Fill in water.', title).context
  expect(areParallel({ same: 98, different: 62 }, titled(one), titled(other))).toBe(is)
  expect(areParallel({ same: 98, different: 2 }, titled(one), titled(other))).toBe(false)
})

it('a single letter is a unit and no name that a document is about', () => {
  const fuses = read(`Det är en säkring för huset. ${'Den är på 16 A eller 20 A. '.repeat(9)}`, 'Priser')
  expect(fuses.context.names.has('a')).toBe(false)
})

it('table cells are identified by row and column, also when the header holds the units', () => {
  const chunk = (rows: [string, string][], header: string) => {
    const text = rows.map(([label, value]) => `${label} | ${value}`).join('\n')
    let start = 0
    const all = rows.map(([label, value]) => {
      const row = { label, values: [value], start, end: start + `${label} | ${value}`.length }
      start = row.end + 1
      return row
    })
    return { text, tables: [{ caption: 'Tickets for the swimming hall', headers: [header], rows: all }] }
  }
  const rows: [string, string][] = [
    ['Day ticket adult', '95'],
    ['Day ticket child', '45'],
  ]
  const [first] = readStatements(chunk(rows, 'Price (kr)'), 'en')
  expect(first).toMatchObject({
    kind: 'cell',
    text: 'Day ticket adult, Price (kr): 95',
    quote: 'Day ticket adult | 95',
    value: '95',
    values: [{ unit: 'money:SEK', low: 95 }],
  })
  expect(chunk(rows, 'Price (kr)').text.slice(first!.start, first!.end)).toBe('95')
})

it.each([
  ['from 9:00 to 17:30', null, { kind: 'time', low: 540, high: 1050 }],
  ['at 7 pm', 'en', { kind: 'time', low: 1140 }],
  ['klockan 21', 'sv', { kind: 'time', low: 1260 }],
  ['1,234.50 euros', 'en', { unit: 'money:EUR', low: 1234.5 }],
  ['1.234,50 Euro', 'de', { unit: 'money:EUR', low: 1234.5 }],
  ['2 140 kr', 'sv', { unit: 'money:SEK', low: 2140 }],
  ['4,95 Euro', 'de', { unit: 'money:EUR', low: 4.95 }],
  ['1 månads', 'sv', { unit: 'duration', low: 30.4 }],
  ['three weeks', 'en', { unit: 'duration', low: 21 }],
  ['den 5 maj 2025', 'sv', { kind: 'date', low: 505, year: 2025 }],
  ['2025-05-17', null, { kind: 'date', low: 517, year: 2025 }],
  ['room 12', 'en', { low: 12, isLabel: true }],
  ['Galaxy Tab 10', 'en', { low: 10, isLabel: true }],
  ['no more than 5 people', 'en', { low: 5, bound: 'max' }],
])('%s is read as a value', (text, language, value) => {
  expect(readValues(text, language)).toEqual([expect.objectContaining(value)])
})

it('addresses and ages are not compared as values', () => {
  expect(readValues('Open http://192.168.1.1/ or write to a2@example.org', 'en')).toEqual([])
  expect(readValues('Children under 5 may enter', 'en')).toEqual([expect.objectContaining({ kind: 'amount', low: 5 })])
})

describe('headings that name cases', () => {
  const underHeadings = (a: [heading: string, text: string], b: [heading: string, text: string]) => {
    const [one, two] = [read(a[1], 'Limits', a[0]), read(b[1], 'What you may send', b[0])]
    const candidates = [{ place: 0, statements: two.statements, context: two.context }]
    return one.statements.map((said) => judgeCandidates(said, one.context, candidates))
  }
  const [small, large] = [
    'Pictures in a message may take up 5 MB of storage.',
    'Pictures in a message may take up 9 MB of storage.',
  ]

  it.each([
    ['Android', 'Windows'],
    ['Monthly', 'Yearly'],
    ['Enterprise', 'Free'],
    ['Kostenlos', 'Premium'],
  ])('tell statements apart: %s | %s', (first, second) => {
    expect(underHeadings([first, small], [second, large])).toEqual([undefined])
  })

  it.each([
    ['Android', 'On Android'],
    ['Android', 'Pictures'],
    ['Windows and Linux', 'Linux'],
  ])('tell nothing apart if they may be the same case: %s | %s', (first, second) => {
    expect(underHeadings([first, small], [second, large])).toMatchObject([{ kind: 'number' }])
  })
})
