import { amount, decimal, price, rows, type Sheet } from './table-sheet.ts'

/** Documents with tables to fit on; see table-sheet.ts. */
export const germanSheets: Sheet[] = [
  {
    kind: 'report',
    title: (name) => `${name} Geschäftsbericht`,
    caption: 'Gewinn- und Verlustrechnung, TEUR',
    names: ['Eichfeld Lebensmittel', 'Nordkap Reederei', 'Silberbach Optik', 'Tannhof Werkzeuge', 'Rotmühle'],
    columns: [
      ['2024', '2023'],
      ['2022', '2021'],
      ['2024', '2023', '2022'],
    ],
    prose: [
      '{name} fertigt und verkauft seine Waren in neun Ländern. Die Zentrale zog im Lauf des Jahres um.',
      'Der Beirat tagte elf Mal. Die Prüfer haben den Abschluss von {name} ohne Einschränkung bestätigt.',
      'Die Nachfrage war im Frühjahr schwach und erholte sich nach dem Sommer. Frachten wurden billiger.',
    ],
    rows: rows(
      (random) => amount(random).replace(' ', '.'),
      `Umsatzerlöse | der Umsatz | was verkauft wurde
        Materialaufwand | der Aufwand für Material | die Ausgaben für Rohstoffe
        Personalaufwand | der Aufwand für Personal | die Löhne
        Abschreibungen | die Abschreibung auf Anlagen | der Wertverlust der Maschinen
        Betriebsergebnis | das Ergebnis des Betriebs | der Gewinn vor Zinsen
        Zinsaufwand | die Zinsen | der Preis der Kredite
        Steuern vom Einkommen | die Einkommensteuern | was der Staat bekam
        Forderungen aus Lieferungen | die Forderungen | unbezahlte Rechnungen der Kunden
        Guthaben bei Banken | das Bankguthaben | das Geld auf den Konten
        Investitionen in Sachanlagen | die Investitionen | die Ausgaben für neue Hallen`,
    ),
    questions: [
      'Wie hoch war {row} bei {name} {column}?',
      'Wie viel betrug {row} von {name} im Jahr {column}?',
      '{name} {row} {column}',
      'Wie groß war {row} {column}?',
    ],
    absent: [
      'Wer leitet den Beirat von {name}?',
      'Wie viele Gesellschafter hat {name}?',
      'Welche Dividende zahlt {name}?',
      'Wann wurde {name} gegründet?',
      'Was verdiente {name} {column} in Brasilien?',
      'Wie viele Frauen arbeiten bei {name}?',
    ],
  },
  {
    kind: 'tariff',
    title: (name) => `${name} Preisliste`,
    caption: 'Preise in Euro, inklusive Umsatzsteuer',
    names: ['Seeblick Camping', 'Voltrad Verleih', 'Hafen Parken', 'Sonnenuhr Wäscherei', 'Wolke Lager'],
    columns: [
      ['Nebensaison', 'Hauptsaison'],
      ['Mitglied', 'Gast'],
      ['Tag', 'Woche', 'Monat'],
    ],
    prose: [
      '{name} ist das ganze Jahr geöffnet. Zahlen Sie mit Karte am Empfang oder auf der Website.',
      'Änderungen sind bis zwei Tage vorher kostenlos. Beschwerden beantworten wir binnen einer Woche.',
      'Gruppen von mehr als zehn Personen rufen bitte vorher an.',
    ],
    rows: rows(
      (random) => `${price(random)},00 €`,
      `Kleiner Stellplatz mit Strom | ein kleiner Stellplatz | ein Platz für mein Zelt mit Steckdose
        Großer Stellplatz | der große Stellplatz | ein Platz für das Wohnmobil
        Hütte für vier Personen | eine Hütte | ein Häuschen für die Familie
        Weitere Person | eine weitere Person | noch ein Gast
        Elektroroller | ein Elektroroller | ein Moped mit Akku
        Kindersitz | ein Kindersitz | etwas, worin die Kleine sitzt
        Pfand für den Schlüssel | das Schlüsselpfand | was ich für den Schlüssel hinterlege
        Verspätete Rückgabe | die verspätete Rückgabe | wenn ich zu spät zurückkomme
        Verlorenes Ticket | ein verlorenes Ticket | wenn der Zettel weg ist
        Waschen und Trocknen, 8 kg | Waschen und Trocknen von 8 kg | eine Ladung Kleidung`,
    ),
    questions: [
      'Was kostet {row} in der {column} bei {name}?',
      'Wie teuer ist {row} ({column}) bei {name}?',
      'Preis für {row}, {column}?',
      'Was zahle ich für {row} bei {name}, {column}?',
    ],
    absent: [
      'Was kostet ein Boot bei {name}?',
      'Wie teuer ist das Frühstück bei {name}?',
      'Verleiht {name} Skier?',
      'Welchen Studentenrabatt gibt {name}?',
      'Was kostet ein Gutschein von {name}?',
      'Wem gehört {name}?',
    ],
  },
  {
    kind: 'manual',
    title: (name) => `${name} Bedienungsanleitung`,
    caption: 'Technische Daten',
    names: ['Breva 220', 'Falke T6', 'Orin X70', 'Solano 9', 'Feder M4'],
    columns: [
      ['Standard', 'Plus'],
      ['230 V', '110 V'],
      ['Heim', 'Büro', 'Garten'],
    ],
    prose: [
      'Lesen Sie die Anleitung, bevor Sie den {name} zum ersten Mal benutzen, und bewahren Sie sie auf.',
      'Reinigen Sie den {name} mit einem weichen, trockenen Tuch, nie mit Lösungsmitteln.',
      'Startet der {name} nicht, prüfen Sie Sicherung und Kabel.',
    ],
    rows: rows(
      (random) => decimal(random).replace('.', ','),
      `Gewicht (kg) | das Gewicht | wie viele Kilo
        Schallpegel (dB) | der Pegel | wie laut er ist
        Akkulaufzeit (h) | die Laufzeit des Akkus | wie viele Stunden er durchhält
        Leistungsaufnahme (W) | die Leistung | der Stromverbrauch
        Tankinhalt (l) | der Inhalt des Tanks | wie viele Liter hineinpassen
        Höhe (mm) | die Höhe | wie hoch er ist
        Kabellänge (m) | die Länge des Kabels | wie weit er von der Steckdose reicht
        Betriebsdruck (bar) | der Druck im Betrieb | mit wie viel Bar er arbeitet
        Garantie (Jahre) | die Garantie | wie lange der Hersteller haftet
        Ladezeit (h) | die Zeit zum Laden | wann er voll ist`,
    ),
    questions: [
      'Wie ist {row} beim {name} {column}?',
      'Wie groß ist {row} des {name} in der Ausführung {column}?',
      '{name} {column} {row}',
      'Welche Angabe gilt für {row} beim {name} ({column})?',
    ],
    absent: [
      'Ist der {name} wasserdicht?',
      'Welche App passt zum {name}?',
      'Was kostet der {name}?',
      'Wo kaufe ich Beutel für den {name}?',
      'Welche Farbe hat der {name}?',
      'Kann der {name} auf einem Boot benutzt werden?',
    ],
  },
]
