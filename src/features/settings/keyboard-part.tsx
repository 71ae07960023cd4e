import { ShortcutList, SingleKeysSwitch } from '#kit/keyboard/shortcut-help.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Kbd } from '#ui/text/kbd.tsx'
import * as texts from './texts.tsx'

export const KeyboardPart = () => (
  <Section title="Shortcuts" facts={texts.openShortcutsAnywhere(<Kbd keys="?" />)}>
    <div className="flex flex-col gap-4">
      <ShortcutList />
      <SingleKeysSwitch />
    </div>
  </Section>
)
