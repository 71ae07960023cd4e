/** Decides about a draft: once for each intention, with what was on the screen. */
import { useEffect, useRef } from 'react'
import { useCommand } from '#api/commands.ts'
import { useUndoWindowSeconds } from '#components/decisions/undo-window-setting.tsx'
import { type Decision, type DecisionAction, textHash } from '#contract/index.ts'
import { useIntention } from '#kit/actions/intention.ts'
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

/** @param onDecided it is recorded, and held or on its way */
export function useDecide({ conversationId, messageId }: Target, onDecided: (decision: Decision) => void) {
  const { run, isPending, refusal } = useCommand('decisionMake')
  const holdSeconds = useUndoWindowSeconds()
  const intention = useIntention()
  const hasLeft = useRef(false)
  // Where one is when the answer comes: on this message, or gone on to another.
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
    intention.carryOut(send, order).then(
      (decision) => decision && !hasLeft.current && onDecided(decision),
      (error: unknown) => {
        // On the page it stands beside the buttons.
        if (hasLeft.current) notifyRefusal(error)
      },
    )
  }
  return { decide, isPending, refusal }
}
