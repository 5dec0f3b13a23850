/** A knowledge base in which a shop's rules stand beside a company's figures, and questions about what neither says. */
export type MixedBase = {
  language: string
  documents: { title: string; text: string }[]
  /** Nothing in the base answers these, though its words are in them. */
  unanswerable: string[]
  /** What the base does say, so that refusing everything is no success. */
  answerable: { question: string; answers: string[] }[]
}

/** Constants may be fitted on these. */
export const fittingBases: MixedBase[] = [
  {
    language: 'en',
    documents: [
      {
        title: 'Returns',
        text: `Returns and exchanges

You can return an unused item within 30 days of delivery. Towels, robes and buckets must be unwashed and in their packaging.

How do I send a return?
Print the label in your account and leave the parcel at any service point. Returns are free within the country.

Refunds
We refund the card you paid with within 5 working days after we receive the parcel. Delivery fees are refunded only when the item was faulty.`,
      },
      {
        title: 'Delivery',
        text: `We deliver to Sweden, Norway, Denmark and Finland. Orders placed before 14:00 leave our warehouse the same day.

- Service point: 49 SEK, 2 to 3 working days
- Home delivery: 99 SEK, 1 to 2 working days
- Sauna stoves and heaters: 690 SEK, delivered by lorry to the kerb

Orders over 800 SEK ship for free, stoves excluded.`,
      },
      {
        title: 'Gift cards and members',
        text: `A gift card is valid for two years and can be used in the web shop only. Members collect one point for every 10 SEK. 500 points become a voucher of 50 SEK.`,
      },
      {
        title: 'Interim report Q2',
        text: `Condensed income statement (SEK million)
| | Q2 2025 | Q2 2024 |
|---|---|---|
| Net sales | 1,204 | 1,118 |
| Cost of goods sold | 640 | 655 |
| Gross profit | 564 | 463 |
| Selling expenses | 298 | 281 |
| Administrative expenses | 71 | 69 |
| Operating profit | 195 | 113 |

Net sales rose by 8 percent. The average number of employees was 412. The board decided on a dividend of 2.50 SEK per share.`,
      },
      {
        title: 'Balance sheet',
        text: `Condensed balance sheet (SEK million)
| | 30 June 2025 | 31 December 2024 |
|---|---|---|
| Inventories | 388 | 402 |
| Trade receivables | 156 | 149 |
| Cash and cash equivalents | 267 | 201 |
| Long-term debt | 450 | 480 |
| Equity | 902 | 840 |`,
      },
    ],
    unanswerable: [
      'What does a sauna towel cost?',
      'How much is a bucket?',
      'What is the price of a robe?',
      'Which sauna stove is best for a small room?',
      'How many points does a new member get?',
      'How much does it cost to repair a heater?',
      'Do you sell stoves with remote control?',
      'Can I wash the towels at 90 degrees?',
      'What is the warranty on a heater?',
      'How do I install a sauna stove?',
      'Where is your shop in Oslo?',
      'What time does the store open on Saturday?',
      'Who is the chief executive?',
      'What are the net sales in Norway?',
      'How many shops does the company have?',
      'What did the company pay for its warehouse?',
      'Is the dividend taxed?',
      'What is the share price today?',
      'How many gift cards were sold last year?',
      'What is the salary of an employee?',
    ],
    answerable: [
      { question: 'How long do I have to return an item?', answers: ['30 days'] },
      { question: 'What does home delivery cost?', answers: ['99 SEK'] },
      { question: 'When do orders ship for free?', answers: ['800 SEK'] },
      { question: 'How long is a gift card valid?', answers: ['two years'] },
      { question: 'When do I get my refund?', answers: ['5 working days'] },
      { question: 'What were net sales in Q2 2025?', answers: ['1,204'] },
      { question: 'How many employees are there on average?', answers: ['412'] },
      { question: 'How big is the dividend per share?', answers: ['2.50 SEK'] },
      { question: 'Which countries do you deliver to?', answers: ['Sweden, Norway, Denmark and Finland'] },
      { question: 'What is a voucher of 500 points worth?', answers: ['50 SEK'] },
    ],
  },
  {
    language: 'sv',
    documents: [
      {
        title: 'Köpvillkor',
        text: `Ångerrätt och retur

Du har 14 dagars ångerrätt från den dag du fick varan. Varan ska vara oanvänd och ligga i sin förpackning.

Kan jag byta storlek?
Ja. Byten är fria inom Sverige.

Frakten kostar 59 kronor för paket upp till 5 kg. Köp över 600 kronor skickas fraktfritt.`,
      },
      {
        title: 'Betalning',
        text: `Du kan betala med kort, Swish eller faktura. Fakturan ska betalas inom 30 dagar. Påminnelseavgiften är 60 kronor. Delbetalning erbjuds från 1 000 kronor.`,
      },
      {
        title: 'Delårsrapport januari–juni',
        text: `Koncernens resultaträkning, Mkr
| | jan–jun 2025 | jan–jun 2024 |
|---|---|---|
| Nettoomsättning | 845 | 790 |
| Kostnad för sålda varor | -512 | -498 |
| Bruttoresultat | 333 | 292 |
| Försäljningskostnader | -141 | -138 |
| Rörelseresultat | 118 | 84 |

Medelantalet anställda var 236. Soliditeten uppgick till 48 procent.`,
      },
    ],
    unanswerable: [
      'Vad kostar en cykelhjälm?',
      'Hur mycket kostar det att laga en punktering?',
      'Vilken storlek ska jag ha på ramen?',
      'När öppnar butiken på söndag?',
      'Vem är vd?',
      'Hur många butiker har ni?',
      'Vad är resultatet för juli?',
      'Vad kostar en varumärkesregistrering?',
      'Hur många kronor kostar ett presentkort?',
      'Vad tjänar en anställd i butiken?',
    ],
    answerable: [
      { question: 'Hur lång är ångerrätten?', answers: ['14 dagar'] },
      { question: 'Kan jag byta storlek?', answers: ['Ja'] },
      { question: 'Vad kostar frakten?', answers: ['59 kronor'] },
      { question: 'Hur hög är påminnelseavgiften?', answers: ['60 kronor'] },
      { question: 'Vad var nettoomsättningen jan–jun 2025?', answers: ['845'] },
    ],
  },
]

/** Nothing is fitted on these: they were written before anything was tried on the ones above. */
export const heldOutBases: MixedBase[] = [
  {
    language: 'en',
    documents: [
      {
        title: 'Shop rules',
        text: `# Garden shop rules

## Plants
Plants come with a one-year growth guarantee. Send a photo of the plant and your receipt, and we replace it once.

## Click and collect
Order online and collect in the store after two hours. We keep your order for five days. Bring your order number and an identity card.

## Tool rental
A hedge trimmer costs 250 SEK a day to rent, a lawn scarifier 400 SEK. A deposit of 1,000 SEK is required.`,
      },
      {
        title: 'Customer service',
        text: `Our customer service answers on weekdays between 9 and 17. Complaints are handled within ten days. Keep the receipt: without it we can't take goods back.

Damaged on arrival? Take pictures of the box and the goods on the same day.`,
      },
      {
        title: 'Loyalty club',
        text: `The club is free to join. Members get 10 percent off pots and soil in April, and a newsletter every month. You can leave the club at any time in your profile.`,
      },
      {
        title: 'Year-end report',
        text: `Consolidated statement of income, EUR thousand

Item | 2024 | 2023
Revenue | 48,310 | 45,902
Cost of sales | 29,877 | 28,640
Gross margin | 18,433 | 17,262
Personnel expenses | 9,120 | 8,845
Depreciation | 2,044 | 1,990
Rent and leasing | 1,310 | 1,275
Profit before tax | 4,016 | 3,207
Income tax | 827 | 661

Revenue from licences grew by 12 percent. The company opened an office in Riga in May. Capital expenditure amounted to EUR 3.1 million.`,
      },
      {
        title: 'Shareholders',
        text: `The five largest shareholders hold 61 percent of the votes. The annual general meeting is held on 24 April at 15:00 in Uppsala. Shareholders who wish to attend must register by 16 April.`,
      },
    ],
    unanswerable: [
      'What does a bag of soil cost?',
      'How much is a clay pot?',
      'What does it cost to have a hedge cut?',
      'How often should I water an olive tree?',
      'Can I rent a trailer?',
      'When should I plant tulips?',
      'Do you have apple trees in stock?',
      'What are the opening hours of the store?',
      'Which fertiliser is best for roses?',
      'Do members get a discount on tools?',
      'How long does home delivery take?',
      'What is the price of a lawn mower?',
      'What was the revenue in Latvia?',
      'Who is the largest shareholder?',
      'How many people work in Riga?',
      'What is the cost of a licence?',
      'What is the tax on plants?',
      'What did the company earn in the first quarter?',
      'How much does membership cost for companies?',
      'What is the phone number of customer service?',
    ],
    answerable: [
      { question: 'What does it cost to rent a hedge trimmer?', answers: ['250 SEK'] },
      { question: 'How long do you keep my order?', answers: ['five days'] },
      { question: 'When does customer service answer?', answers: ['9 and 17'] },
      { question: 'What was the revenue in 2024?', answers: ['48,310'] },
      { question: 'How much income tax was there in 2023?', answers: ['661'] },
      { question: 'When is the annual general meeting?', answers: ['24 April'] },
      { question: 'Do plants have a guarantee?', answers: ['one-year growth guarantee'] },
      { question: 'How much is the deposit for tool rental?', answers: ['1,000 SEK'] },
      { question: 'How can I leave the club?', answers: ['in your profile'] },
      { question: 'How large was capital expenditure?', answers: ['3.1 million'] },
    ],
  },
  {
    language: 'sv',
    documents: [
      {
        title: 'Regler i butiken',
        text: `Öppet köp gäller i 60 dagar mot kvitto. Rabattkoder kan inte kombineras. Presentkort löses inte in mot pengar.

Verkstaden tar emot skidor för vallning måndag till torsdag. Vallning kostar 350 kronor och är klar nästa dag.`,
      },
      {
        title: 'Uthyrning',
        text: `Hyra av längdskidor: 220 kronor per dag. Pjäxor ingår. Utrustningen ska lämnas tillbaka före klockan 18. Förlorad stav ersätts med 300 kronor.`,
      },
      {
        title: 'Årsredovisning',
        text: `Resultaträkning, tkr

Post | 2024 | 2023
Nettoomsättning | 12 480 | 11 950
Handelsvaror | 6 902 | 6 741
Personalkostnader | 2 815 | 2 702
Lokalkostnader | 944 | 910
Årets resultat | 611 | 498

Styrelsen föreslår att 200 tkr delas ut till aktieägarna. Bolaget har sitt säte i Östersund.`,
      },
    ],
    unanswerable: [
      'Vad kostar ett par pjäxor?',
      'Vad kostar det att slipa skridskor?',
      'Hur länge räcker en vallning?',
      'Kan jag hyra en hjälm?',
      'Vilka skidor passar en nybörjare?',
      'Vad kostar hyran för lokalen?',
      'Var ligger butiken?',
      'Hur många anställda har bolaget?',
      'Vem sitter i styrelsen?',
      'Vad kostar frakten?',
    ],
    answerable: [
      { question: 'Hur länge gäller öppet köp?', answers: ['60 dagar'] },
      { question: 'Vad kostar vallning?', answers: ['350 kronor'] },
      { question: 'Vad kostar det att hyra längdskidor?', answers: ['220 kronor'] },
      { question: 'Hur stora var personalkostnaderna 2024?', answers: ['2 815'] },
      { question: 'Var har bolaget sitt säte?', answers: ['Östersund'] },
    ],
  },
]
