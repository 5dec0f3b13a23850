/** Lists of questions that say yes or no, and the same questions in other words. Nothing is fitted on these. */
export const yesNoLists: {
  language: string
  documents: { title: string; text: string }[]
  /** `says`: the word that must be kept. */
  questions: { question: string; says: string }[]
}[] = [
  {
    language: 'sv',
    documents: [
      {
        title: 'Frågor om tandvården',
        text: `# Vanliga frågor

## Kan jag boka om min tid på nätet?
Ja. Logga in med BankID och välj Mina tider. Det går fram till klockan 16 dagen före besöket.

## Betalar man när man uteblir?
Ja. Avgiften är 350 kronor, även om du var sjuk men inte hörde av dig.

## Är tandvården gratis efter att man fyllt 24?
Nej. Från och med året du fyller 24 betalar du enligt prislistan.

## Tar ni emot akuta patienter på helgen?
Nej. Ring 1177 på helger, så hänvisas du till jouren.

## Får en förälder vara med vid behandlingen?
Ja, så länge barnet själv vill det.

## Går det att byta klinik?
Ja. Du väljer själv klinik och kan byta hur ofta du vill.`,
      },
      {
        title: 'Tandblekning och implantat',
        text: `Täcks implantat av högkostnadsskyddet?
Ja, om tanden saknas av medicinska skäl. Din tandläkare ansöker åt dig.

Ingår tandblekning i abonnemanget?
Nej. Kosmetiska behandlingar betalar du alltid själv.

Gör det ont att laga en tand?
Nej. Du får bedövning om du vill.

Behöver jag en remiss till specialist?
Ja. Remissen skrivs av din vanliga tandläkare.`,
      },
    ],
    questions: [
      { question: 'Kan man boka om tiden via nätet?', says: 'Ja' },
      { question: 'Måste jag betala om jag uteblir från besöket?', says: 'Ja' },
      { question: 'Är det gratis med tandvård när man är över 24?', says: 'Nej' },
      { question: 'Har ni öppet för akuta patienter på helger?', says: 'Nej' },
      { question: 'Får föräldrar vara med när barnet behandlas?', says: 'Ja' },
      { question: 'Kan jag byta till en annan klinik?', says: 'Ja' },
      { question: 'Ingår implantat i högkostnadsskyddet?', says: 'Ja' },
      { question: 'Är tandblekning med i abonnemanget?', says: 'Nej' },
      { question: 'Gör det ont när ni lagar en tand?', says: 'Nej' },
      { question: 'Krävs det remiss för att gå till en specialist?', says: 'Ja' },
    ],
  },
  {
    language: 'en',
    documents: [
      {
        title: 'Storage units: questions and answers',
        text: `**Can I get into my unit at night?**
Yes. The gate opens with your code around the clock.

**Is there a minimum rental period?**
No. You pay by the day, and you may leave whenever you want.

**Do I need to buy a padlock from you?**
No, any padlock with a shackle of up to 9 mm fits. We sell some at the desk.

**Is insurance compulsory?**
Yes. Either you take ours, or you show us a policy that covers stored goods.

**May I store a motorcycle?**
Yes, in a unit on the ground floor, with the tank nearly empty.

**Are food and plants allowed in the units?**
No. Anything that rots or attracts animals is forbidden.`,
      },
      {
        title: 'Moving van',
        text: `Do you lend a van to new customers?
Yes. It is free for three hours on the day you move in. Fuel is on you.

Can someone who is nineteen drive the van?
No. Drivers must be at least twenty-one and have held a licence for two years.

Does the van have a tail lift?
No. A ramp and two trolleys come with it.

Will you help me carry my things?
No. We can give you the number of a removal company.`,
      },
    ],
    questions: [
      { question: 'Do I have access to my unit during the night?', says: 'Yes' },
      { question: 'Is there a minimum period for renting?', says: 'No' },
      { question: 'Must I buy a padlock from you?', says: 'No' },
      { question: 'Do I have to have insurance?', says: 'Yes' },
      { question: 'Can I keep a motorcycle in my unit?', says: 'Yes' },
      { question: 'Can I store food in the unit?', says: 'No' },
      { question: 'Can I borrow a van as a new customer?', says: 'Yes' },
      { question: 'Is a nineteen-year-old allowed to drive the van?', says: 'No' },
      { question: 'Is there a tail lift on the van?', says: 'No' },
      { question: 'Do you help to carry things?', says: 'No' },
    ],
  },
  {
    language: 'de',
    documents: [
      {
        title: 'Fragen zur Musikschule',
        text: `## Kann ich eine Probestunde nehmen?
Ja. Die erste Stunde ist bei jedem Instrument kostenlos.

## Muss ich ein eigenes Instrument haben?
Nein. Leihinstrumente gibt es für 15 Euro im Monat, Klaviere ausgenommen.

## Unterrichten Sie auch Erwachsene?
Ja. Rund ein Drittel unserer Schüler ist über dreißig.

## Findet in den Ferien Unterricht statt?
Nein. In den Schulferien ist die Musikschule geschlossen.

## Wird ausgefallener Unterricht nachgeholt?
Ja, wenn die Lehrkraft krank war. Sagen Sie selbst ab, verfällt die Stunde.`,
      },
      {
        title: 'Chor und Orchester',
        text: `Brauche ich für den Chor eine Prüfung?
Nein. Es genügt, wenn Sie Freude am Singen haben.

Kostet das Orchester extra?
Nein. Wer Einzelunterricht nimmt, spielt ohne Aufpreis mit.

Gibt es einen Kinderchor?
Ja. Er probt mittwochs für Kinder ab sechs Jahren.

Treten die Schüler auch öffentlich auf?
Ja. Zweimal im Jahr gibt es ein Konzert im Rathaus.

Darf man bei den Konzerten filmen?
Nein. Die Aufnahmen stellen wir danach selbst bereit.`,
      },
    ],
    questions: [
      { question: 'Gibt es eine kostenlose Probestunde?', says: 'Ja' },
      { question: 'Brauche ich ein eigenes Instrument?', says: 'Nein' },
      { question: 'Kann man auch als Erwachsener Unterricht nehmen?', says: 'Ja' },
      { question: 'Haben wir in den Ferien Unterricht?', says: 'Nein' },
      { question: 'Holen Sie ausgefallenen Unterricht nach?', says: 'Ja' },
      { question: 'Muss man für den Chor eine Prüfung machen?', says: 'Nein' },
      { question: 'Ist das Orchester extra zu bezahlen?', says: 'Nein' },
      { question: 'Haben Sie einen Chor für Kinder?', says: 'Ja' },
      { question: 'Treten Schüler öffentlich auf?', says: 'Ja' },
      { question: 'Darf ich beim Konzert filmen?', says: 'Nein' },
    ],
  },
]
