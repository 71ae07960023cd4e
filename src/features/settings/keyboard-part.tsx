import { ShortcutList, SingleKeysSwitch } from '#kit/keyboard/shortcut-help.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Kbd } from '#ui/text/kbd.tsx'

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
