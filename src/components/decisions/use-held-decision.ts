/** Commands for a decision in its undo window or with an outcome. Apart from `decisions.ts`, which every page loads first. */
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
