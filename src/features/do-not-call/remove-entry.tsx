/** Removing an entry, with the way back. The focus goes on to the next entry. */
import { type MouseEvent } from 'react'
import { useCommand } from '#api/commands.ts'
import { maskedNumber } from '#components/do-not-call/entry-words.ts'
import type { DoNotCallEntry } from '#contract/index.ts'
import { notify, notifyRefusal } from '#kit/actions/notices.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'

export function RemoveEntry({ entryId, lastTwo }: DoNotCallEntry) {
  const { reason } = usePermission('doNotCallRemove')
  const { run, isPending } = useCommand('doNotCallRemove')
  const restore = useCommand('doNotCallRestore')
  const params = { entryId }
  const putBack = () =>
    restore
      .run({ params })
      .then(() => notify({ title: `${maskedNumber(lastTwo)} is on the do-not-call list again.` }))
      .catch(notifyRefusal)
  const remove = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const row = currentTarget.closest('tr')
    run({ params })
      .then(() => {
        const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector('button')
        const heading = document.querySelector<HTMLElement>('main h1')
        if (row?.contains(document.activeElement)) (next ?? heading)?.focus({ preventScroll: true })
        notify({
          title: `${maskedNumber(lastTwo)} was removed from the do-not-call list.`,
          text: 'It can be called again.',
          action: { label: 'Undo', onClick: () => void putBack() },
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
