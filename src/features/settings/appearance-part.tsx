/** Preferences of this browser: theme, undo window, single-key shortcuts, desktop notifications. */
import { hold } from '#contract/index.ts'
import { SingleKeysSwitch } from '#kit/keyboard/shortcut-help.tsx'
import { setPreference, usePreference, useUndoWindowSeconds } from '#kit/preferences.ts'
import { SegmentedControl, Slider, Switch } from '#ui/forms/choice.tsx'
import { Section } from '#ui/layout/section.tsx'
import { CallNotificationsSwitch, DesktopNotificationsSwitch } from './desktop-notifications.tsx'
import * as texts from './texts.tsx'

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
