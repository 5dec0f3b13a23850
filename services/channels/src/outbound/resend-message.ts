import { type BodyOf, type channels, type MessageDelivery, ServiceError } from '@frontdesk/contracts'
import type { ChannelsContext } from '../context.ts'
import { askedAgain, toldState } from './outbound-states.ts'
import { withDeliveryEvent } from './publish-state.ts'
import { runLane } from './run-lanes.ts'

/**
 * Sends a message again that failed or is unknown: `setOut` does it, once that it is wanted is on disk. The same operation
 * again changes nothing.
 */
export async function resendMessage(
  { operationId, conversationId, messageId, actor }: BodyOf<typeof channels.queries.messageResend>,
  context: ChannelsContext,
  setOut = runLane,
): Promise<MessageDelivery> {
  const { commit, collections, clock } = context
  const stored = await commit(collections.outbound, messageId, (current) => {
    if (current?.body.conversationId !== conversationId)
      throw new ServiceError('not_found', { detail: 'There is no such message that was sent through a channel.' })
    if (current.body.operationId === operationId) return undefined
    const { state } = current.body
    if (state !== 'failed' && state !== 'unknown') {
      const how = state === 'queued' || state === 'sending' ? 'is on its way' : `was ${state}`
      throw new ServiceError('conflict', { detail: `The message ${how}; only failed messages can be sent again.` })
    }
    return withDeliveryEvent(
      messageId,
      current.body,
      askedAgain(current.body, operationId, clock.now()),
      context,
      actor,
    )
  })
  const { state, at, code, channelId } = stored!.body
  setOut(conversationId, channelId, context)
  return { state: toldState(state), at, ...(code && { code }) }
}
