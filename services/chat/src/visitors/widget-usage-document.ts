import { collection } from '@frontdesk/documents'

/** Answers of an hour, or tokens of a day, of one widget. */
export type WidgetUsage = {
  count: number
  /** End of the hour or the day, in milliseconds since 1970. */
  endsAt: number
}

export const widgetUsage = collection<WidgetUsage>('chat-widget-usage', [{ fields: ['endsAt'], acrossTenants: true }])
