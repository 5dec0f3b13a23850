import type { ComponentProps } from 'react'
import { type Command, useShownKeys } from '../../app/keys.ts'
import styles from './button.module.css'

type Props = ComponentProps<'button'> & { look?: 'primary' | 'plain' | 'quiet' | 'danger'; shortcut?: Command }

/** A button; its shortcut is shown where the pointer rests. */
export function Button({ look = 'plain', shortcut, className, type = 'button', title, ...props }: Props) {
  const keys = useShownKeys(shortcut)
  const hint = shortcut && `${title ?? (typeof props.children === 'string' ? props.children : '')} ${keys}`
  return (
    <button
      type={type}
      className={`${styles.button} ${styles[look]} ${className ?? ''}`}
      title={hint ?? title}
      {...(shortcut && { 'aria-keyshortcuts': keys })}
      {...props}
    />
  )
}
