/**
 * Keeps the focus in a panel when what has it goes away, such as a form that was sent: Tab goes on from the conversation, and
 * Escape still closes the panel. The conversation rather than the field, which would open a telephone's keyboard.
 */
export function keepFocus(root: ShadowRoot): void {
  let focused = root.activeElement
  root.addEventListener('focusin', ({ target }) => {
    focused = target as Element
  })
  // Some browsers send this for what they remove as well; what is still there was left by the visitor.
  root.addEventListener('focusout', ({ target }) => {
    queueMicrotask(() => {
      if (target === focused && focused?.isConnected) focused = null
    })
  })
  new MutationObserver(() => {
    if (!focused || focused.isConnected) return
    focused = null
    const find = (selector: string) => root.querySelector<HTMLElement>(selector)
    if (!root.activeElement) (find('[role=log]') ?? find('.tool'))?.focus()
  }).observe(root, { childList: true, subtree: true })
}
