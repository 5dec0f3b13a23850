import { paths } from './icon-paths.ts'

export type IconName = keyof typeof paths

/** A picture that assistive technology leaves out: what has it, has a name as well. */
export const Icon = ({ name, path }: { name: IconName; path?: string } | { name: string; path: string }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" class={`icon icon-${name}`}>
    <path d={path ?? paths[name as IconName]} />
  </svg>
)
