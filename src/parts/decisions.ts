/** Decisions about messages: those that are held, under way or unknown, and what became of the latest. */
import { useCommand } from '#api/commands.ts'
import { type Read, read, useRead } from '#api/reads.ts'
import { sessionRead } from '#api/session.ts'
import type { Decision, Refusal } from '#contract/index.ts'
import { notify } from '#shell/notices.tsx'
import { useNow } from '#ui/clock.ts'
import { isLive } from './decision-state.ts'

/** Between two polls while something is held, and while nothing is. */
const poll = { live: 1_000, quiet: 5_000 } as const

export const decisionsRead: Read<{ decisions: Decision[] }> = {
  ...read('decisionList'),
  refetchInterval: ({ state }) => (state.data?.data.decisions.some(isLive) ? poll.live : poll.quiet),
}

/** The gateway's clock, ticking: its moments are reckoned by it, however wrong this browser's clock is. */
export function useGatewayNow(): number {
  const { data, readAt } = useRead(sessionRead)
  const now = useNow()
  return data && readAt !== null ? data.now + Math.max(0, now - readAt) : now
}

const tell = (refusal: Refusal) => notify({ title: refusal.message, tone: 'danger' })

/** Takes a held decision back, or ends its hold. A refusal ("too late") is a notice. */
export function useHeld() {
  const undo = useCommand('decisionUndo')
  const sendNow = useCommand('decisionSendNow')
  return {
    undo: (effectId: string): Promise<Decision | null> =>
      undo.run({ params: { effectId } }).catch((refusal: Refusal) => {
        tell(refusal)
        return null
      }),
    sendNow: (effectId: string): Promise<Decision | null> =>
      sendNow.run({ params: { effectId } }).catch((refusal: Refusal) => {
        tell(refusal)
        return null
      }),
    isPending: undo.isPending || sendNow.isPending,
  }
}
