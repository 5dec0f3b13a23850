import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

type Props = { styles: readonly string[]; className: string | undefined; children: ReactNode }

/** Elements with style sheets of their own, which the page's sheets don't reach. */
export function ShadowRoot({ styles, className, children }: Props) {
  const host = useRef<HTMLDivElement>(null)
  const [root, setRoot] = useState<globalThis.ShadowRoot>()
  useLayoutEffect(() => {
    setRoot(host.current!.shadowRoot ?? host.current!.attachShadow({ mode: 'open' }))
  }, [])
  useLayoutEffect(() => {
    if (!root) return
    // Not as an element, which the content security policy forbids.
    root.adoptedStyleSheets = styles.map((text) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      return sheet
    })
  }, [root, styles])
  return (
    <div ref={host} className={className}>
      {root && createPortal(children, root)}
    </div>
  )
}
