/** Commands for a decision: undo, send now, dismiss. Separate from `decisions.ts`, which the first page loads. */
import { useCommand } from '#api/commands.ts'
import type { Decision } from '#contract/index.ts'
import { notifyRefusal } from '#kit/actions/notices.ts'

/** Undoes a decision, ends its undo window, or dismisses its outcome. A refusal, such as "Too late to undo", is shown as a notice. */
export function useHeldDecision() {
  const undo = useCommand('decisionUndo')
  const sendNow = useCommand('decisionSendNow')
  const dismiss = useCommand('decisionDismiss')
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
    dismiss: (effectId: string): void => {
      dismiss.run({ params: { effectId } }).catch(notifyRefusal)
    },
    isPending: undo.isPending || sendNow.isPending,
  }
}
