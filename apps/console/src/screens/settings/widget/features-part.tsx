import { useWidgetTexts } from './texts.ts'
import type { PartProps } from './use-widget.ts'
import { inGroup, WidgetFields } from './widget-fields.tsx'

const features = ['talkToPerson', 'attachments', 'sources', 'rating', 'transcript', 'deleteConversations'] as const

/** What visitors can do, and what the widget may cost. */
export function FeaturesPart({ open }: PartProps) {
  const texts = useWidgetTexts()
  const switches = inGroup(
    'features',
    features.map((name) => ({
      kind: 'switch',
      name,
      label: texts.features[name],
      ...(name === 'transcript' && { hint: texts.transcriptHint }),
      ...(name === 'deleteConversations' && { hint: texts.deleteConversationsHint }),
    })),
  )
  const limits = inGroup('limits', [
    { kind: 'number', name: 'answersPerHour', label: texts.answersPerHour, min: 1, step: 1, isRequired: true },
    { kind: 'number', name: 'tokensPerDay', label: texts.tokensPerDay, hint: texts.tokensPerDayHint, min: 0, step: 1 },
  ])
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
