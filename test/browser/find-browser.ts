import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const canRun = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Finds what the variable names, or else the first of these names on the PATH. Throws if the named one can't be run. */
const finder =
  (variable: string, names: string[]) =>
  (env: NodeJS.ProcessEnv = process.env): string | undefined => {
    const named = env[variable]
    if (named) {
      if (canRun(named)) return named
      throw new Error(`${variable} is ${named}, which can't be run`)
    }
    const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
    return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(canRun)
  }

/** The path of the machine's Chromium: `CHROMIUM_PATH`, or the first on the PATH. */
export const findChromium = finder('CHROMIUM_PATH', [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
])

/** The path of the machine's Firefox: `FIREFOX_PATH`, or the first on the PATH. */
export const findFirefox = finder('FIREFOX_PATH', ['firefox-esr', 'firefox'])
