import type { Texts } from './texts.ts'

export const texts: Texts = {
  language: 'sv',
  title: 'Chatta med oss',
  subtitle: 'Vi svarar oftast direkt',
  greeting: 'Hej! Vad kan vi hjälpa dig med?',
  greetingMore: 'Du får svar direkt, och vill du hellre prata med någon av oss är det bara att säga till.',
  suggestions: [],
  placeholder: 'Skriv ett meddelande…',
  send: 'Skicka',
  close: 'Stäng chatten',
  more: 'Mer',
  talkToPerson: 'Prata med en människa',
  aiNotice: 'AI-svar kan bli fel',
  aiName: 'AI-assistent',
  you: 'Du',
  team: 'Vårt team',
  conversation: 'Konversation',
  sending: 'Skickar…',
  stillLooking: 'Letar fortfarande…',
  stop: 'Stoppa',
  answerFailed: 'Det blev tyvärr fel.',
  offline: 'Du är offline. Det du skriver skickas så fort du är tillbaka.',
  connecting: 'Ansluter…',
  unreachable: 'Det går inte att nå chatten just nu.',
  refused: 'Chatten är inte tillgänglig här just nu.',
  waiting: 'En kollega tar över. Du kan vänta här eller titta in igen senare.',
  closedHours: (opensAt) =>
    opensAt
      ? `Vi är tillbaka ${opensAt}. AI-assistenten svarar redan nu.`
      : 'Vi är inte på plats just nu, men AI-assistenten svarar.',
  sources: (count) => (count === 1 ? '1 källa' : `${count} källor`),
  source: 'Källa',
  attach: 'Bifoga en fil',
  announceNew: (who, text) => `${who}: ${text}`,
}
