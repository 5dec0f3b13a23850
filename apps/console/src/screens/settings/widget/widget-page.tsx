import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Icon } from '../../../components/icon/icon.tsx'
import { OpeningProblem } from '../../../components/problem-notice/opening-problem.tsx'
import { FeaturesPart } from './features-part.tsx'
import { LookPart } from './look-part.tsx'
import { MessagesPart } from './messages-part.tsx'
import { SetupPart } from './setup-part.tsx'
import { useWidgetTexts } from './texts.ts'
import { TextsPart } from './texts-part.tsx'
import { useWidget } from './use-widget.ts'
import { VisitorsPart } from './visitors-part.tsx'
import styles from './widget.module.css'

const parts = {
  setup: SetupPart,
  look: LookPart,
  texts: TextsPart,
  visitors: VisitorsPart,
  messages: MessagesPart,
  features: FeaturesPart,
}
type PartName = keyof typeof parts

/** One widget: its settings in parts. The part stands in the address. */
export function WidgetPage({ widgetId, onSecret }: { widgetId: string; onSecret: (secret: string) => void }) {
  const texts = useWidgetTexts()
  const { part: asked = 'setup' } = useSearch({ from: '/frame/settings/$section' })
  const heading = useRef<HTMLHeadingElement>(null)
  const opened = useWidget(widgetId)
  const { widget, preview } = opened
  const isThere = widget !== undefined
  useEffect(() => {
    if (isThere) heading.current?.focus()
  }, [isThere])
  const name: PartName = Object.hasOwn(parts, asked) ? (asked as PartName) : 'setup'
  const Part = parts[name]
  return (
    <>
      <Link to="." search={{}} className={styles.back}>
        <Icon name="back" />
        {texts.all}
      </Link>
      {opened.error ? (
        <OpeningProblem error={opened.error} wasThere={isThere} onRetry={opened.readAgain} />
      ) : (
        widget &&
        preview && (
          <>
            <h2 ref={heading} tabIndex={-1} className={styles.title} dir="auto">
              {widget.name}
            </h2>
            <nav className={styles.tabs} aria-label={texts.parts}>
              {(Object.keys(parts) as PartName[]).map((each) => (
                <Link
                  key={each}
                  to="."
                  search={{ open: widgetId, part: each }}
                  aria-current={each === name ? 'page' : undefined}
                >
                  {texts.partNames[each]}
                </Link>
              ))}
            </nav>
            <div className={styles.part} data-wide>
              <Part open={{ ...opened, widget, preview }} onSecret={onSecret} />
            </div>
          </>
        )
      )}
    </>
  )
}
