import styles from './icon.module.css'

/** Drawn on 16 × 16 with lines of 1.5. */
const paths = {
  filter: 'M2 4h12M4.5 8h7M7 12h2',
  more: 'M3 8h.01M8 8h.01M13 8h.01',
  close: 'M4 4l8 8M12 4l-8 8',
  check: 'M3 8.5l3.5 3.5L13 5',
  person: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 14c.6-2.6 2.8-4 5.5-4s4.9 1.4 5.5 4',
  tag: 'M2 2.5h5.5l6 6-5 5-6-6V2.5zM5 5.5h.01',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 5v3l2 1.5',
  download: 'M8 2v8M4.5 7L8 10.5 11.5 7M3 13.5h10',
  attach: 'M12.5 7.5l-5 5a3 3 0 0 1-4.2-4.2l5.5-5.5a2 2 0 0 1 2.8 2.8l-5.3 5.3a1 1 0 0 1-1.4-1.4l4.8-4.8',
  down: 'M4 6l4 4 4-4',
  back: 'M10 3L5 8l5 5',
  spark: 'M8 2l1.6 4.4L14 8l-4.4 1.6L8 14l-1.6-4.4L2 8l4.4-1.6z',
  menu: 'M2 4h12M2 8h12M2 12h12',
  panel: 'M2 3h12v10H2zM10 3v10',
  bell: 'M4 7a4 4 0 0 1 8 0c0 3.5 1.5 4.5 1.5 4.5h-11S4 10.5 4 7zM6.8 13.5h2.4',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.6 10.6L14 14',
  book: 'M3 2.5h8a2 2 0 0 1 2 2v9H5a2 2 0 0 1-2-2v-9zM3 11.5a2 2 0 0 1 2-2h8',
} as const

export type IconName = keyof typeof paths

/** A symbol beside words, or in a control that is named otherwise: screen readers leave it out. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={styles.icon} viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
