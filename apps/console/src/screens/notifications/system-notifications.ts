const storageKey = 'frontdesk.system-notifications'

/** Whether this browser shows notifications outside of the page: asked for here, and allowed by it. */
export const hasSystemNotifications = (): boolean =>
  'Notification' in window && Notification.permission === 'granted' && localStorage.getItem(storageKey) === 'on'

/** Turns them on, if the browser allows it, or off; answers how it is then. */
export async function setSystemNotifications(isOn: boolean): Promise<boolean> {
  const isAllowed = isOn && 'Notification' in window && (await Notification.requestPermission()) === 'granted'
  localStorage.setItem(storageKey, isAllowed ? 'on' : 'off')
  return isAllowed
}
