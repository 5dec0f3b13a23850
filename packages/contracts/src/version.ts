import packageJson from '../package.json' with { type: 'json' }

/** The version of this release, of everything in it. `node scripts/set-version.ts` changes it. */
export const version: string = packageJson.version
