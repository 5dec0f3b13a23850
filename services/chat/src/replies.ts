/** What a customer reads when no answer comes from the AI, in the languages that we speak ourselves. */
const replies = {
  low_confidence: {
    en: "I couldn't find a reliable answer to that, so I have passed your question on to our team. They will get back to you.",
    sv: 'Jag hittade inget säkert svar på det, så jag har skickat din fråga vidare till våra medarbetare. De återkommer till dig.',
  },
  requested: {
    en: 'I have passed you on to our team. They have what you wrote here, and will get back to you.',
    sv: 'Jag har skickat dig vidare till våra medarbetare. De har det du skrev här och återkommer till dig.',
  },
  frustrated: {
    en: "I'm sorry that this has been such trouble. I have passed you on to our team, who will get back to you.",
    sv: 'Jag beklagar att det har krånglat så. Jag har skickat dig vidare till våra medarbetare, som återkommer till dig.',
  },
  rule: {
    en: 'I have passed your question on to our team. They will get back to you.',
    sv: 'Jag har skickat din fråga vidare till våra medarbetare. De återkommer till dig.',
  },
  waiting: {
    en: 'Your message has been passed on to our team, who will answer you here.',
    sv: 'Ditt meddelande har skickats vidare till våra medarbetare, som svarar dig här.',
  },
} as const

/** The sentence in the customer's language; English when we do not speak it. `language` is ISO 639-1. */
export const replyFor = (kind: keyof typeof replies, language: string | null): string =>
  language === 'sv' ? replies[kind].sv : replies[kind].en
