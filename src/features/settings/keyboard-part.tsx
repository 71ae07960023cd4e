import { ShortcutList, SingleKeysSwitch } from '#kit/keyboard/shortcut-help.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { Section } from '#ui/section.tsx'

export const KeyboardPart = () => (
  <Section
    title="Shortcuts"
    facts={
      <>
        The same list opens anywhere with <Kbd keys="?" />
      </>
    }
  >
    <div className="flex flex-col gap-4">
      <ShortcutList />
      <SingleKeysSwitch />
    </div>
  </Section>
)
