import type { Texts } from './texts.ts'

export const texts: Texts = {
  language: 'de',
  title: 'Schreiben Sie uns',
  subtitle: 'Wir antworten meist sofort',
  greeting: 'Hallo! Wie können wir helfen?',
  greetingMore: 'Sie bekommen sofort eine Antwort – und wenn Sie möchten, übernimmt jemand aus unserem Team.',
  suggestions: [],
  placeholder: 'Nachricht schreiben …',
  send: 'Senden',
  close: 'Chat schließen',
  more: 'Mehr',
  talkToPerson: 'Mit einem Menschen sprechen',
  aiNotice: 'KI-Antworten können falsch sein',
  aiName: 'KI-Assistent',
  you: 'Sie',
  team: 'Unser Team',
  conversation: 'Unterhaltung',
  sending: 'Wird gesendet …',
  stillLooking: 'Ich suche noch …',
  stop: 'Stopp',
  answerFailed: 'Das hat leider nicht geklappt.',
  offline: 'Sie sind offline. Ihre Nachrichten werden gesendet, sobald Sie wieder verbunden sind.',
  connecting: 'Verbindung wird hergestellt …',
  unreachable: 'Der Chat ist gerade nicht erreichbar.',
  refused: 'Der Chat steht hier zurzeit nicht zur Verfügung.',
  waiting: 'Jemand aus unserem Team übernimmt. Sie können hier warten oder später wieder vorbeischauen.',
  closedHours: (opensAt) =>
    opensAt
      ? `Unser Team ist ${opensAt} wieder da. Die KI antwortet sofort.`
      : 'Unser Team ist gerade nicht da. Die KI antwortet sofort.',
  sources: (count) => (count === 1 ? '1 Quelle' : `${count} Quellen`),
  source: 'Quelle',
  attach: 'Datei anhängen',
  announceNew: (who, text) => `${who}: ${text}`,
}
