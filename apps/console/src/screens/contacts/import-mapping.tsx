import { DataTable } from '../../components/data-table/data-table.tsx'
import { Select } from '../../components/select/select.tsx'
import styles from './contacts.module.css'
import { useContactTexts } from './texts.ts'

type Props = {
  header: readonly string[]
  rows: readonly (readonly string[])[]
  mapping: Record<string, string>
  onChange: (mapping: Record<string, string>) => void
}

const fields = ['name', 'email', 'phone', 'externalId', 'tags'] as const
const examples = 3

/** Which field each column of the file is, with what stands in its first rows. */
export function ImportMapping({ header, rows, mapping, onChange }: Props) {
  const texts = useContactTexts()
  const set = (column: string, field: string) => {
    const { [column]: _, ...others } = mapping
    onChange(field === '' ? others : { ...others, [column]: field })
  }
  return (
    <DataTable label={texts.steps.columns} columns={[texts.column, texts.examples, texts.field]}>
      {header.map((column, i) =>
        column === '' ? null : (
          <tr key={column}>
            <th scope="row" dir="auto">
              {column}
            </th>
            <td dir="auto" className={styles.note}>
              {rows
                .slice(0, examples)
                .map((row) => row[i])
                .filter(Boolean)
                .join(' · ')}
            </td>
            <td>
              <Select
                aria-label={texts.fieldOf(column)}
                value={mapping[column] ?? ''}
                choices={[
                  ['', texts.leaveOut],
                  ...fields.map((field) => [field, texts.fields[field]] as const),
                  [`attributes.${column}`, texts.attribute(column)],
                ]}
                onChange={(field) => set(column, field)}
              />
            </td>
          </tr>
        ),
      )}
    </DataTable>
  )
}
