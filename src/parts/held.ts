/** What can be done about a decision that is held. */
import { useCommand } from '#api/commands.ts'
import type { Decision } from '#contract/index.ts'
import { notifyRefusal } from '#shell/notices.tsx'

/** Takes a held decision back, or ends its hold. A refusal ("too late") is a notice. */
export function useHeld() {
  const undo = useCommand('decisionUndo')
  const sendNow = useCommand('decisionSendNow')
  return {
    undo: (effectId: string): Promise<Decision | null> =>
      undo.run({ params: { effectId } }).catch((error: unknown) => {
        notifyRefusal(error)
        return null
      }),
    sendNow: (effectId: string): Promise<Decision | null> =>
      sendNow.run({ params: { effectId } }).catch((error: unknown) => {
        notifyRefusal(error)
        return null
      }),
    isPending: undo.isPending || sendNow.isPending,
  }
}
