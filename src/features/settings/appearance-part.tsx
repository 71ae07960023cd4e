/** Preferences of this browser: theme, undo window, single-key shortcuts, desktop notifications. */
import { UndoWindowSetting } from '#components/decisions/undo-window-setting.tsx'
import { SingleKeysSwitch } from '#kit/keyboard/shortcut-help.tsx'
import { setPreference, usePreference } from '#kit/preferences.ts'
import { SegmentedControl } from '#ui/forms/choice.tsx'
import { Section } from '#ui/layout/section.tsx'
import { CallNotificationsSwitch, DesktopNotificationsSwitch } from './desktop-notifications.tsx'
import * as texts from './texts.tsx'

const themes = [
  { value: 'system', label: texts.themeNames.system },
  { value: 'light', label: texts.themeNames.light },
  { value: 'dark', label: texts.themeNames.dark },
] as const

export const AppearancePart = () => (
  <Section title={texts.thisBrowser}>
    <div className="flex flex-col items-start gap-5">
      <SegmentedControl
        label={texts.theme}
        options={themes}
        value={usePreference('theme')}
        onChange={(theme) => setPreference('theme', theme)}
      />
      <div className="w-full max-w-sm">
        <UndoWindowSetting />
      </div>
      <SingleKeysSwitch />
      <DesktopNotificationsSwitch />
      <CallNotificationsSwitch />
    </div>
  </Section>
)
