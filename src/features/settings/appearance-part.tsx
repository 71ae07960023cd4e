/** Preferences of this browser: theme, undo window, single-key shortcuts, desktop notifications. */

import { useState } from 'react'
import { hold } from '#contract/index.ts'
import { SingleKeysSwitch } from '#kit/keyboard/shortcut-help.tsx'
import { setPreference, usePreference, useUndoWindowSeconds } from '#kit/preferences.ts'
import { SegmentedControl, Slider, Switch } from '#ui/forms/choice.tsx'
import { Section } from '#ui/layout/section.tsx'
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
    setProblem(
      isAllowed
        ? ''
        : 'This browser blocks notifications from Switchboard. Allow them for this site in the browser’s settings.',
    )
    setPreference(name, on && isAllowed ? 'on' : 'off')
  }
  return <Switch label={label} hint={problem || hint} checked={isOn} onChange={(on) => void change(on)} />
}

const DesktopNotificationsSwitch = () => (
  <NotificationsSwitch
    name="desktop"
    label="Desktop notifications"
    hint="While this tab is hidden, you are notified when a batch ends or fails, when drafts are waiting for review, and when an outcome is unknown."
  />
)

const CallNotificationsSwitch = () => (
  <NotificationsSwitch
    name="calls"
    label="Notifications about calls that go wrong"
    hint="While this tab is hidden, its title and a notification tell you when a customer asks for a person, a watched word is said, the sentiment turns negative, or the agent repeats itself. If the service lists its calls, Switchboard then reads the list every 15 seconds, once for the whole team. If it does not, you learn only of calls that a colleague is watching."
  />
)

const themes = [
  { value: 'system', label: texts.themeNames.system },
  { value: 'light', label: texts.themeNames.light },
  { value: 'dark', label: texts.themeNames.dark },
] as const

export const AppearancePart = () => (
  <Section title="This browser">
    <div className="flex flex-col items-start gap-5">
      <SegmentedControl
        label="Theme"
        options={themes}
        value={usePreference('theme')}
        onChange={(theme) => setPreference('theme', theme)}
      />
      <div className="w-full max-w-sm">
        <Slider
          label="Undo window"
          hint="You can undo a decision for this long."
          value={useUndoWindowSeconds()}
          onChange={(seconds) => setPreference('hold', String(seconds))}
          min={hold.least}
          max={hold.most}
          step={1}
          format={(seconds) => (seconds === 0 ? 'Off' : `${seconds} s`)}
        />
      </div>
      <Switch
        label="Patterns in charts"
        hint="In addition to colours. Prints and high contrast always have them."
        checked={usePreference('patterns') === 'on'}
        onChange={(isOn) => setPreference('patterns', isOn ? 'on' : 'off')}
      />
      <SingleKeysSwitch />
      <DesktopNotificationsSwitch />
      <CallNotificationsSwitch />
    </div>
  </Section>
)
