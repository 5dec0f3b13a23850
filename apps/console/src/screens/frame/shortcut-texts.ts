import { screenTexts } from '../../app/language.tsx'

const en = {
  how: 'Choose a shortcut to give it other keys.',
  change: (name: string, keys: string) => `${name}: ${keys}. Change`,
  press: 'Press the new keys…',
  cancel: 'Esc cancels.',
  reset: 'Reset',
  resetOf: (name: string) => `Reset the keys of “${name}”`,
  resetAll: 'Reset all',
  taken: (keys: string, name: string) => `${keys} already means “${name}”. Press other keys.`,
  unusable: (keys: string) => `${keys} can’t be used here. Press other keys.`,
  needsModifier: 'It works while you write, so it needs Ctrl or ⌘.',
}
const sv: typeof en = {
  how: 'Välj ett kortkommando för att ge det andra tangenter.',
  change: (name, keys) => `${name}: ${keys}. Ändra`,
  press: 'Tryck på de nya tangenterna…',
  cancel: 'Esc avbryter.',
  reset: 'Återställ',
  resetOf: (name) => `Återställ tangenterna för ”${name}”`,
  resetAll: 'Återställ alla',
  taken: (keys, name) => `${keys} betyder redan ”${name}”. Tryck på andra tangenter.`,
  unusable: (keys) => `${keys} går inte att använda här. Tryck på andra tangenter.`,
  needsModifier: 'Det används medan du skriver, så det behöver Ctrl eller ⌘.',
}

/** The texts of the list of shortcuts. */
export const useShortcutTexts = screenTexts({ en, sv })
