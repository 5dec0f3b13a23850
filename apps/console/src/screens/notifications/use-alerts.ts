import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useAgentNames } from '../../app/agents.ts'
import { useMessages } from '../../app/language.tsx'
import { liveLog } from '../../app/live-log.ts'
import { readNotificationsAgain } from '../../app/notifications.ts'
import { usePreferences } from '../../app/preferences.ts'
import { playSound } from './play-sound.ts'
import { isQuiet } from './quiet-hours.ts'
import { hasSystemNotifications } from './system-notifications.ts'

/** Of several tabs, the one that has this lock rings; the others hear of the same alert in that time. */
const onceMs = 3_000
type Alert = { id: string; conversationId: string; text: string }

/** Rings, or shows a notification of the system, as somebody prefers: what is theirs, once for all tabs of the browser. */
export function useAlerts(): void {
  const { appName, nav } = useMessages()
  const names = useAgentNames()
  const navigate = useNavigate()
  const { notifications: wanted = {}, quietHours } = usePreferences()

  const ring = ({ id, conversationId, text }: Alert): void => {
    if (wanted.sound) playSound()
    if (!hasSystemNotifications() || !document.hidden) return
    const shown = new Notification(appName, { body: text, tag: id })
    shown.onclick = () => {
      window.focus()
      void navigate({ to: '/inbox/$view', params: { view: 'all' }, search: { c: conversationId } })
    }
  }
  const alert = useEffectEvent((next: Alert) => {
    if (isQuiet(quietHours, new Date())) return
    if (!navigator.locks) return ring(next)
    void navigator.locks.request(`frontdesk-alert-${next.id}`, { ifAvailable: true }, async (lock) => {
      if (!lock) return
      ring(next)
      await new Promise((done) => setTimeout(done, onceMs))
    })
  })
  const onNotification = useEffectEvent(({ id, kind, conversationId, by }: Parameters<NotificationListener>[0]) => {
    void readNotificationsAgain()
    const isWanted = kind === 'mention' ? wanted.mentioned : wanted.assigned
    if (isWanted !== false) alert({ id, conversationId, text: nav.notified[kind](names.get(by.id ?? '') ?? appName) })
  })
  const onEscalated = useEffectEvent((conversationId: string, at: string) => {
    if (wanted.queue) alert({ id: `${conversationId}-${at}`, conversationId, text: nav.notified.queue })
  })
  useEffect(() => {
    const stops = [
      liveLog.onNotification((notification) => onNotification(notification)),
      liveLog.onChange(({ type, conversation, at }) => {
        if (type === 'conversation.escalated' && conversation?.assignee === null) onEscalated(conversation.id, at)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}
type NotificationListener = Parameters<typeof liveLog.onNotification>[0]
