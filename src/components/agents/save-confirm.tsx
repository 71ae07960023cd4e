/** Before a change is saved that affects batches, lists them and asks to type the record's name. */
import { useState } from 'react'
import { Refusal } from '#contract/index.ts'
import { affectsCalls, type Impact } from './batch-impact.ts'
import { ConfirmByName } from './confirm-by-name.tsx'
import * as texts from './texts.ts'

export interface RiskyChange {
  /** Such as "Remove the phone number of “Anna”?" */
  title: string
  /** Reads what it does to batches. @throws Refusal if that cannot be read */
  read: () => Promise<Impact[]>
}

interface OpenDialog {
  change: RiskyChange
  shown: readonly Impact[]
  answer: (yes: boolean) => void
}

/**
 * @param noun the kind of record, such as "agent"
 * @param name its name when the form was opened
 * @returns `allows`, which resolves with whether to save the change (at once if it affects no batch), and the dialog
 */
export function useSaveConfirm(noun: string, name: string, verb: 'save' | 'create' = 'save') {
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const allows = async (change: RiskyChange | null): Promise<boolean> => {
    if (!change) return true
    const shown = await change.read().catch((error: unknown): Impact[] => {
      if (!(error instanceof Refusal)) throw error
      return [{ agentName: name, outlook: { kind: 'may-fail' }, use: null }]
    })
    if (!shown.some(affectsCalls)) return true
    return new Promise((answer) => setOpen({ change, shown, answer }))
  }
  const end = (yes: boolean) => {
    open?.answer(yes)
    setOpen(null)
  }
  const readAgain = async ({ change, ...rest }: OpenDialog) => {
    const shown = await change.read()
    setOpen({ change, ...rest, shown })
    return shown
  }
  const dialog = open && (
    <ConfirmByName
      noun={noun}
      name={name}
      verb={verb}
      title={open.change.title}
      cancelLabel={texts.keepEditing}
      onClose={() => end(false)}
      impacts={{ shown: open.shown, readAgain: () => readAgain(open) }}
      run={() => Promise.resolve(true)}
      onDone={end}
    />
  )
  return { allows, dialog }
}
