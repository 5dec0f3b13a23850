import { useState } from 'react'
import { changePreferences, usePreferences } from '../../app/preferences.ts'
import { Switch } from '../../components/switch/switch.tsx'
import styles from './notifications.module.css'
import { playSound } from './play-sound.ts'
import { hasSystemNotifications, setSystemNotifications } from './system-notifications.ts'
import { useTexts } from './texts.ts'

/** What somebody is told of, and how. The sound is heard as it is turned on. */
export function NotificationSettings() {
  const texts = useTexts()
  const { notifications = {} } = usePreferences()
  const [isSystemOn, setSystemOn] = useState(hasSystemNotifications)
  const [isRefused, setRefused] = useState(false)
  const set = (change: typeof notifications) =>
    void changePreferences({ notifications: { ...notifications, ...change } })
  const rows = [
    { name: 'assigned', label: texts.assignedLabel, isOn: notifications.assigned !== false },
    { name: 'mentioned', label: texts.mentionedLabel, isOn: notifications.mentioned !== false },
    { name: 'queue', label: texts.queueLabel, isOn: notifications.queue === true },
    { name: 'mail', label: texts.mail, isOn: notifications.mail !== false },
    { name: 'sound', label: texts.sound, isOn: notifications.sound === true },
  ] as const
  return (
    <section className={styles.settings} aria-labelledby="notification-settings">
      <h2 id="notification-settings">{texts.how}</h2>
      {rows.map(({ name, label, isOn }) => (
        <div key={name} className={styles.setting}>
          <span aria-hidden="true">{label}</span>
          <Switch
            label={label}
            isOn={isOn}
            onChange={(next) => {
              set({ [name]: next })
              if (name === 'sound' && next) playSound()
            }}
          />
        </div>
      ))}
      <div className={styles.setting}>
        <span aria-hidden="true">{texts.system}</span>
        <Switch
          label={texts.system}
          isOn={isSystemOn}
          onChange={(next) => {
            void setSystemNotifications(next).then((isOn) => {
              setSystemOn(isOn)
              setRefused(next && !isOn)
            })
          }}
        />
      </div>
      {isRefused && <p role="alert">{texts.systemRefused}</p>}
    </section>
  )
}
