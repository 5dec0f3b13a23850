import type { Schemas } from '@frontdesk/client'

export type TriedPolicy = NonNullable<Schemas['RehearsalInput']['policies']>[number]

/** What is tried, as the form holds it. */
export type Tried = {
  name: string
  questions: string
  /** Empty: no source. */
  sourceId: string
  kind: 'text' | 'version'
  text: string
  version: string
  /** All of them, once one was changed. */
  policies: readonly TriedPolicy[] | undefined
  threshold: string
  contradictions: '' | 'newest' | 'escalate'
  languages: string
}

/** The form as it opens. */
export const noChange: Tried = {
  ...{ name: '', questions: '50', sourceId: '', kind: 'text', text: '', version: '' },
  ...{ policies: undefined, threshold: '', contradictions: '', languages: '' },
}

/** What a form stands for; undefined while nothing is changed. What is wrong is left for the server to name. */
export function inputOf(tried: Tried): Schemas['RehearsalInput'] | undefined {
  const { sourceId, kind, text, version, policies, contradictions } = tried
  const [name, threshold] = [tried.name.trim(), tried.threshold.trim()]
  const languages = tried.languages.split(/[\s,]+/).filter((each) => each !== '')
  const settings = {
    ...(threshold !== '' && { escalationThreshold: Number(threshold) }),
    ...(contradictions !== '' && { contradictions }),
    ...(languages.length > 0 && { languages }),
  }
  const isSourceTried = sourceId !== '' && (kind === 'text' ? text.trim() !== '' : version !== '')
  const isSettingTried = Object.keys(settings).length > 0
  if (!isSourceTried && !policies && !isSettingTried) return undefined
  return {
    questions: Number(tried.questions),
    ...(name !== '' && { name }),
    ...(isSourceTried && { source: { sourceId, ...(kind === 'text' ? { text } : { version: Number(version) }) } }),
    ...(policies && { policies: [...policies] }),
    ...(isSettingTried && { settings }),
  }
}
