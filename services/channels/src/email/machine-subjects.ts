/** What programs call an answer that they give by themselves, before a colon and the subject that they answer; in lower case. */
const autoReplyNames = [
  ...['automatic reply', 'automated reply', 'auto reply', 'auto-reply', 'autoreply', 'auto response', 'auto-response'],
  ...['automated response', 'automatic response', 'out of office', 'automatiskt svar', 'autosvar', 'automatsvar'],
  ...[
    'automatische antwort',
    'réponse automatique',
    'automatisk svar',
    'automatisk svarmelding',
    'automatisch antwoord',
  ],
  ...['respuesta automática', 'risposta automatica', 'resposta automática', 'resposta automàtica'],
  ...['automatyczna odpowiedź', 'odpowiedź automatyczna', 'automatická odpověď', 'automatická odpoveď'],
  ...['automatikus válasz', 'automaattinen vastaus', 'răspuns automat', 'автоматический ответ', 'автоответ'],
  ...['автоматична відповідь', 'автоматичен отговор', 'automatski odgovor', 'samodejni odgovor', 'аутоматски одговор'],
  ...['automatinis atsakymas', 'automātiska atbilde', 'automaatvastus', 'otomatik yanıt', 'αυτόματη απάντηση'],
  ...['תשובה אוטומטית', 'رد تلقائي', 'ตอบกลับอัตโนมัติ', 'การตอบกลับอัตโนมัติ', 'trả lời tự động', 'balasan otomatis'],
  ...['स्वचालित उत्तर', '自動応答', '自動返信', '自动答复', '自动回复', '自動回覆', '자동 회신', '자동 응답'],
]

/** Beginnings of the subjects of absence notices. */
export const autoReplySubjects = [
  ...autoReplyNames,
  ...['auto:', 'out of the office', 'i am out of', 'on vacation', 'away from the office'],
  ...['frånvaro', 'frånvarande', 'ej på kontoret', 'semester:', 'abwesenheit', 'poissa', 'fravær', 'ude af kontoret'],
  ...['afwezig', 'fuera de la oficina', 'ausencia', 'fuori sede', 'fuori ufficio', 'ausência'],
  ...['absence du bureau', 'absent du bureau'],
]

/** Those that only programs write, most with a colon before the subject that they answer. */
export const clearSubjects = [
  ...autoReplyNames.map((name) => `${name}:`),
  ...['auto:', 'out of office autoreply', 'out of the office:', 'i am out of the office'],
  ...['i’m out of the office', "i'm out of the office", 'abwesenheitsnotiz', 'frånvaromeddelande', 'frånvaroavisering'],
  ...['absence du bureau:'],
  ...['fraværsmelding', 'fraværsbesked', 'automatisk besked:', 'afwezigheidsbericht', 'automatische reactie:'],
  ...['poissaoloilmoitus', 'notifica di assenza', 'aviso de ausencia:', 'autoantwort:', 'automatische rückantwort:'],
  ...["message d'absence", 'message d’absence', 'mensagem de ausência'],
]

/** Beginnings of the subjects of notices that a mail did not arrive. */
export const bounceSubjects = [
  ...['undeliver', 'undelivered', 'delivery status notification', 'delivery failure', 'delivery has failed'],
  ...['mail delivery failed', 'mail delivery system', 'failure notice', 'returned mail', 'mail system error'],
  ...['det går inte att leverera', 'olevererbart', 'ej levererat', 'oleverbart', 'kunde inte levereras'],
  ...['unzustellbar', 'nicht zustellbar', 'non remis', 'non distribuable', 'échec de la remise'],
  ...['no se puede entregar', 'warning: could not send', 'message could not be delivered', 'message delivery'],
  ...['delayed mail', 'nondeliverable'],
]

/** Whether a subject begins with one of these, in whatever case, with whichever colon and spaces before it. */
export function beginsLike(subject: string, beginnings: readonly string[]): boolean {
  const plain = subject
    .normalize('NFC')
    .trimStart()
    .toLowerCase()
    .replaceAll('：', ':')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' :', ':')
  return beginnings.some((beginning) => plain.startsWith(beginning))
}
