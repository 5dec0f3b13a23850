import type { FieldOf } from '../fields/field-of.ts'
import styles from '../fields/fields.module.css'
import { SavedField } from '../fields/saved-field.tsx'
import type { OpenWidget } from './use-widget.ts'
import type { Change, Widget } from './widget-change.ts'

export type WidgetField = FieldOf<Widget, Change>

/** Fields of a widget, each saved by itself. What is typed shows in the preview at once. */
export const WidgetFields = ({ open, fields }: { open: OpenWidget; fields: WidgetField[] }) => (
  <div className={styles.fields}>
    {fields.map((field) => (
      <SavedField
        key={field.name}
        field={field}
        record={open.widget}
        save={open.save}
        changed={open.changedLast(field.name)}
        onTyped={(change) => open.type(field.name, change)}
      />
    ))}
  </div>
)
