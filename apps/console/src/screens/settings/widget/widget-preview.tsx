import { loadAllTexts } from '@frontdesk/widget/all-texts'
import { paths } from '@frontdesk/widget/icons'
import launcherStyles from '@frontdesk/widget/launcher.css?inline'
import { launcherIcons } from '@frontdesk/widget/launcher-icons'
import panelStyles from '@frontdesk/widget/panel.css?inline'
import { isRightToLeft, type Language, type Texts, withOwnTexts } from '@frontdesk/widget/texts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CSSProperties, ReactNode } from 'react'
import { languageIn } from './language-select.tsx'
import { ShadowRoot } from './shadow-root.tsx'
import { useWidgetTexts } from './texts.ts'
import styles from './widget.module.css'
import type { Widget } from './widget-change.ts'

const widgetStyles = [launcherStyles, panelStyles]

/** The widget's own texts in a language. */
export const builtInTexts = (language: Language) =>
  queryOptions({
    queryKey: ['widget-texts', language],
    queryFn: () => loadAllTexts(language),
    staleTime: Number.POSITIVE_INFINITY,
  })

const Icon = ({ name }: { name: keyof typeof paths }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className={`icon icon-${name}`}>
    <path d={paths[name]} />
  </svg>
)

/** The panel as it opens, in the widget's own style sheet: the elements are those of apps/widget/src/views. */
function Panel({ widget, texts }: { widget: Widget; texts: Texts }) {
  const { theme, features } = widget
  return (
    <section className={`panel inline ${theme.scheme}`}>
      <header>
        <span className="avatar ai">
          <Icon name="spark" />
        </span>
        <div className="titles">
          <h1 dir="auto">{texts.title}</h1>
          <p dir="auto">{texts.subtitle}</p>
        </div>
        <span className="tool">
          <Icon name="more" />
        </span>
        <span className="tool">
          <Icon name="close" />
        </span>
      </header>
      <div className="scroll">
        <div className="log">
          <div className="start">
            <span className="avatar ai large">
              <Icon name="spark" />
            </span>
            <h2 dir="auto">{texts.greeting}</h2>
            <p dir="auto">{texts.greetingMore}</p>
            {texts.suggestions.slice(0, 4).map((question) => (
              <button type="button" className="suggestion" key={question}>
                <span dir="auto">{question}</span>
                <Icon name="next" />
              </button>
            ))}
          </div>
        </div>
      </div>
      <div className="foot">
        <div className="composer">
          <div className="box">
            {features.attachments && (
              <span className="tool">
                <Icon name="attach" />
              </span>
            )}
            <textarea rows={1} placeholder={texts.placeholder} aria-label={texts.placeholder} readOnly />
            <span className="send">
              <Icon name="send" />
            </span>
          </div>
        </div>
        <p className="fine">
          <span>{texts.aiNotice}</span>
          {features.talkToPerson && (
            <button type="button" className="link">
              {texts.talkToPerson}
            </button>
          )}
        </p>
      </div>
    </section>
  )
}

type Props = { widget: Widget; language: string }

/** A widget as visitors see it when they open it. */
function WidgetPreview({ widget, language: tag }: Props) {
  const { preview } = useWidgetTexts()
  const language = languageIn(tag)
  const { data: builtIn } = useQuery(builtInTexts(language))
  const { theme, launcher } = widget
  const look = {
    '--widget-accent': theme.accent,
    '--widget-on-accent': theme.onAccent,
    '--widget-radius': `${theme.radius}px`,
    alignItems: theme.position === 'start' ? 'flex-start' : 'flex-end',
  } as CSSProperties
  return (
    <figure className={styles.preview} aria-label={preview}>
      {builtIn && (
        <div inert lang={language} dir={isRightToLeft(language) ? 'rtl' : 'ltr'} style={look}>
          <ShadowRoot styles={widgetStyles} className={styles.panel}>
            <Panel widget={widget} texts={withOwnTexts(builtIn, widget.texts[language])} />
          </ShadowRoot>
          {!launcher.hidden && (
            <ShadowRoot styles={widgetStyles} className={undefined}>
              <span className={`launcher ${launcher.label ? 'labelled' : ''}`} style={{ position: 'static' }}>
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d={launcherIcons[launcher.icon]} />
                </svg>
                {launcher.label}
              </span>
            </ShadowRoot>
          )}
        </div>
      )}
    </figure>
  )
}

/** Fields with the preview beside them, or above them where there is no room. */
export const WithPreview = ({ children, ...props }: Props & { children: ReactNode }) => (
  <div className={styles.withPreview}>
    <div>{children}</div>
    <WidgetPreview {...props} />
  </div>
)
