import { ShortcutList, SingleKeysSwitch } from '#kit/keyboard/shortcut-help.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Kbd } from '#ui/text/kbd.tsx'

export const KeyboardPart = () => (
  <Section
    title="Shortcuts"
    facts={
      <>
        Press <Kbd keys="?" /> on any page to open this list
      </>
    }
  >
    <div className="flex flex-col gap-4">
      <ShortcutList />
      <SingleKeysSwitch />
    </div>
  </Section>
)
