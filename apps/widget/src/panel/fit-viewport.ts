const fitted = new WeakSet<HTMLElement>()

/** Keeps a panel that fills the screen above the keyboard of a telephone. */
export function fitViewport(frame: HTMLElement): void {
  const viewport = visualViewport
  if (!viewport || fitted.has(frame)) return
  fitted.add(frame)
  const adapt = () => {
    frame.style.setProperty('--height', `${viewport.height}px`)
    frame.style.setProperty('--top', `${viewport.offsetTop}px`)
  }
  viewport.addEventListener('resize', adapt)
  viewport.addEventListener('scroll', adapt)
  adapt()
}
