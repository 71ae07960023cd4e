/** What can be done about a decision that is held, or over. Beside the read of decisions, since every page needs that first. */
import { useCommand } from '#api/commands.ts'
import type { Decision } from '#contract/index.ts'
import { notifyRefusal } from '#kit/actions/notices.ts'

/** Undoes a held decision, ends its hold, or dismisses its outcome. A refusal ("too late") is a notice. */
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
