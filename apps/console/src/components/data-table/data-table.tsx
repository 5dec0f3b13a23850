import type { ReactNode } from 'react'
import styles from './data-table.module.css'

type Column = { name: string; isNumber?: boolean }

/** A table in the look of the console; wider than the screen, it scrolls by itself. `children` are its rows. */
export function DataTable({
  label,
  columns,
  isBusy,
  children,
}: {
  label: string
  columns: readonly (string | Column)[]
  isBusy?: boolean
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section className={styles.scroll} aria-label={label} tabIndex={0}>
      <table className={styles.table} aria-busy={isBusy}>
        <thead>
          <tr>
            {columns.map((column) => {
              const { name, isNumber } = typeof column === 'string' ? { name: column, isNumber: false } : column
              // A column of buttons has no name: an empty header cell would be read out as one.
              if (name === '') return <td key={name} />
              return (
                <th key={name} scope="col" className={isNumber ? styles.number : undefined}>
                  {name}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

/** The class of cells with numbers. */
export const numberCell = styles.number
