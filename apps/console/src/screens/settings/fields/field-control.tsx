import { wordsOf } from '../../../app/split-text.ts'
import { ColorInput } from '../../../components/color-input/color-input.tsx'
import { Select } from '../../../components/select/select.tsx'
import { Switch } from '../../../components/switch/switch.tsx'
import { useTexts } from '../texts.ts'
import type { ControlProps } from './field-line.tsx'
import type { FieldOf, FieldValue } from './field-of.ts'
import styles from './fields.module.css'

type Props = {
  field: FieldOf<never, unknown>
  control: ControlProps
  /** What is shown: of a list of words, the words as they are typed. */
  value: FieldValue
  onChange: (value: FieldValue) => void
  /** The reader is done with it: left the field, pressed Enter, or chose. */
  onDone: (value: FieldValue) => void
}

/** The control of a field, as its kind wants it. */
export function FieldControl({ field, control, value, onChange, onDone }: Props) {
  const texts = useTexts()
  const change = (next: FieldValue) => {
    onChange(next)
    onDone(next)
  }
  switch (field.kind) {
    case 'switch':
      return <Switch label={field.label} isOn={value === true} onChange={change} />
    case 'choice':
      return <Select {...control} value={String(value)} choices={field.choices} onChange={change} />
    case 'color':
      return (
        <ColorInput
          control={control}
          pickerLabel={`${texts.choose}: ${field.label}`}
          value={String(value)}
          onChange={onChange}
          onDone={onDone}
        />
      )
    case 'many': {
      const chosen = Array.isArray(value) ? value : []
      return (
        <ul className={styles.many} aria-label={field.label}>
          {field.choices.map(([key, name]) => (
            <li key={key}>
              <label>
                <input
                  type="checkbox"
                  checked={chosen.includes(key)}
                  onChange={({ target }) =>
                    change(target.checked ? [...chosen, key] : chosen.filter((each) => each !== key))
                  }
                />
                {name}
              </label>
            </li>
          ))}
        </ul>
      )
    }
    case 'long':
      return (
        <textarea
          {...control}
          dir="auto"
          rows={field.rows ?? 3}
          value={String(value)}
          required={field.isRequired}
          onChange={(event) => onChange(event.target.value)}
          onBlur={(event) => onDone(event.target.value)}
        />
      )
    default: {
      const isNumber = field.kind === 'number'
      const typed = (text: string): FieldValue => (field.kind === 'words' ? wordsOf(text) : text)
      return (
        <input
          {...control}
          dir={isNumber ? undefined : 'auto'}
          type={isNumber ? 'number' : field.kind === 'text' ? field.type : 'text'}
          {...(isNumber && { min: field.min, max: field.max, step: field.step ?? 'any' })}
          {...(field.kind === 'text' && field.type === 'password' && { autoComplete: 'new-password' })}
          required={field.kind === 'words' ? undefined : field.isRequired}
          value={Array.isArray(value) ? value.join(', ') : String(value)}
          onChange={(event) => onChange(event.target.value)}
          onBlur={(event) => onDone(typed(event.target.value))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            onDone(typed(event.currentTarget.value))
          }}
        />
      )
    }
  }
}
