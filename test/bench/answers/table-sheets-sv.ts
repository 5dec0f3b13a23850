import { amount, decimal, price, rows, type Sheet } from './table-sheet.ts'

/** Documents with tables to fit on; see table-sheet.ts. */
export const swedishSheets: Sheet[] = [
  {
    kind: 'report',
    title: (name) => `${name} årsredovisning`,
    caption: 'Resultaträkning, tkr',
    names: ['Ekbacka Livs', 'Norrvik Rederi', 'Silverån Optik', 'Tallholmen Verktyg', 'Grindsta Kvarn'],
    columns: [
      ['2024', '2023'],
      ['2022', '2021'],
      ['2024', '2023', '2022'],
    ],
    prose: [
      '{name} tillverkar och säljer sina varor i nio länder. Huvudkontoret flyttade under året till ett nytt hus.',
      'Styrelsen höll elva möten. Revisorn har ingen anmärkning på räkenskaperna i {name}.',
      'Efterfrågan var svag under våren och kom tillbaka efter sommaren. Frakterna blev billigare.',
    ],
    rows: rows(
      amount,
      `Nettoomsättning | omsättningen | det man sålde för
        Råvaror och förnödenheter | råvarorna | inköpt material
        Personalkostnader | kostnaderna för personal | lönerna
        Avskrivningar | avskrivningarna på maskiner | maskinernas värdeminskning
        Rörelseresultat | resultatet av rörelsen | vinsten före räntor
        Räntekostnader | kostnaden för räntor | priset på lånen
        Skatt på årets resultat | skatten | det staten fick
        Kundfordringar | fordringarna på kunder | obetalda räkningar från köpare
        Kassa och bank | banktillgodohavandet | pengarna på kontot
        Investeringar i maskiner | investeringarna | det som lades på nya anläggningar`,
    ),
    questions: [
      'Hur stor var {row} i {name} {column}?',
      'Vad uppgick {row} till hos {name} {column}?',
      '{name} {row} {column}',
      'Hur mycket var {row} {column}?',
    ],
    absent: [
      'Vem är ordförande i {name}?',
      'Hur många aktieägare har {name}?',
      'Vilken utdelning ger {name}?',
      'När grundades {name}?',
      'Vad tjänade {name} i Brasilien {column}?',
      'Hur många kvinnor arbetar på {name}?',
    ],
  },
  {
    kind: 'tariff',
    title: (name) => `${name} prislista`,
    caption: 'Priser i kronor inklusive moms',
    names: ['Strandängens Camping', 'Voltcykeln', 'Hamnparkeringen', 'Solurs Tvätt', 'Molnet Förråd'],
    columns: [
      ['Lågsäsong', 'Högsäsong'],
      ['Medlem', 'Gäst'],
      ['Dag', 'Vecka', 'Månad'],
    ],
    prose: [
      '{name} har öppet hela året. Betala med kort i receptionen eller på webbplatsen.',
      'Du ändrar gratis fram till två dagar före. Klagomål besvaras inom en vecka.',
      'Grupper på fler än tio personer ringer först.',
    ],
    rows: rows(
      (random) => `${price(random)} kr`,
      `Liten tomt med el | en liten tomt | plats för mitt lilla tält med uttag
        Stor tomt | den stora tomten | plats för husbil
        Stuga för fyra | en stuga | ett hus för familjen
        Extra person | ytterligare en person | en gäst till
        Elsparkcykel | en elsparkcykel | en moped på batteri
        Barnsits | en sits för barn | något för lillan att sitta i
        Deposition för nyckel | nyckeldepositionen | pengarna jag lämnar för nyckeln
        Sen återlämning | att lämna sent | att komma tillbaka efter stängning
        Borttappad biljett | en biljett som tappats bort | när lappen är försvunnen
        Tvätt och tork, 8 kg | tvätt och tork av 8 kg | en maskin kläder`,
    ),
    questions: [
      'Vad kostar {row} under {column} hos {name}?',
      'Hur mycket är {row} ({column}) hos {name}?',
      'Pris för {row}, {column}?',
      'Vad betalar jag för {row} hos {name}, {column}?',
    ],
    absent: [
      'Vad kostar en båt hos {name}?',
      'Hur mycket är frukosten hos {name}?',
      'Hyr {name} ut skidor?',
      'Vilken studentrabatt har {name}?',
      'Vad kostar ett presentkort hos {name}?',
      'Vem äger {name}?',
    ],
  },
  {
    kind: 'manual',
    title: (name) => `${name} bruksanvisning`,
    caption: 'Tekniska data',
    names: ['Breva 210', 'Falk T5', 'Orin X60', 'Solano 8', 'Fjäder M3'],
    columns: [
      ['Standard', 'Plus'],
      ['230 V', '110 V'],
      ['Hem', 'Kontor', 'Utomhus'],
    ],
    prose: [
      'Läs anvisningarna innan du använder {name} första gången och spara dem.',
      'Torka av {name} med en mjuk, torr trasa. Använd aldrig lösningsmedel eller högtryckstvätt.',
      'Startar inte {name}, kontrollera säkring och sladd.',
    ],
    rows: rows(
      decimal,
      `Vikt (kg) | vikten | antal kilo
        Ljudnivå (dB) | ljudnivån | hur mycket den bullrar
        Batteritid (h) | tiden på batteri | timmar tills den är tom
        Effekt (W) | effekten | strömmen den drar
        Tankvolym (l) | tankens volym | liter som får plats
        Höjd (mm) | höjden | hur hög den är
        Sladdlängd (m) | sladdens längd | hur långt från uttaget den når
        Arbetstryck (bar) | trycket vid arbete | hur hårt den trycker
        Garanti (år) | garantin | hur länge tillverkaren svarar
        Laddningstid (h) | tiden för laddning | tiden till den är full`,
    ),
    questions: [
      'Vad är {row} på {name} {column}?',
      'Hur stor är {row} på {name} i version {column}?',
      '{name} {column} {row}',
      'Vilken {row} har {name} ({column})?',
    ],
    absent: [
      'Är {name} vattentät?',
      'Vilken app fungerar med {name}?',
      'Vad kostar {name}?',
      'Var köper jag påsar till {name}?',
      'Vilken färg har {name}?',
      'Kan {name} användas i en båt?',
    ],
  },
]
