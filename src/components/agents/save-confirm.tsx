/** The dialog before a change is saved that affects batches. It lists these batches and asks to type the record's name. */
import { useState } from 'react'
import { Refusal } from '#contract/index.ts'
import { affectsCalls, type Impact } from './batch-impact.ts'
import { ConfirmByName } from './confirm-by-name.tsx'

export interface RiskyChange {
  /** Such as "Remove the phone number of “Anna”?" */
  title: string
  /** Reads what the change does to batches. @throws Refusal if that cannot be read */
  readImpacts: () => Promise<Impact[]>
}

interface OpenDialog {
  change: RiskyChange
  impacts: readonly Impact[]
  resolve: (isConfirmed: boolean) => void
}

/**
 * @param noun the kind of record, such as "agent"
 * @param name its name when the form was opened
 * @returns `confirmSave`, which resolves with whether to save the change (at once if it affects no batch), and the dialog
 */
export function useSaveConfirm(noun: string, name: string, verb: 'save' | 'create' = 'save') {
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const confirmSave = async (change: RiskyChange | null): Promise<boolean> => {
    if (!change) return true
    const impacts = await change.readImpacts().catch((error: unknown): Impact[] => {
      if (!(error instanceof Refusal)) throw error
      return [{ agentName: name, outlook: { kind: 'may-fail' }, agentUse: null }]
    })
    if (!impacts.some(affectsCalls)) return true
    return new Promise((resolve) => setOpen({ change, impacts, resolve }))
  }
  const close = (isConfirmed: boolean) => {
    open?.resolve(isConfirmed)
    setOpen(null)
  }
  const readCurrent = async ({ change, ...rest }: OpenDialog) => {
    const impacts = await change.readImpacts()
    setOpen({ change, ...rest, impacts })
    return impacts
  }
  const dialog = open && (
    <ConfirmByName
      noun={noun}
      name={name}
      verb={verb}
      title={open.change.title}
      cancelLabel="Keep editing"
      onClose={() => close(false)}
      impacts={{ displayed: open.impacts, readCurrent: () => readCurrent(open) }}
      run={() => Promise.resolve(true)}
      onDone={close}
    />
  )
  return { confirmSave, dialog }
}
