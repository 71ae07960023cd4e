/** Says that other drafts have the same text, and what is different in this one while the operator goes through them. */
import { shortcuts } from '#kit/keyboard/shortcut-table.ts'
import { Button } from '#ui/forms/button.tsx'
import { KeyHint } from '#ui/text/kbd.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import type { AlikeDrafts } from '../queue/use-alike-drafts.ts'
import * as texts from './texts.tsx'

export const AlikeNote = ({ otherCount, isActive, differingTexts, onToggle }: AlikeDrafts) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1 text-label">
    <output className="block min-w-0 flex-1 basis-52 break-words">
      {isActive ? texts.differsInGroup(otherCount, visible(differingTexts.join(' · '))) : texts.alikeDrafts(otherCount)}
    </output>
    <Button size="small" aria-keyshortcuts="A" onClick={onToggle}>
      {isActive ? 'Back to all drafts' : 'Review one by one'}
      <KeyHint keys={shortcuts['review.alike'].keys} />
    </Button>
  </div>
)
