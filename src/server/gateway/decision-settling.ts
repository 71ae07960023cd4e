/** Decisions whose answer was lost: looked at a few times, and settled by what the conversation shows (reliability R07). */
import { type Conversation, Refusal } from '#contract/index.ts'
import { conversationRead } from './conversations.ts'
import type { DecisionTable } from './database.ts'
import { didHappen, hashOf, messageIn } from './decision-check.ts'
import { didNotHappen, savedOnly } from './decision-refusals.ts'
import { currentEffect, findDecision, lastAction, noteOutcome } from './decision-rows.ts'
import { type SendingParts, whoSends } from './decision-sending.ts'
import { settleUnknown } from './effects.ts'
import type { Log } from './log.ts'

/** When it is looked at, ms after its answer was lost. */
export const usualChecks = [5_000, 15_000, 60_000] as const

/** Whether it was the approval that was sent last. */
export const approves = (row: DecisionTable): boolean => lastAction(row) === 'Approve'

/** What is noted beside a settled decision. */
export function settledAs(row: DecisionTable, happened: boolean, sent: boolean | null) {
  if (!happened) return { sent, refusal: didNotHappen() }
  return { sent, refusal: row.action === 'EditAndApprove' && !approves(row) ? savedOnly() : null }
}

export function createSettling(parts: SendingParts & { log: Log; checks: readonly number[] }) {
  const { store, snapshots, clock, checks, log } = parts
  const looking = new Set<NodeJS.Timeout>()
  let closed = false

  /** @returns what this reading says; null: it does not tell; `over`: nothing is left to settle */
  async function read(effectId: string, before: boolean | null): Promise<boolean | null | 'over'> {
    const row = await findDecision(store, effectId)
    if (row?.state !== 'unknown') return 'over'
    const wanted = conversationRead(row.conversation_id, row.workspace)
    const { refusal, data } = await snapshots.fresh(wanted, 'reads', whoSends(row), 0)
    if (refusal) return null
    const conversation = data as Conversation
    const happened = didHappen(conversation, {
      action: lastAction(row),
      messageId: row.message_id,
      textHash: row.second_id === null ? row.text_hash : hashOf(row.edited_message ?? ''),
      editedMessage: row.edited_message,
    })
    // A service may be slow: that nothing happened is believed when two readings in a row say so.
    if (happened === null || (!happened && before !== false)) return happened
    const reason = happened ? 'The conversation shows it.' : 'The conversation shows that it did not happen.'
    const { sent = null } = messageIn(conversation, row.message_id) ?? {}
    await store.transaction().execute(async (store) => {
      const settled = { happened, reason, operator: null, at: clock.now() }
      if (await settleUnknown(store, currentEffect(row), settled))
        await noteOutcome(store, effectId, settledAs(row, happened, sent))
    })
    return 'over'
  }

  /** Looks at it at each of the moments, until it is settled. */
  function look(effectId: string, turn = 0, before: boolean | null = null): void {
    const at = checks[turn]
    if (at === undefined || closed) return
    const timer = setTimeout(
      () => {
        looking.delete(timer)
        read(effectId, before).then(
          (happened) => happened !== 'over' && look(effectId, turn + 1, happened),
          (error: unknown) => {
            if (!(error instanceof Refusal)) log.error({ effectId, error: String(error) }, 'settling failed')
            look(effectId, turn + 1, before)
          },
        )
      },
      at - (checks[turn - 1] ?? 0),
    )
    timer.unref()
    looking.add(timer)
  }

  return {
    look: (effectId: string) => look(effectId),
    close() {
      closed = true
      for (const timer of looking) clearTimeout(timer)
    },
  }
}
