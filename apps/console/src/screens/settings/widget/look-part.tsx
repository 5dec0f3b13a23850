import { useLanguage } from '../../../app/language.tsx'
import { onAccentFor } from './on-accent.ts'
import { useWidgetTexts } from './texts.ts'
import type { PartProps } from './use-widget.ts'
import { inGroup, WidgetFields } from './widget-fields.tsx'
import { WithPreview } from './widget-preview.tsx'

const isColor = (text: string) => /^#[0-9a-f]{6}$/.test(text)

/** Colors, shape and place. */
export function LookPart({ open }: PartProps) {
  const { language } = useLanguage()
  const texts = useWidgetTexts()
  const theme = inGroup('theme', [
    {
      kind: 'color',
      name: 'accent',
      label: texts.accent,
      hint: texts.accentHint,
      read: ({ accent }) => accent,
      write: (accent) => ({ accent, ...(isColor(accent) && { onAccent: onAccentFor(accent) }) }),
    },
    { kind: 'choice', name: 'scheme', label: texts.scheme, choices: Object.entries(texts.schemes) },
    { kind: 'number', name: 'radius', label: texts.radius, min: 0, max: 32, step: 1, isRequired: true },
  ])
  const position = inGroup('theme', [
    { kind: 'choice', name: 'position', label: texts.position, choices: Object.entries(texts.positions) },
  ])
  const launcher = inGroup('launcher', [
    { kind: 'choice', name: 'icon', label: texts.launcherIcon, choices: Object.entries(texts.launcherIcons) },
    {
      kind: 'text',
      name: 'label',
      label: texts.launcherLabel,
      hint: texts.launcherLabelHint,
      read: ({ label }) => label ?? '',
      write: (label) => ({ label: label.trim() === '' ? null : label }),
    },
    { kind: 'switch', name: 'hidden', label: texts.launcherHidden, hint: texts.launcherHiddenHint },
  ])
  return (
    <WithPreview widget={open.preview} language={language}>
      <h3>{texts.colors}</h3>
      <WidgetFields open={open} fields={theme} />
      <h3>{texts.launcher}</h3>
      <p>{texts.launcherText}</p>
      <WidgetFields open={open} fields={[...position, ...launcher]} />
    </WithPreview>
  )
}
