import type { MixedBase } from './other-subjects.ts'

/** Small knowledge bases as businesses have them, to fit on: short pages, titles that say what a page is about, plain questions. */
export const smallBases: MixedBase[] = [
  {
    language: 'en',
    documents: [
      {
        title: 'Check-in and check-out',
        text: 'Rooms are ready from 3 pm. Please leave your room by 11 am. Late check-out until 2 pm costs 25 euros. Our front desk is staffed around the clock.',
      },
      {
        title: 'Breakfast',
        text: 'We serve a buffet from 6.30 to 10 am, on weekends until 11 am. Children under six eat for free. Vegan and gluten-free dishes are marked.',
      },
      {
        title: 'Parking',
        text: 'The garage under the hotel costs 18 euros a night. Spaces cannot be booked ahead. Two chargers for electric cars are on level one.',
      },
      {
        title: 'Pets',
        text: 'Are dogs allowed?\nYes, dogs and cats are welcome for 15 euros a stay. They must not be left alone in the room.',
      },
      {
        title: 'Cancellation policy',
        text: 'You can cancel free of charge until two days before arrival. After that we charge the first night.',
      },
    ],
    unanswerable: [
      'Do you have a swimming pool?',
      'How far is the airport?',
      'Can I rent a bicycle?',
      'Is there a gym in the hotel?',
      'What does a suite cost?',
      'Do you serve dinner?',
      'How many rooms do you have?',
      'Can I pay with bitcoin?',
    ],
    answerable: [
      { question: 'When can I check in?', answers: ['3 pm'] },
      { question: 'What time is check-out?', answers: ['11 am'] },
      { question: 'What are the breakfast hours?', answers: ['6.30 to 10 am'] },
      { question: 'When is breakfast served?', answers: ['6.30 to 10 am'] },
      { question: 'How much is parking?', answers: ['18 euros'] },
      { question: 'Can I bring my dog?', answers: ['dogs and cats are welcome'] },
      { question: 'Until when can I cancel for free?', answers: ['two days before arrival'] },
      { question: 'Can I charge my electric car?', answers: ['Two chargers'] },
      { question: 'Do children pay for breakfast?', answers: ['Children under six eat for free'] },
      { question: 'What is your cancellation policy?', answers: ['two days before arrival'] },
      { question: 'What does a late check-out cost?', answers: ['25 euros'] },
    ],
  },
  {
    language: 'sv',
    documents: [
      {
        title: 'Medlemskap',
        text: 'Ett medlemskap kostar 349 kronor i månaden och har tre månaders bindningstid. Studenter betalar 279 kronor. Du säger upp medlemskapet i appen, senast en månad i förväg.',
      },
      {
        title: 'Öppettider på gymmet',
        text: 'Vi har öppet alla dagar 05–23. Receptionen är bemannad vardagar 10–19. På julafton är det stängt.',
      },
      {
        title: 'Gruppträning',
        text: 'Pass bokas i appen upp till sju dagar i förväg. Avbokar du senare än två timmar före passet kostar det 50 kronor.',
      },
      {
        title: 'Frysa kortet',
        text: 'Är du sjuk eller bortrest kan du frysa ditt kort i upp till tre månader. Det kostar 49 kronor i månaden.',
      },
      {
        title: 'Ålder',
        text: 'Får barn träna?\nNej. Åldersgränsen är 16 år. Ungdomar under 18 behöver målsmans godkännande.',
      },
    ],
    unanswerable: [
      'Har ni bastu?',
      'Vad kostar en personlig tränare?',
      'Finns det parkering?',
      'Säljer ni proteinpulver?',
      'Hur många gym har ni?',
      'Kan jag hyra en handduk?',
      'Finns det barnpassning?',
      'Vem äger gymmet?',
    ],
    answerable: [
      { question: 'Vad kostar ett medlemskap?', answers: ['349 kronor'] },
      { question: 'Hur lång är bindningstiden?', answers: ['tre månaders'] },
      { question: 'Hur mycket betalar studenter?', answers: ['279 kronor'] },
      { question: 'Hur säger jag upp mitt medlemskap?', answers: ['i appen'] },
      { question: 'Vilka öppettider har ni?', answers: ['05–23'] },
      { question: 'När är receptionen bemannad?', answers: ['vardagar 10–19'] },
      { question: 'Hur bokar jag ett pass?', answers: ['i appen upp till sju dagar'] },
      { question: 'Vad kostar en sen avbokning?', answers: ['50 kronor'] },
      { question: 'Hur länge kan jag frysa kortet?', answers: ['tre månader'] },
      { question: 'Hur gammal måste man vara?', answers: ['16 år'] },
      { question: 'Har ni öppet på julafton?', answers: ['stängt'] },
    ],
  },
  {
    language: 'en',
    documents: [
      {
        title: 'Billing',
        text: 'Invoices are sent on the first of each month by e-mail. You can pay by card or bank transfer within 20 days.\n\nHow do I change my card?\nOpen Settings, choose Billing and click Replace card.',
      },
      {
        title: 'Plans',
        text: '- Basic: 9 dollars a month, one user\n- Team: 29 dollars a month, up to ten users\n- Business: 79 dollars a month, unlimited users and single sign-on',
      },
      {
        title: 'Data and security',
        text: 'Your data is stored in Ireland and Germany. Backups are made every night and kept for 35 days. We never sell data to others.',
      },
      {
        title: 'Password reset',
        text: 'Click Forgot password on the sign-in page. The link in the e-mail works for one hour.',
      },
      {
        title: 'Support hours',
        text: 'Our support team answers Monday to Friday, 8 am to 5 pm Central European Time. The median reply takes three hours.',
      },
    ],
    unanswerable: [
      'Do you have an app for Android?',
      'Can I import data from Excel?',
      'Which programming language is it written in?',
      'Is there a discount for schools?',
      'How do I delete a project?',
      'Do you offer training?',
      'How many customers do you have?',
      'Can I export invoices to my accounting system?',
    ],
    answerable: [
      { question: 'When do I get my invoice?', answers: ['first of each month'] },
      { question: 'How can I pay?', answers: ['card or bank transfer'] },
      { question: 'How do I change my card?', answers: ['Replace card'] },
      { question: 'What does the Team plan cost?', answers: ['29 dollars'] },
      { question: 'How many users are in the Team plan?', answers: ['up to ten users'] },
      { question: 'Where is my data stored?', answers: ['Ireland and Germany'] },
      { question: 'How long are backups kept?', answers: ['35 days'] },
      { question: 'I forgot my password', answers: ['Forgot password'] },
      { question: 'What are your support hours?', answers: ['8 am to 5 pm'] },
      { question: 'Which plan has single sign-on?', answers: ['Business'] },
    ],
  },
  {
    language: 'sv',
    documents: [
      {
        title: 'Låna böcker',
        text: 'Lånetiden är fyra veckor för böcker och en vecka för filmer. Du kan låna om tre gånger, om ingen står i kö.',
      },
      {
        title: 'Förseningsavgifter',
        text: 'Lämnar du för sent kostar det 5 kronor per dag och bok, högst 100 kronor. Barnböcker är avgiftsfria.',
      },
      {
        title: 'Bibliotekskort',
        text: 'Kortet är gratis. Ta med legitimation till disken. Ett borttappat kort ersätts för 20 kronor.',
      },
      {
        title: 'Skriva ut',
        text: 'En utskrift i svartvitt kostar 2 kronor, i färg 5 kronor. Du betalar med kort vid skrivaren.',
      },
      {
        title: 'Hitta hit',
        text: 'Biblioteket ligger på Storgatan 12, bredvid stationen. Hiss finns vid södra ingången.',
      },
    ],
    unanswerable: [
      'Kan jag låna en dator?',
      'Har ni sagostund för barn?',
      'Vad kostar det att hyra en lokal?',
      'Vilka tidningar har ni?',
      'Köper ni in böcker på önskemål?',
      'Hur många böcker finns det?',
      'Vem är bibliotekschef?',
      'Får man äta i biblioteket?',
    ],
    answerable: [
      { question: 'Hur länge får jag låna en bok?', answers: ['fyra veckor'] },
      { question: 'Hur många gånger kan jag låna om?', answers: ['tre gånger'] },
      { question: 'Vad händer om jag lämnar för sent?', answers: ['5 kronor'] },
      { question: 'Vad kostar ett bibliotekskort?', answers: ['gratis'] },
      { question: 'Jag har tappat mitt kort', answers: ['20 kronor'] },
      { question: 'Vad kostar en utskrift i färg?', answers: ['i färg 5 kronor'] },
      { question: 'Var ligger biblioteket?', answers: ['Storgatan 12'] },
      { question: 'Finns det hiss?', answers: ['Hiss finns'] },
      { question: 'Hur lång tid tar det innan filmer måste lämnas?', answers: ['en vecka för filmer'] },
    ],
  },
  {
    language: 'de',
    documents: [
      {
        title: 'Versand',
        text: 'Wir liefern nach Deutschland und Österreich. Der Versand kostet 4,95 Euro, ab 60 Euro ist er kostenlos. Die Lieferzeit beträgt zwei bis vier Werktage.',
      },
      {
        title: 'Rückgabe',
        text: 'Sie können Ware innerhalb von 30 Tagen zurückgeben. Das Geld erhalten Sie binnen einer Woche zurück.\n\nMuss ich die Rücksendung bezahlen?\nNein. Das Etikett liegt dem Paket bei.',
      },
      {
        title: 'Öffnungszeiten',
        text: 'Unser Laden in Kiel ist montags bis freitags von 10 bis 18 Uhr geöffnet, samstags bis 14 Uhr.',
      },
      { title: 'Garantie', text: 'Auf alle Geräte geben wir drei Jahre Garantie. Verschleißteile sind ausgenommen.' },
    ],
    unanswerable: [
      'Verkaufen Sie Gutscheine?',
      'Was kostet ein Ersatzakku?',
      'Liefern Sie in die Schweiz?',
      'Wer ist der Geschäftsführer?',
      'Kann ich auf Rechnung zahlen?',
      'Gibt es einen Studentenrabatt?',
      'Wie viele Mitarbeiter haben Sie?',
    ],
    answerable: [
      { question: 'Was kostet der Versand?', answers: ['4,95 Euro'] },
      { question: 'Wie lange dauert die Lieferung?', answers: ['zwei bis vier Werktage'] },
      { question: 'Wie lange kann ich Ware zurückgeben?', answers: ['30 Tagen'] },
      { question: 'Muss ich die Rücksendung bezahlen?', answers: ['Nein'] },
      { question: 'Wann hat der Laden samstags offen?', answers: ['bis 14 Uhr'] },
      { question: 'Wie lange habe ich Garantie?', answers: ['drei Jahre'] },
      { question: 'Was sind Ihre Öffnungszeiten?', answers: ['10 bis 18 Uhr'] },
      { question: 'Wann bekomme ich mein Geld zurück?', answers: ['binnen einer Woche'] },
    ],
  },
]
