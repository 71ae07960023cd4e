/** Asks before a change is saved that affects running, scheduled or held-back batches: lists them, and has the name typed. */
import { useState } from 'react'
import { Refusal } from '#contract/index.ts'
import { type Impact, isFelt } from './batch-impact.ts'
import { ConfirmByName } from './confirm-by-name.tsx'

export interface RiskyChange {
  /** "Switch off the flow “Renewal”?" */
  title: string
  /** What it does to batches, read now. @throws Refusal when that cannot be read */
  read: () => Promise<Impact[]>
}

interface Asking {
  change: RiskyChange
  shown: readonly Impact[]
  answer: (yes: boolean) => void
}

/**
 * @param noun what it is, such as "agent"
 * @param name its name as it was opened
 * @param verb what is done to it
 * @returns `allows`, which resolves when the change may be saved (at once if it affects no batch), and the dialog that asks
 */
export function useSaveConfirm(noun: string, name: string, verb: 'save' | 'create' = 'save') {
  const [asking, setAsking] = useState<Asking | null>(null)
  const allows = async (change: RiskyChange | null): Promise<boolean> => {
    if (!change) return true
    const shown = await change.read().catch((error: unknown): Impact[] => {
      if (!(error instanceof Refusal)) throw error
      return [{ agentName: name, outlook: { kind: 'may-fail' }, use: null }]
    })
    if (!shown.some(isFelt)) return true
    return new Promise((answer) => setAsking({ change, shown, answer }))
  }
  const end = (yes: boolean) => {
    asking?.answer(yes)
    setAsking(null)
  }
  const readAgain = async ({ change, ...rest }: Asking) => {
    const shown = await change.read()
    setAsking({ change, ...rest, shown })
    return shown
  }
  const dialog = asking && (
    <ConfirmByName
      noun={noun}
      name={name}
      verb={verb}
      title={asking.change.title}
      safe="Keep editing"
      onClose={() => end(false)}
      impacts={{ shown: asking.shown, readAgain: () => readAgain(asking) }}
      run={() => Promise.resolve(true)}
      onDone={end}
    />
  )
  return { allows, dialog }
}
