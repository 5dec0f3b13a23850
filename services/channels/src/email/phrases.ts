const list = (text: string): string[] => text.split('|').map((phrase) => phrase.trim())

/** How programs begin and end the line before a quote. An empty beginning stands for a digit or a weekday. */
export const attributionForms = list(
  'on …wrote|den …skrev|på …skrev|am …schrieb|le …a écrit|op …schreef|el …escribió|il …ha scritto|…skrev|…wrote|…kirjoitti',
).map((form): [beginning: string, verb: string] => [form.split('…')[0]!, form.split('…')[1]!])

/** Names of the headers that programs write before a quote. */
export const headerNames = new Map(
  Object.entries({
    from: list('from|från|avsändare|von|fra|de|lähettäjä|van'),
    date: list('sent|date|skickat|datum|skickades|sent on|gesendet|sendt|dato|lähetetty|envoyé|verzonden'),
    to: list('to|till|an|til|vastaanottaja|à|aan'),
    cc: list('cc|kopia|kopie|bcc|hemlig kopia'),
    subject: list('subject|ämne|rubrik|betreff|emne|aihe|objet|onderwerp'),
    other: list(
      'reply-to|svara till|svar till|importance|prioritet|priority|attachments|bifogade filer|bilagor|organization',
    ),
  }).flatMap(([kind, names]) => names.map((name): [string, string] => [name, kind])),
)

/** Between dashes, before a mail that is answered. */
export const originalMarks = new Set(
  list(
    `original message|original email|original mail|reply message|ursprungligt meddelande|originalmeddelande
    |ursprungligt mail|ursprungligt e-postmeddelande|originalmail|svarsmeddelande|ursprüngliche nachricht
    |message original|oprindelig meddelelse|opprinnelig melding`,
  ),
)

/** Between dashes, before a mail that is passed on. */
export const forwardMarks = new Set(
  list(
    `forwarded message|forwarded mail|vidarebefordrat meddelande|vidarebefordrat brev|vidarebefordrat mail
    |vidarebefordrat e-postmeddelande|vidarebefordrat mejl|weitergeleitete nachricht|videresendt melding`,
  ),
)

/** Whole lines without dashes, before a mail that is passed on, as Apple's programs write them. */
export const forwardLines = new Set(
  list(
    `begin forwarded message:|vidarebefordrat brev:|vidarebefordrat meddelande:|vidarebefordrat mejl:
    |startar vidarebefordrat brev:|början på vidarebefordrat brev:|anfang der weitergeleiteten nachricht:`,
  ),
)

/** Beginnings of what programs add under a mail. */
export const programLines = list(
  `sent from my |sent from mail for |sent from outlook|sent from new outlook|sent from yahoo|sent from proton
  |sent from android|sent from samsung|sent from gmail|sent from aol|sent with proton|sent with spark|secured with tuta|sent via
  |get outlook for|skickat från min |skickat från mitt |skickat från outlook|skickat från yahoo|skickat från e-post för
  |skickat från mail för|skickat från proton|skickat från gmail|skickat från samsung|skickat från android
  |skickat från iphone|skickat från ipad|skickat från en mobil|skickat från nya outlook|skickat med proton
  |skickat med säker e-post|skickat med min |skickad från min |skickades från min |hämta outlook för|skaffa outlook för
  |von meinem |sendt fra min |envoyé de mon |lähetetty iphone|enviado desde mi `,
)

/** Phrases that close a mail; a name may follow on the same line. The longest first. */
export const closings = list(
  `best regards|kind regards|kindest regards|warm regards|with kind regards|with best regards|regards|sincerely
  |yours sincerely|yours faithfully|yours truly|best wishes|all the best|cheers|best|br
  |med vänlig hälsning|med vänliga hälsningar|vänlig hälsning|vänliga hälsningar|med bästa hälsningar|bästa hälsningar
  |bästa hälsning|hälsningar|hälsningar från|många hälsningar|varma hälsningar|hälsn|vänligen|mvh|m.v.h|m v h|vh
  |med vänlig hälsning / best regards|med vänliga hälsningar / best regards|vänliga hälsningar / kind regards
  |mit freundlichen grüßen|viele grüße|hilsen|med venlig hilsen|med vennlig hilsen|cordialement`,
).sort((a, b) => b.length - a.length)

/** Those that are words of sentences too: a name after them must look like one. */
export const ambiguousClosings = new Set(list('best|br|vh|cheers|regards|sincerely|vänligen|hälsningar|hilsen'))

/** Words that are kept, but after which a name may stand alone. */
export const thanks = new Set(
  list(
    `thanks|thank you|many thanks|thanks in advance|thank you in advance|thanks a lot|thx|tack|tack på förhand
    |tack så mycket|stort tack|tack för hjälpen|tackar`,
  ),
)

/** What the small print under the mails of firms speaks of. */
export const smallPrint = list(
  `confidential|intended recipient|intended solely|disclaimer|privileged|addressee|exclusive use|unauthori|in error|before printing|virus|privacy policy
  |konfidentiell|sekretess|avsedd för|avsett för|avsedda för|innan du skriver ut|tänk på miljön|personuppgift|dataskydd
  |integritetspolicy|gdpr|obehörig|av misstag|rätt mottagare`,
)

/** Both together say that the answers stand in the quote, where no sign tells them from it. */
export const answerWords = list('answer|comment|reply|replies|response|svar|kommentar|skrivit|see below|se nedan')
export const belowWords = list(
  'below|inline|in-line|in red|in blue|in green|in bold|nedan|i rött|i blått|i grönt|i fetstil|i texten|röd text|blå text',
)
