import { numberOrNull } from '../fields/field-of.ts'
import { useWidgetTexts } from './texts.ts'
import type { PartProps } from './use-widget.ts'
import { type WidgetField, WidgetFields } from './widget-fields.tsx'

const features = ['talkToPerson', 'attachments', 'sources', 'rating', 'transcript'] as const

/** What visitors can do, and what the widget may cost. */
export function FeaturesPart({ open }: PartProps) {
  const texts = useWidgetTexts()
  const switches = features.map(
    (name): WidgetField => ({
      kind: 'switch',
      name: `features.${name}`,
      label: texts.features[name],
      ...(name === 'transcript' && { hint: texts.transcriptHint }),
      read: (widget) => widget.features[name],
      write: (isOn) => () => ({ features: { [name]: isOn } }),
    }),
  )
  const limits: WidgetField[] = [
    {
      kind: 'number',
      name: 'limits.answersPerHour',
      label: texts.answersPerHour,
      min: 1,
      step: 1,
      isRequired: true,
      read: (widget) => String(widget.limits.answersPerHour),
      write: (count) => () => ({ limits: { answersPerHour: Number(count) } }),
    },
    {
      kind: 'number',
      name: 'limits.tokensPerDay',
      label: texts.tokensPerDay,
      hint: texts.tokensPerDayHint,
      min: 0,
      step: 1,
      read: (widget) => String(widget.limits.tokensPerDay ?? ''),
      write: (count) => () => ({ limits: { tokensPerDay: numberOrNull(count) } }),
    },
  ]
  return (
    <>
      <h3>{texts.partNames.features}</h3>
      <WidgetFields open={open} fields={switches} />
      <h3>{texts.limits}</h3>
      <p>{texts.limitsText}</p>
      <WidgetFields open={open} fields={limits} />
    </>
  )
}
