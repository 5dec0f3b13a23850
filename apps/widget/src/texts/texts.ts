/** The languages that the widget speaks. */
export const languages = ['en', 'sv', 'de', 'ar'] as const
export type Language = (typeof languages)[number]

/**
 * What visitors read in the panel, in one language. A widget’s settings can replace every text that is a string or a list.
 */
export type Texts = {
  language: Language
  title: string
  subtitle: string
  greeting: string
  greetingMore: string
  suggestions: string[]
  placeholder: string
  send: string
  close: string
  more: string
  talkToPerson: string
  aiNotice: string
  aiName: string
  you: string
  team: string
  conversation: string
  sending: string
  stillLooking: string
  stop: string
  answerFailed: string
  offline: string
  connecting: string
  unreachable: string
  refused: string
  waiting: string
  closedHours(opensAt: string | undefined): string
  sources(count: number): string
  source: string
  attach: string
  announceNew(who: string, text: string): string
}

/** What visitors read in the extras, which are loaded with them. */
export type LaterTexts = {
  newConversation: string
  noConversations: string
  askForPerson: string
  notSent: string
  tryAgain: string
  discard: string
  stale: string
  sendNow: string
  helpful: string
  notHelpful: string
  thanks: string
  rateTitle: string
  rates: [string, string, string, string, string]
  rateComment: string
  rateSend: string
  rateThanks: string
  removeFile: string
  fileTooLarge(name: string): string
  fileRefused(name: string): string
  tooManyFiles: string
  fileUnavailable: string
  contactTitle: string
  contactSkip: string
  contactSend: string
  fields: Record<string, string>
  endConversation: string
  transcript: string
  transcriptSent: string
  transcriptRefused: string
  deleteConversations: string
  deleteConfirm: string
  earlier: string
  withPerson(name: string): string
  somebodyIsWriting(name: string | undefined): string
  tooMany: string
  back: string
  previousConversations: string
  newMessages: string
  waitingUntil(time: string): string
  messageTooLong: string
  resolved: string
  closed: string
}

export type AllTexts = Texts & LaterTexts
