/** Turns desktop notifications on and off. Asks for the browser's permission only when somebody turns them on. */
import { useState } from 'react'
import { setPreference, usePreference } from '#kit/preferences.ts'
import { Switch } from '#ui/forms/choice.tsx'
import * as texts from './texts.tsx'

export function DesktopNotificationsSwitch() {
  const isOn = usePreference('desktop') === 'on'
  const [problem, setProblem] = useState('')
  const change = async (on: boolean) => {
    const isAllowed = !on || ('Notification' in window && (await Notification.requestPermission()) === 'granted')
    setProblem(isAllowed ? '' : texts.notificationsBlocked)
    setPreference('desktop', on && isAllowed ? 'on' : 'off')
  }
  return (
    <Switch
      label={texts.desktopNotifications}
      hint={problem || texts.desktopNotificationsHint}
      checked={isOn}
      onChange={(on) => void change(on)}
    />
  )
}
