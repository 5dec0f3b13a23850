/** For `NODE_OPTIONS`: the whole process believes that it is `days` later. Its timers keep their pace. */
export const shiftedBy = (days: number): string => {
  const code = `const Real = Date, ms = ${Math.round(days * 86_400_000)}; globalThis.Date = class extends Real { constructor(...a) { a.length ? super(...a) : super(Real.now() + ms) } static now() { return Real.now() + ms } }`
  return `--import=data:text/javascript,${encodeURIComponent(code)}`
}
