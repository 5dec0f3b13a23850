import { useEffect, useEffectEvent, useState } from 'react'
import { nameOf, sequenceMs } from '../../app/keys.ts'

const modifiers = new Set(['Shift', 'Control', 'Meta', 'Alt', 'AltGraph', 'CapsLock', 'Dead', 'Process'])

/**
 * Records the keys that are pressed while it `isOn`: one, or two letters within a second. Nothing else of the page hears them.
 * `onKeys` is told of them, `onCancel` of Escape.
 */
export function useRecordedKeys(isOn: boolean, onKeys: (keys: string) => void, onCancel: () => void): string {
  const [first, setFirst] = useState('')
  const take = useEffectEvent(onKeys)
  const cancel = useEffectEvent(onCancel)
  useEffect(() => {
    if (!isOn) return
    let begun = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const finish = (keys: string) => {
      clearTimeout(timer)
      begun = ''
      setFirst('')
      take(keys)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (modifiers.has(event.key) || event.isComposing) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (event.key === 'Escape') {
        clearTimeout(timer)
        setFirst('')
        cancel()
        return
      }
      const name = nameOf(event)
      if (begun !== '') finish(`${begun} ${name}`)
      else if (name.length > 1) finish(name)
      else {
        begun = name
        setFirst(name)
        timer = setTimeout(() => finish(name), sequenceMs)
      }
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', onKeyDown, { capture: true })
    }
  }, [isOn])
  return first
}
