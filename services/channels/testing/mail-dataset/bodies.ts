import type { Language } from './draft.ts'

type Texts = {
  /** What customers write, each in paragraphs of lines. */
  customers: string[][][]
  /** What we answered, in paragraphs. */
  ours: string[][]
  /** One answer for each of our three paragraphs. */
  inline: string[][]
  closings: string[][]
  signatures: string[][]
  subjects: string[]
  /** Words of the kind that a careless reader takes for a quote, a signature or a header block. */
  traps: string[][][]
  notes: string[][][]
  pointsBelow: string[][]
}

const en: Texts = {
  customers: [
    [['Hi,'], ['Yes please, send the blue one instead. I can wait until Friday if it has to be ordered.']],
    [
      ['Thanks for the quick reply! The parcel still has not arrived and the tracking has not moved since Monday.'],
      ['Could you ask the carrier where it is?'],
    ],
    [
      ['Hello again,'],
      ['I tried what you said:'],
      ['1. turned it off', '2. held the button for ten seconds', '3. turned it on again'],
      ['It still blinks red.'],
    ],
    [['My order number is 48213377.']],
    [
      ['Good morning,'],
      ['Is it possible to change the delivery address to 14 High Street, 2nd floor? The door code is 4711.'],
      ['If not, please cancel the order.'],
    ],
    [['Great, that worked!']],
    [
      ['I would like my money back.'],
      ['You promised it within 5 days – it has been 12. What is going on?'],
      ['I have attached the receipt once more.'],
    ],
    [['See https://shop.example/products/boots?size=42 for the one I mean.'], ['Do you have it in size 42?']],
    [['No.']],
    [
      ['Two things:'],
      ['First, the invoice has the wrong company name on it. It must say "Berg & Söner AB".'],
      ['Second, we need an e-mail address to send future orders to.'],
    ],
    [
      ['Can I return shoes which I have worn outside once? They hurt quite a bit.'],
      ['Otherwise I am happy with everything.'],
    ],
    [['I am on the train, so briefly: 3 pieces, not 4.']],
  ],
  ours: [
    [
      'Hello, and thank you for your message.',
      'Returns are free within 30 days of the day on which you got your parcel. Which size would you like instead?',
      'You can read more at https://shop.example/returns or just answer this mail.',
    ],
    [
      'Hi! Your parcel left our warehouse on Tuesday.',
      'Would you like us to send a new one, or do you want your money back?',
      'Reply to this e-mail and a person will read it.',
    ],
    [
      'Thank you for writing to us.',
      'To help you we need your order number and a picture of the damage.',
      'Kind regards, the support team',
    ],
  ],
  inline: [
    ['Thank you for getting back to me.', 'Size 42, please.', 'I could not open that page.'],
    ['Good to know.', 'I want my money back.', 'I hope so!'],
    ['You are welcome.', 'It is 48213377, the picture is attached.', 'Same to you.'],
  ],
  closings: [
    ['Best regards', 'Anna Berg'],
    ['Kind regards,', 'Anna'],
    ['Regards', 'Anna Berg', 'Berg & Partners Ltd', '+44 20 7946 0123'],
    ['Cheers,', 'Anna'],
    ['Best,', 'Anna'],
  ],
  signatures: [
    ['Anna Berg', 'Purchasing Manager', 'Berg & Partners Ltd', 'Tel: +44 20 7946 0123', 'www.bergpartners.example'],
    ['Anna Berg | Berg & Partners', '14 High Street, London'],
  ],
  subjects: [
    'Question about my order 48213377',
    'Where is my parcel?',
    'Return of boots',
    'Wrong name on invoice 2026-118',
  ],
  traps: [
    [['I booked this trip:'], ['From: London', 'To: Edinburgh', 'Date: 5 May'], ['Can I change the date?']],
    [['On Monday your colleague wrote that I would get a refund.'], ['I still have not got it.']],
    [
      ['Best of all would be a new pair. Thanks to your colleague I know that they exist.'],
      ['Regards to her!'],
      ['One more question: do they come in red?'],
    ],
    [['Your site says:'], ['"Sent from our warehouse within 24 hours"'], ['It has been three days.']],
    [
      ['Sizes', '--', '42: too small', '43: too large'],
      ['Is there anything in between that you would recommend for wide feet?'],
    ],
  ],
  notes: [
    [['Please have a look at this one, it never got an answer.']],
    [['Is this mail really from you?'], ['It looks strange to me.']],
    [['FYI, see the price that your colleague promised.']],
  ],
  pointsBelow: [['See my answers below in red.'], ['My comments inline.']],
}

const sv: Texts = {
  customers: [
    [['Hej,'], ['Ja tack, skicka den blå i stället. Jag kan vänta till fredag om ni måste beställa hem den.']],
    [
      ['Tack för snabbt svar! Paketet har fortfarande inte kommit och spårningen har stått stilla sedan i måndags.'],
      ['Kan ni fråga fraktbolaget var det är?'],
    ],
    [
      ['Hej igen!'],
      ['Jag provade det du skrev:'],
      ['1. stängde av', '2. höll in knappen i tio sekunder', '3. slog på igen'],
      ['Den blinkar ändå rött.'],
    ],
    [['Mitt ordernummer är 48213377.']],
    [
      ['God morgon,'],
      ['Går det att ändra leveransadressen till Storgatan 14, 2 tr? Portkoden är 4711.'],
      ['Annars får ni avbeställa.'],
    ],
    [['Toppen, det fungerade!']],
    [
      ['Jag vill ha pengarna tillbaka.'],
      ['Ni lovade det inom 5 dagar – nu har det gått 12. Vad är det som händer?'],
      ['Kvittot är bifogat en gång till.'],
    ],
    [['Se https://shop.example/products/kangor?storlek=42, det är den jag menar.'], ['Finns den i storlek 42?']],
    [['Nej.']],
    [
      ['Två saker:'],
      ['Det står fel företagsnamn på fakturan. Det ska stå "Berg & Söner AB".'],
      ['Vi behöver också en e-postadress att skicka beställningar till.'],
    ],
    [
      ['Får jag lämna tillbaka skor som jag har haft på mig ute en gång? De skaver ganska mycket.'],
      ['Annars är jag nöjd med allt.'],
    ],
    [['Sitter på tåget, så kort: 3 stycken, inte 4.']],
  ],
  ours: [
    [
      'Hej och tack för ditt meddelande.',
      'Du har fri retur inom 30 dagar från den dag då du fick ditt paket. Vilken storlek vill du ha i stället?',
      'Läs mer på https://shop.example/retur eller svara på det här mejlet.',
    ],
    [
      'Hej! Ditt paket lämnade vårt lager i tisdags.',
      'Vill du att vi skickar ett nytt, eller vill du ha pengarna tillbaka?',
      'Svara på mejlet så läser en människa det.',
    ],
    [
      'Tack för att du hör av dig.',
      'För att kunna hjälpa dig behöver vi ditt ordernummer och en bild på skadan.',
      'Med vänlig hälsning, kundtjänst',
    ],
  ],
  inline: [
    ['Tack för att du återkommer.', 'Storlek 42, tack.', 'Jag kunde inte öppna den sidan.'],
    ['Bra att veta.', 'Jag vill ha pengarna tillbaka.', 'Det hoppas jag!'],
    ['Varsågod.', 'Det är 48213377, bilden är bifogad.', 'Detsamma.'],
  ],
  closings: [
    ['Med vänlig hälsning', 'Åsa Öberg'],
    ['Mvh Åsa'],
    ['Vänliga hälsningar,', 'Åsa Öberg', 'Öberg Bygg AB', '070-123 45 67'],
    ['Hälsningar', 'Åsa'],
    ['MVH', 'Åsa Öberg'],
    ['/Åsa'],
  ],
  signatures: [
    ['Åsa Öberg', 'Inköpschef', 'Öberg Bygg AB', 'Tel: 08-123 456 78', 'www.obergbygg.example'],
    ['Åsa Öberg | Öberg Bygg', 'Storgatan 14, 111 22 Stockholm'],
  ],
  subjects: ['Fråga om order 48213377', 'Var är mitt paket?', 'Retur av kängor', 'Fel namn på faktura 2026-118'],
  traps: [
    [['Jag har bokat den här resan:'], ['Från: Stockholm', 'Till: Göteborg', 'Datum: 5 maj'], ['Kan jag byta dag?']],
    [['Den 20 november skrev er kollega att jag skulle få pengarna tillbaka.'], ['De har inte kommit.']],
    [
      ['Bäst vore ett nytt par. Tack vare din kollega vet jag att de finns.'],
      ['Hälsningar till henne!'],
      ['En fråga till: finns de i rött?'],
    ],
    [['På er sida står det:'], ['"Skickat från vårt lager inom 24 timmar"'], ['Nu har det gått tre dagar.']],
    [
      ['Storlekar', '--', '42: för liten', '43: för stor'],
      ['Finns det något däremellan som ni skulle rekommendera för breda fötter?'],
    ],
  ],
  notes: [
    [['Titta gärna på det här, det fick aldrig något svar.']],
    [['Är det här mejlet verkligen från er?'], ['Det ser konstigt ut.']],
    [['För kännedom, se priset som er kollega lovade.']],
  ],
  pointsBelow: [['Se mina svar nedan i rött.'], ['Mina svar i texten nedan.']],
}

/** What is said in the corpus, in both languages. */
export const bodies: Record<Language, Texts> = { en, sv }
