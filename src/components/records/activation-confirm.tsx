/** The dialog before a flow with problems is activated. It names them. */
import { useState } from 'react'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { plural } from '#ui/text/format-number.ts'

interface OpenDialog {
  problems: readonly string[]
  resolve: (isConfirmed: boolean) => void
}

/** More would hide the question. */
const maxNamed = 6

/**
 * @param noun the kind of record, such as "flow"
 * @returns `confirmActivation`, which resolves with whether to go on (at once if there is no problem), and the dialog
 */
export function useActivationConfirm(noun: string) {
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const confirmActivation = async (problems: readonly string[]): Promise<boolean> =>
    problems.length === 0 || new Promise((resolve) => setOpen({ problems, resolve }))
  const close = (isConfirmed: boolean) => {
    open?.resolve(isConfirmed)
    setOpen(null)
  }
  const dialog = open && (
    <ConfirmDialog
      open
      onClose={() => close(false)}
      title={`Activate the ${noun} with ${plural(open.problems.length, 'problem', 'problems')}?`}
      cancelLabel="Keep editing"
      action={`Activate ${noun} anyway`}
      tone="danger"
      onAction={() => close(true)}
    >
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {open.problems.slice(0, maxNamed).map((text) => (
          <li key={text}>{text}</li>
        ))}
        {open.problems.length > maxNamed && (
          <li>{plural(open.problems.length - maxNamed, 'more problem', 'more problems')}.</li>
        )}
      </ul>
      <p className="text-soft">To save it for later, keep editing and turn off “Active”.</p>
    </ConfirmDialog>
  )
  return { confirmActivation, dialog }
}
