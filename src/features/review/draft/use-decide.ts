/** Sends a decision about a draft once per intention, with what was on the screen. */
import { useEffect, useRef } from 'react'
import { useCommand } from '#api/commands.ts'
import { useUndoWindowSeconds } from '#components/decisions/undo-window-setting.tsx'
import { type Decision, type DecisionAction, textHash } from '#contract/index.ts'
import { useCommandRunner } from '#kit/actions/command-runner.ts'
import { notifyRefusal } from '#kit/actions/notices.ts'
import type { Target } from '../queue/queue.ts'

export interface DecisionInput {
  action: DecisionAction
  /** The text that was on the screen. */
  shown: string
  /** The customer's last message that was on the screen. */
  lastInbound: string | null
  editedMessage?: string
}

/** @param onDecided called when the decision is recorded */
export function useDecide({ conversationId, messageId }: Target, onDecided: (decision: Decision) => void) {
  const { run, isPending, refusal } = useCommand('decisionMake')
  const holdSeconds = useUndoWindowSeconds()
  const commandRun = useCommandRunner()
  const hasLeft = useRef(false)
  // Whether this draft is still open when the answer arrives.
  useEffect(() => {
    hasLeft.current = false
    return () => {
      hasLeft.current = true
    }
  }, [])

  const decide = (order: DecisionInput) => {
    const { action, shown, lastInbound, editedMessage } = order
    const send = async (key: string) =>
      run({
        key,
        body: {
          conversationId,
          messageId,
          action,
          textHash: await textHash(shown),
          lastInbound,
          holdSeconds,
          ...(editedMessage !== undefined && { editedMessage }),
        },
      })
    commandRun.runOnce(send, order).then(
      (decision) => decision && !hasLeft.current && onDecided(decision),
      (error: unknown) => {
        // An open draft shows the refusal beside its buttons.
        if (hasLeft.current) notifyRefusal(error)
      },
    )
  }
  return { decide, isPending, refusal }
}
