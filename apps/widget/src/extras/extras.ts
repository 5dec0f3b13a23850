export { loadLaterTexts } from '../texts/later-texts.ts'
export {
  handOver,
  rateAnswer,
  sendTyping,
  signOut,
  stopAnswer,
} from './actions.ts'
export { Attachments } from './attachment-list.tsx'
export { Counter } from './counter.tsx'
export { DraftFiles } from './draft-files.tsx'
export { Earlier } from './earlier.tsx'
export { FailedAnswer } from './failed-answer.tsx'
export { Feedback } from './feedback.tsx'
export { Over } from './over.tsx'
export { reportContext } from './report-context.ts'
export { SourceList } from './source-list.tsx'
export { ToEnd } from './to-end.tsx'
export { Unsent } from './unsent.tsx'

export { When } from './when.tsx'

import { adoptStyles } from '../views/adopt-styles.ts'
import styles from './extras.css?inline'
import { keepFocus } from './keep-focus.ts'
import { lazily } from './lazily.tsx'

const prepared = new WeakSet<ShadowRoot>()

/** Gives a panel what these components need. True the first time. */
export function prepare(root: ShadowRoot): boolean {
  if (prepared.has(root)) return false
  prepared.add(root)
  adoptStyles(root, styles)
  keepFocus(root)
  return true
}

/** Uploads files. A file of its own, as few visitors have any. */
export const addFiles = async (...given: Parameters<typeof import('./attachments.ts').addFiles>) =>
  (await import('./attachments.ts')).addFiles(...given)

export const ContactForm = lazily(async () => (await import('./contact-form.tsx')).ContactForm)
export const ConversationList = lazily(async () => (await import('./conversation-list.tsx')).ConversationList)
export const Menu = lazily(async () => (await import('./menu.tsx')).Menu)
export const RatingCard = lazily(async () => (await import('./rating-card.tsx')).RatingCard)
