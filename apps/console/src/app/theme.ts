/** Light, dark, or as the system says. */
export type Theme = 'system' | 'light' | 'dark'

const storageKey = 'frontdesk.theme'

export const currentTheme = (): Theme => (localStorage.getItem(storageKey) as Theme | null) ?? 'system'

/** Sets the theme for this browser; `light-dark()` in the tokens follows `color-scheme`. */
export function setTheme(theme: Theme): void {
  localStorage.setItem(storageKey, theme)
  document.documentElement.dataset.theme = theme
}
