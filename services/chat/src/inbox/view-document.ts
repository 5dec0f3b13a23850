import type { View } from '@frontdesk/contracts'
import { collection } from '@frontdesk/documents'

export type ViewDocument = Omit<View, 'id'>

export const views = collection<ViewDocument>('chat-views', [{ fields: ['createdAt'] }])
