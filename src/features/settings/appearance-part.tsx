/** How this browser likes it. Kept in the browser, for this person alone. */
import { UndoWindowSetting } from '#components/decisions/undo-window-setting.tsx'
import { SingleKeysSwitch } from '#kit/keyboard/shortcut-help.tsx'
import { setPreference, usePreference } from '#kit/preferences.ts'
import { SegmentedControl } from '#ui/forms/choice.tsx'
import { Section } from '#ui/layout/section.tsx'
import { DesktopSetting } from './desktop-notifications.tsx'

const themes = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const
const densities = [
  { value: 'compact', label: 'Compact' },
  { value: 'comfortable', label: 'Comfortable' },
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
      <SegmentedControl
        label="Density"
        hint="Compact shows more, comfortable is easier on the eye and the finger."
        options={densities}
        value={usePreference('density')}
        onChange={(density) => setPreference('density', density)}
      />
      <div className="w-full max-w-sm">
        <UndoWindowSetting />
      </div>
      <SingleKeysSwitch />
      <DesktopSetting />
    </div>
  </Section>
)
