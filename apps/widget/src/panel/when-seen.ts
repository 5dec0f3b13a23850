/** Does something once an element is seen. What is further down on a page asks for nothing before one gets there. */
export function whenSeen(element: HTMLElement, act: () => void): void {
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return
    observer.disconnect()
    act()
  })
  observer.observe(element)
}
