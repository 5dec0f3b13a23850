import { type FieldOf, type FieldValue, readField, writeField } from '../fields/field-of.ts'
import styles from '../fields/fields.module.css'
import { SavedField } from '../fields/saved-field.tsx'
import type { OpenWidget } from './use-widget.ts'
import type { Change, Widget, WidgetPatch } from './widget-change.ts'

export type WidgetField = FieldOf<Widget, WidgetPatch>

/** Fields of a group, of which only what is named changes. */
export const inGroup = <G extends keyof Widget & keyof WidgetPatch>(
  group: G,
  fields: FieldOf<Widget[G], NonNullable<WidgetPatch[G]>>[],
): WidgetField[] =>
  fields.map(
    (field) =>
      ({
        ...field,
        name: `${group}.${field.name}`,
        read: (widget: Widget) => readField(field, widget[group]),
        write: (value: FieldValue, widget: Widget) => ({ [group]: writeField(field, value, widget[group]) }),
      }) as WidgetField,
  )

/** A field whose patch is made of the widget as it is when the patch is sent. */
const withChange = (field: WidgetField) =>
  ({
    ...field,
    read: (widget: Widget) => readField(field, widget),
    write: (value: FieldValue) => (widget: Widget) => writeField(field, value, widget),
  }) as FieldOf<Widget, Change>

/** Fields of a widget, each saved by itself. What is typed shows in the preview at once. */
export const WidgetFields = ({ open, fields }: { open: OpenWidget; fields: WidgetField[] }) => (
  <div className={styles.fields}>
    {fields.map((field) => (
      <SavedField
        key={field.name}
        field={withChange(field)}
        record={open.widget}
        save={open.save}
        changed={open.changedLast(field.name)}
        onTyped={(change) => open.type(field.name, change)}
      />
    ))}
  </div>
)
