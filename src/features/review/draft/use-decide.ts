/** Sends a decision about a draft only once, together with the text that was on the screen. */
import { useCommand } from '#api/commands.ts'
import { type Decision, type DecisionAction, type SeriousRiskKind, textHash } from '#contract/index.ts'
import { useCommandRunner } from '#kit/actions/command-runner.ts'
import { notifyRefusal } from '#kit/actions/notices.ts'
import { useUndoWindowSeconds } from '#kit/preferences.ts'
import type { Target } from '../queue/queue.ts'
import type { Rejection } from './reject-panel.tsx'
import { useIsClosed } from './use-is-closed.ts'

export interface DecisionInput {
  action: DecisionAction
  /** The text that was on the screen. */
  shownText: string
  /** The customer's last message that was on the screen. */
  lastInbound: string | null
  editedMessage?: string
  /** Why the draft is rejected. */
  rejection?: Rejection
  /** The serious risks that the operator confirmed. */
  confirmedRisks?: readonly SeriousRiskKind[]
}

/** @param onDecided called when the decision is recorded, unless the draft was closed before */
export function useDecide({ conversationId, messageId }: Target, onDecided: (decision: Decision) => void) {
  const isClosed = useIsClosed()
  const { run, isPending, refusal } = useCommand('decisionMake', {
    onAnswer: (decision) => !isClosed.current && onDecided(decision),
  })
  const holdSeconds = useUndoWindowSeconds()
  const commandRunner = useCommandRunner()

  const decide = (input: DecisionInput) => {
    const { action, shownText, lastInbound, editedMessage, rejection, confirmedRisks } = input
    const send = async (key: string) =>
      run({
        key,
        body: {
          conversationId,
          messageId,
          action,
          textHash: await textHash(shownText),
          lastInbound,
          holdSeconds,
          ...(editedMessage !== undefined && { editedMessage }),
          ...rejection,
          ...(confirmedRisks && { confirmedRisks: [...confirmedRisks] }),
        },
      })
    commandRunner.runOnce(send, input).catch((error: unknown) => {
      // An open draft shows the refusal beside its buttons.
      if (isClosed.current) notifyRefusal(error)
    })
  }
  return { decide, isPending, refusal }
}
