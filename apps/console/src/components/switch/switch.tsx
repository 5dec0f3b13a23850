import styles from './switch.module.css'

type Props = { label: string; isOn: boolean; onChange: (isOn: boolean) => void; disabled?: boolean }

/** Turns something on and off at once. */
export const Switch = ({ label, isOn, onChange, disabled }: Props) => (
  <button
    type="button"
    role="switch"
    aria-checked={isOn}
    aria-label={label}
    className={styles.switch}
    disabled={disabled}
    onClick={() => onChange(!isOn)}
  />
)
