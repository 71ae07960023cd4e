/** Turns desktop notifications on and off. Asks for the browser's permission only when somebody turns them on. */
import { useState } from 'react'
import { setPreference, usePreference } from '#kit/preferences.ts'
import { Switch } from '#ui/forms/choice.tsx'

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
    setProblem(
      isAllowed
        ? ''
        : 'This browser blocks notifications from Switchboard. Allow them for this site in the browser’s settings.',
    )
    setPreference(name, on && isAllowed ? 'on' : 'off')
  }
  return <Switch label={label} hint={problem || hint} checked={isOn} onChange={(on) => void change(on)} />
}

export const DesktopNotificationsSwitch = () => (
  <NotificationsSwitch
    name="desktop"
    label="Desktop notifications"
    hint="While this tab is hidden, you are notified when a batch ends or fails, when drafts are waiting for review, and when an outcome is unknown."
  />
)

export const CallNotificationsSwitch = () => (
  <NotificationsSwitch
    name="calls"
    label="Notifications about calls that go wrong"
    hint="While this tab is hidden, its title and a notification tell you when a customer asks for a person, a watched word is said, the sentiment turns negative, or the agent repeats itself. If the service lists its calls, Switchboard then reads the list every 15 seconds, once for the whole team. If it does not, you learn only of calls that a colleague is watching."
  />
)
