/** Turns desktop notifications on and off. Asks for the browser's permission only when somebody turns them on. */
import { useState } from 'react'
import { setPreference, usePreference } from '#kit/preferences.ts'
import { Switch } from '#ui/forms/choice.tsx'
import * as texts from './texts.tsx'

interface Props {
  /** The preference that the switch sets. */
  name: 'desktop' | 'calls'
  label: string
  hint: string
}

function NotificationsSwitch({ name, label, hint }: Props) {
  const isOn = usePreference(name) === 'on'
  const [problem, setProblem] = useState('')
  const change = async (on: boolean) => {
    const isAllowed = !on || ('Notification' in window && (await Notification.requestPermission()) === 'granted')
    setProblem(isAllowed ? '' : texts.notificationsBlocked)
    setPreference(name, on && isAllowed ? 'on' : 'off')
  }
  return <Switch label={label} hint={problem || hint} checked={isOn} onChange={(on) => void change(on)} />
}

export const DesktopNotificationsSwitch = () => (
  <NotificationsSwitch name="desktop" label={texts.desktopNotifications} hint={texts.desktopNotificationsHint} />
)

export const CallNotificationsSwitch = () => (
  <NotificationsSwitch name="calls" label={texts.callNotifications} hint={texts.callNotificationsHint} />
)
