import type { Message, TurnPart } from '@frontdesk/contracts'
import { type TestChat, textOf } from './start-test-chat.ts'

/** The message that a turn which was read became, as it is stored. */
export async function answerIn(chat: TestChat, [started]: TurnPart[]): Promise<Message> {
  if (started?.type !== 'start') throw new Error('the stream did not begin with its start')
  const messages = await chat.messages(started.conversationId)
  return messages.find(({ id }) => id === started.messageId)!
}

/** Asks and reads to the end: what was sent of the answer, how it ended, and what is stored. */
export async function readAnswer(chat: TestChat, question: string, more: object = {}) {
  const parts = await chat.read(question, more).ended
  const answer = await answerIn(chat, parts)
  return { parts, answer, end: parts.at(-1)!, text: textOf(parts), conversationId: answer.conversationId }
}
