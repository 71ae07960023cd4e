/** Says that unsaved changes were restored, and discards them. Also says if another tab had others of the same form. */
import { useState } from 'react'
import { Button } from '#ui/forms/button.tsx'
import { TimeWithDay } from '#ui/time/time.tsx'
import * as texts from './texts.tsx'
import { useUnsavedWork } from './unsaved-work-context.tsx'

interface Props<Draft> {
  noun: string
  isNew: boolean
  restoredAt: number | null
  draft: Draft
  /** The form has unsaved changes. */
  isDirty: boolean
  /** What the form shows without the changes. */
  before: Draft
  onReset: (draft: Draft) => void
}

export function RestoredNotice<Draft>({ noun, isNew, restoredAt, draft, isDirty, before, onReset }: Props<Draft>) {
  const { isOpenElsewhere } = useUnsavedWork()
  /** What was discarded, until somebody types again. */
  const [discarded, setDiscarded] = useState<{ draft: Draft } | null>(null)
  const isShown = restoredAt !== null && (discarded ? !isDirty : isDirty)
  if (!isShown && !isOpenElsewhere) return null
  return (
    <div className="flex flex-col gap-2">
      {isOpenElsewhere && <p className="text-soft">{texts.openElsewhere(noun, isNew)}</p>}
      {isShown && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <output className="text-soft">
            {discarded ? (
              texts.discarded
            ) : (
              <>
                Your unsaved changes of <TimeWithDay at={restoredAt} /> are restored.
              </>
            )}
          </output>
          <Button
            size="small"
            onClick={() => {
              setDiscarded(discarded ? null : { draft })
              onReset(discarded ? discarded.draft : before)
            }}
          >
            {discarded ? texts.restoreAgain : texts.discard}
          </Button>
        </div>
      )}
    </div>
  )
}
