export { makeEventFollower } from '../chat/follow-events.ts'
export { makeEventReader } from '../chat/read-live-events.ts'
export {
  closeConversation,
  handOver,
  rateAnswer,
  sendTyping,
  signOut,
  stopAnswer,
} from './actions.ts'
export { Attachments } from './attachment-list.tsx'
export { ContactForm } from './contact-form.tsx'
export { ConversationList } from './conversation-list.tsx'
export { DraftFiles } from './draft-files.tsx'
export { Earlier } from './earlier.tsx'
export { FailedAnswer } from './failed-answer.tsx'
export { Feedback } from './feedback.tsx'
export { Menu } from './menu.tsx'
export { RatingCard } from './rating-card.tsx'
export { reportContext } from './report-context.ts'
export { SourceList } from './source-list.tsx'
export { Unsent } from './unsent.tsx'

export { When } from './when.tsx'

import extraStyles from './extras.css?inline'

/** The style sheet of these components. */
export const styles: string = extraStyles

/** Uploads files. A file of its own, as few visitors have any. */
export const uploadFiles = async (...given: Parameters<typeof import('./attachments.ts').uploadFiles>) =>
  (await import('./attachments.ts')).uploadFiles(...given)
