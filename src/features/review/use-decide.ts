/** Decides about a draft: once for each intention, with the text that was on the screen. */
import { useEffect, useRef, useState } from 'react'
import { newIntention, useCommand } from '#api/commands.ts'
import { type Decision, type DecisionAction, Refusal, textHash } from '#contract/index.ts'
import { useHoldSeconds } from '#parts/hold-setting.tsx'
import { createIntention } from '#shell/intention.ts'
import { notify } from '#shell/notices.tsx'
import type { Target } from './queue.ts'

export interface Order {
  action: DecisionAction
  /** The text that was on the screen. */
  shown: string
  editedMessage?: string
}

/** @param onDecided it is recorded, and held or on its way */
export function useDecide({ conversationId, messageId }: Target, onDecided: (decision: Decision) => void) {
  const { run, isPending, refusal } = useCommand('decisionMake')
  const holdSeconds = useHoldSeconds()
  const [intention] = useState(() => createIntention(newIntention))
  const last = useRef('')
  const left = useRef(false)
  // Where one is when the answer comes: on this message, or gone on to another.
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])

  const decide = ({ action, shown, editedMessage }: Order) => {
    const order = JSON.stringify([action, shown, editedMessage])
    if (order !== last.current) intention.renew()
    last.current = order
    const send = async (key: string) =>
      run({
        key,
        body: {
          conversationId,
          messageId,
          action,
          textHash: await textHash(shown),
          holdSeconds,
          ...(editedMessage !== undefined && { editedMessage }),
        },
      })
    intention.carryOut(send).then(
      (decision) => decision && !left.current && onDecided(decision),
      (error: unknown) => {
        // On the page it stands beside the buttons.
        if (error instanceof Refusal && left.current) notify({ title: error.message, tone: 'danger' })
      },
    )
  }
  return { decide, isPending, refusal }
}
