import { Fragment, useMemo } from 'react'
import { type DiffLine, parseDiff } from './parse-diff.ts'
import styles from './text-diff.module.css'

type Props = { diff: string; before: string; after: string; removed: string; added: string }

/** A unified diff, side by side: what was removed left, what was added right. */
export function TextDiff({ diff, before, after, removed, added }: Props) {
  const hunks = useMemo(() => parseDiff(diff), [diff])
  return (
    <table className={styles.diff}>
      <colgroup>
        <col className={styles.number} />
        <col />
        <col className={styles.number} />
        <col />
      </colgroup>
      <thead>
        <tr>
          <th scope="col" colSpan={2}>
            {before}
          </th>
          <th scope="col" colSpan={2}>
            {after}
          </th>
        </tr>
      </thead>
      {hunks.map((hunk) => (
        <tbody key={`${hunk[0]?.before?.number}.${hunk[0]?.after?.number}`}>
          {hunk.map((row) => (
            <tr key={`${row.before?.number}.${row.after?.number}`}>
              <Side line={row.before} change={row.isChanged ? removed : undefined} kind="before" />
              <Side line={row.after} change={row.isChanged ? added : undefined} kind="after" />
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

type SideProps = { line: DiffLine | undefined; change: string | undefined; kind: 'before' | 'after' }

function Side({ line, change, kind }: SideProps) {
  if (!line) return <td colSpan={2} className={styles.none} />
  const { number, text, changed } = line
  const Mark = kind === 'before' ? 'del' : 'ins'
  return (
    <>
      <td className={styles.number}>{number}</td>
      <td dir="auto" data-kind={change === undefined ? undefined : kind}>
        {change === undefined ? (
          text
        ) : (
          <Fragment>
            <span className="visually-hidden">{change}: </span>
            {text.slice(0, changed?.start ?? 0)}
            <Mark>{text.slice(changed?.start ?? 0, changed?.end ?? text.length)}</Mark>
            {text.slice(changed?.end ?? text.length)}
          </Fragment>
        )}
      </td>
    </>
  )
}
