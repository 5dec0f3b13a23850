import type { Message } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'
import { contentWords } from '@frontdesk/language'

/**
 * Which words stand in which conversation, a document each, whose id is `<word> <conversation>`: a range of ids is all
 * conversations with a word, or with words that begin so.
 */
export const messageWords = collection<{ conversationId: string }>('chat-message-words', [
  { fields: ['conversationId'] },
])

/** Longer words are found by their beginning. */
const maxWordLength = 32
/** Words of one message that are kept; the longest answers have fewer. */
const maxWords = 400

const cut = (word: string) => word.slice(0, maxWordLength)

/** The words of a text that a search can find it by: all but those that stand in every text. */
export const findableWords = (text: string): string[] => [...new Set(contentWords(text).map(cut))].slice(0, maxWords)

/** Documents that make a message findable. Writing them again changes nothing. */
export const wordDocuments = ({
  conversationId,
  content,
}: Message): { id: string; body: { conversationId: string } }[] =>
  findableWords(content).map((word) => ({ id: `${word} ${conversationId}`, body: { conversationId } }))

/** From this length on a word of a search also finds words that begin with it. */
const minPrefixLength = 3

/** The ids of the documents that one word of a search finds: from, up to but not. */
export const idRange = (word: string): { gte: string; lt: string } =>
  word.length >= minPrefixLength ? { gte: word, lt: `${word}\uffff` } : { gte: `${word} `, lt: `${word}!` }

/** Whether a text has the word, or one that begins with it. */
export const hasWord = (inText: string[], word: string): boolean =>
  inText.some((each) => (word.length >= minPrefixLength ? each.startsWith(word) : each === word))
