/** Whether the desktop tells what came while the tab was hidden. The browser is asked only when somebody wants it. */
import { useState } from 'react'
import { setPreference, usePreference } from '#kit/preferences.ts'
import { Switch } from '#ui/forms/choice.tsx'

const refused = 'This browser does not let Switchboard notify you. Allow it in the browser’s settings for this site.'

export function DesktopSetting() {
  const wanted = usePreference('desktop') === 'on'
  const [problem, setProblem] = useState('')
  const change = async (on: boolean) => {
    const allowed = !on || ('Notification' in window && (await Notification.requestPermission()) === 'granted')
    setProblem(allowed ? '' : refused)
    setPreference('desktop', on && allowed ? 'on' : 'off')
  }
  return (
    <Switch
      label="Desktop notifications"
      hint={
        problem ||
        'While this tab is hidden: a batch that ended or fails, messages that wait for you, an outcome that nobody knows.'
      }
      checked={wanted}
      onChange={(on) => void change(on)}
    />
  )
}
