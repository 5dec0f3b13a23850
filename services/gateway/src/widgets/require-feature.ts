import { ServiceError } from '@frontdesk/contracts'
import type { VisitorCaller } from '../keys/caller.ts'
import { settingsOf, type WidgetSettings } from './widget-document.ts'

/** Throws `forbidden` for what the widget does not offer. */
export function requireFeature({ widget }: VisitorCaller, feature: keyof WidgetSettings['features']): void {
  if (!settingsOf(widget.body).features[feature])
    throw new ServiceError('forbidden', { detail: `This widget does not offer ${feature}.` })
}
