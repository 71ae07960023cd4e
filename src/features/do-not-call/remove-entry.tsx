/** Removes an entry, with an undo. The focus moves to the next entry. */
import type { MouseEvent } from 'react'
import { useCommand } from '#api/commands.ts'
import type { DoNotCallEntry } from '#contract/index.ts'
import { notify, notifyRefusal } from '#kit/actions/notices.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import * as texts from './texts.tsx'

export function RemoveEntry({ entryId, lastTwo }: DoNotCallEntry) {
  const { reason } = usePermission('doNotCallRemove')
  const { run, isPending } = useCommand('doNotCallRemove')
  const restore = useCommand('doNotCallRestore')
  const params = { entryId }
  const undo = () =>
    restore
      .run({ params })
      .then(() => notify({ title: `The number ending in ${lastTwo} is on the do-not-call list again.` }))
      .catch(notifyRefusal)
  const remove = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const row = currentTarget.closest('tr')
    run({ params })
      .then(() => {
        const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button')
        const heading = document.querySelector<HTMLElement>('main h1')
        if (row?.contains(document.activeElement)) (next ?? heading)?.focus({ preventScroll: true })
        notify({
          title: `The number ending in ${lastTwo} was removed from the do-not-call list.`,
          text: 'It can be called again.',
          action: { label: texts.undo, onClick: () => void undo() },
        })
      })
      .catch(notifyRefusal)
  }
  return (
    <Button size="small" pending={isPending} disabledReason={reason} onClick={remove}>
      Remove<span className="sr-only"> the number ending in {lastTwo}</span>
    </Button>
  )
}
