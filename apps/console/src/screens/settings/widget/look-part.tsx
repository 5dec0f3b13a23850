import { useLanguage } from '../../../app/language.tsx'
import { onAccentFor } from './on-accent.ts'
import { useWidgetTexts } from './texts.ts'
import type { PartProps } from './use-widget.ts'
import type { Widget } from './widget-change.ts'
import { type WidgetField, WidgetFields } from './widget-fields.tsx'
import { WithPreview } from './widget-preview.tsx'

const isColor = (text: string) => /^#[0-9a-f]{6}$/.test(text)

/** Colors, shape and place. */
export function LookPart({ open }: PartProps) {
  const { language } = useLanguage()
  const texts = useWidgetTexts()
  const theme: WidgetField[] = [
    {
      kind: 'color',
      name: 'theme.accent',
      label: texts.accent,
      hint: texts.accentHint,
      read: (widget) => widget.theme.accent,
      write: (accent) => () => ({ theme: { accent, ...(isColor(accent) && { onAccent: onAccentFor(accent) }) } }),
    },
    {
      kind: 'choice',
      name: 'theme.scheme',
      label: texts.scheme,
      choices: Object.entries(texts.schemes),
      read: (widget) => widget.theme.scheme,
      write: (scheme) => () => ({ theme: { scheme: scheme as Widget['theme']['scheme'] } }),
    },
    {
      kind: 'number',
      name: 'theme.radius',
      label: texts.radius,
      min: 0,
      max: 32,
      step: 1,
      isRequired: true,
      read: (widget) => String(widget.theme.radius),
      write: (radius) => () => ({ theme: { radius: Number(radius) } }),
    },
  ]
  const launcher: WidgetField[] = [
    {
      kind: 'choice',
      name: 'theme.position',
      label: texts.position,
      choices: Object.entries(texts.positions),
      read: (widget) => widget.theme.position,
      write: (position) => () => ({ theme: { position: position as Widget['theme']['position'] } }),
    },
    {
      kind: 'choice',
      name: 'launcher.icon',
      label: texts.launcherIcon,
      choices: Object.entries(texts.launcherIcons),
      read: (widget) => widget.launcher.icon,
      write: (icon) => () => ({ launcher: { icon: icon as Widget['launcher']['icon'] } }),
    },
    {
      kind: 'text',
      name: 'launcher.label',
      label: texts.launcherLabel,
      hint: texts.launcherLabelHint,
      read: (widget) => widget.launcher.label ?? '',
      write: (label) => () => ({ launcher: { label: label.trim() === '' ? null : label } }),
    },
    {
      kind: 'switch',
      name: 'launcher.hidden',
      label: texts.launcherHidden,
      hint: texts.launcherHiddenHint,
      read: (widget) => widget.launcher.hidden,
      write: (hidden) => () => ({ launcher: { hidden } }),
    },
  ]
  return (
    <WithPreview widget={open.preview} language={language}>
      <h3>{texts.colors}</h3>
      <WidgetFields open={open} fields={theme} />
      <h3>{texts.launcher}</h3>
      <p>{texts.launcherText}</p>
      <WidgetFields open={open} fields={launcher} />
    </WithPreview>
  )
}
