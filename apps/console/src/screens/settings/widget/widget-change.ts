import type { Schemas } from '@frontdesk/client'

export type Widget = Schemas['Widget']
export type WidgetPatch = Schemas['WidgetPatch']

/** The patch that changes a widget, made of how the widget is when it is sent: texts are replaced as a whole. */
export type Change = (widget: Widget) => WidgetPatch

/** A widget as it will be, for the preview: within a group only the fields that are named change, as the server does it. */
export function withChange(widget: Widget, change: Change): Widget {
  const { theme, launcher, ...patch } = change(widget)
  return {
    ...widget,
    ...patch,
    theme: { ...widget.theme, ...theme },
    launcher: { ...widget.launcher, ...launcher },
  } as Widget
}
