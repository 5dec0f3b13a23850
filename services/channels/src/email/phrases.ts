const list = (text: string): string[] => text.split('|').map((phrase) => phrase.trim())

/** How programs begin and end the line before a quote. An empty beginning stands for a digit or a weekday. */
export const attributionForms = list(
  `on …wrote|den …skrev|på …skrev|am …schrieb|am …geschrieben|le …a écrit|op …schreef|el …escribió|il …ha scritto|em …escreveu|no dia …escreveu
  |w dniu …pisze|w dniu …napisał|dnia …napisał|dnia …pisze|στις …έγραψε|în …a scris|vào …đã viết|在 …写道|在 …寫道
  |…skrev|…wrote|…kirjoitti|…schrieb|…geschrieben|…a écrit|…schreef|…escribió|…ha scritto|…escreveu|…pisze|…napisał|…napisał(a)|…napsal
  |…napsal(a)|…napísal|…napísal(a)|…пишет|…писал|…писал(а)|…написал|…написал(а)|…пише|…пише(ть)|…написав|…yazdı|…写道|…寫道
  |…のメール|…さんは書きました|…작성|…έγραψε|…ezt írta|…írta|…a scris|…đã viết|…כתב|…כתב/ה|…‏כתב|…كتب|في …كتب|…je napisao|…napisao je
  |…rašė|…kirjutas|…menulis|…เขียนว่า`,
).map((form): [beginning: string, verb: string] => [form.split('…')[0]!, form.split('…')[1]!])

/** Beginnings of such lines that name no time: `Quoting Shop <support@shop.example>:`. */
export const quotingWords = list(
  'quoting |zitat von |citerar |citat fra |citat från |citando |citando a |citation de |cituji |cytuję |цитирую ',
)

/** Names of the headers that programs write before a quote. */
export const headerNames = new Map(
  Object.entries({
    from: list(
      `from|från|avsändare|von|fra|de|lähettäjä|van|da|od|от|от кого|від|kimden|gönderen|από|feladó|de la|expéditeur|remitente|差出人|送信者
      |发件人|寄件者|寄件人|發件人|보낸 사람|보낸사람|từ|người gửi|من|מאת`,
    ),
    date: list(
      `sent|date|skickat|datum|skickades|sent on|gesendet|sendt|dato|lähetetty|päivämäärä|pvm|envoyé|envoyé le|verzonden|inviato|data|enviado
      |enviado el|enviado em|enviada em|fecha|wysłano|odesláno|odoslané|dátum|отправлено|дата|надіслано|gönderilme|gönderildi|gönderme tarihi
      |tarih|στάλθηκε|ημερομηνία|elküldve|küldve|trimis|送信日時|日付|日時|发送时间|日期|寄件日期|發送時間|傳送時間|보낸 날짜|날짜|đã gửi|ngày
      |تاريخ الإرسال|التاريخ|נשלח|תאריך`,
    ),
    to: list(
      `to|till|an|til|vastaanottaja|à|aan|a|para|do|komu|кому|kime|alıcı|προς|címzett|către|宛先|收件人|收件者|받는 사람|받는사람|đến|tới
      |إلى|אל`,
    ),
    cc: list(
      'cc|kopia|kopie|bcc|hemlig kopia|kopi|kopio|dw|копия|копія|bilgi|κοιν.|másolatot kap|抄送|副本|참조|عطف|עותק',
    ),
    subject: list(
      `subject|ämne|rubrik|betreff|emne|aihe|objet|onderwerp|oggetto|assunto|asunto|temat|předmět|predmet|тема|konu|θέμα|tárgy|subiect|件名
      |主题|主旨|主題|제목|chủ đề|الموضوع|נושא`,
    ),
    other: list(
      'reply-to|svara till|svar till|importance|prioritet|priority|attachments|bifogade filer|bilagor|organization',
    ),
  }).flatMap(([kind, names]) => names.map((name): [string, string] => [name, kind])),
)

/** Between dashes, before a mail that is answered. */
export const originalMarks = new Set(
  list(
    `original message|original email|original mail|reply message|ursprungligt meddelande|originalmeddelande
    |ursprungligt mail|ursprungligt e-postmeddelande|originalmail|svarsmeddelande|ursprüngliche nachricht|originalnachricht
    |message original|message d'origine|message d’origine|oprindelig meddelelse|opprinnelig melding|den oprindelige meddelelse
    |mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|wiadomość oryginalna|oryginalna wiadomość
    |původní zpráva|původní e-mail|pôvodná správa|pôvodný e-mail|eredeti üzenet|исходное сообщение|оригинальное сообщение
    |оригінальне повідомлення|orijinal ileti|özgün ileti|orijinal mesaj|αρχικό μήνυμα|mesaj original|mesajul original
    |原始邮件|原始郵件|原邮件|元のメッセージ|original e-mail|원본 메시지|원본 메일|alkuperäinen viesti|thư gốc|הודעה מקורית`,
  ),
)

/** Between dashes, before a mail that is passed on. */
export const forwardMarks = new Set(
  list(
    `forwarded message|forwarded mail|vidarebefordrat meddelande|vidarebefordrat brev|vidarebefordrat mail
    |vidarebefordrat e-postmeddelande|vidarebefordrat mejl|weitergeleitete nachricht|videresendt melding
    |videresendt meddelelse|mensaje reenviado|mensagem encaminhada|messaggio inoltrato|message transféré|doorgestuurd bericht
    |przekazana wiadomość|wiadomość przekazana dalej|přeposlaná zpráva|továbbított üzenet|пересылаемое сообщение
    |пересланное сообщение|iletilmiş ileti|iletilen mesaj|προωθημένο μήνυμα|mesaj redirecționat|转发的邮件|转发邮件|轉寄郵件
    |転送されたメッセージ|전달된 메시지|välitetty viesti`,
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
  `,
)

/**
 * How such a line begins in other languages, where the name of a device or a program follows: without one it is a sentence (`Sent
 * from Rome`).
 */
export const sentFrom = list(
  `gesendet von |gesendet mit |diese nachricht wurde von |envoyé de |envoyé depuis |envoyé à partir de |enviado desde
  |enviado do |enviado de |enviado a partir de |enviado a partir do |enviado pelo |inviato da |inviato dal |inviato dall'|inviato dall’
  |verzonden vanaf |verstuurd vanaf |verzonden met |wysłane z |wysłano z |odesláno z |odoslané z |отправлено с |отправлено из |отправлено от
  |надіслано з |στάλθηκε από |trimis de pe |gửi từ |sendt fra |lähetetty |elküldve |从我的|從我的|发自我的|發自我的|나의 |내 |נשלח מה|skickat från `,
).map((beginning) =>
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]$/u.test(beginning) ? `${beginning} ` : beginning,
)

/** How it ends in languages that say so last. */
export const sentFromEnds = list(
  '에서 보냄|에서 보냈습니다|から送信|から送信されました|dan gönderildi|den gönderildi|ról küldve|ről küldve',
)

/** What such a line names, in its first two words. */
export const devices = list(
  `iphon|ipad|android|samsung|galaxy|huawei|xiaomi|outlook|yahoo|gmail|blackberry|windows|proton|mail.ru|яндекс|yandex|web.de|gmx
  |smartphone|mobiltelefon|móvil|telemóvel|handy|dispositivo`,
)

/** What Outlook for phones writes, in the languages that `Get Outlook for` is not. */
export const getOutlook =
  /^(?:(?:obtener|obtenga|obter o|scarica|ottieni|pobierz|pobierz program|télécharger|obtenir|holen sie sich|hol dir|hent|hanki|stáhnout|descarga|baixe o) outlook \S{2,6} (?:systemu )?(?:ios|android)\b|outlook \S{2,6} (?:ios|android) (?:downloaden|herunterladen|holen|aanschaffen)\b)/

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
