/** Decisions whose answer was lost: looked at a few times, and settled by what the conversation shows (reliability R07). */
import type { Conversation } from '#contract/index.ts'
import { conversationRead } from './conversations.ts'
import type { DecisionTable } from './database.ts'
import { didHappen, hashOf, messageIn } from './decision-check.ts'
import { didNotHappen, savedOnly } from './decision-refusals.ts'
import { currentEffect, findDecision, lastAction, noteOutcome } from './decision-rows.ts'
import { type SendingParts, whoSends } from './decision-sending.ts'
import { settleUnknown } from './effects.ts'
import type { Log } from './log.ts'
import { createLooking, isBelieved, type Said } from './looking.ts'

/** Whether it was the approval that was sent last. */
export const approves = (row: DecisionTable): boolean => lastAction(row) === 'Approve'

/** What is noted beside a settled decision. */
export function settledAs(
  row: DecisionTable,
  { happened, sent, how }: { happened: boolean; sent: boolean | null; how: 'by reading' | 'by hand' },
) {
  if (!happened) return { sent, refusal: didNotHappen(how) }
  return { sent, refusal: row.action === 'EditAndApprove' && !approves(row) ? savedOnly() : null }
}

/** Makes what looks after decisions that are unknown. @param parts.checks ms after which it looks, one after the other */
export function createSettling(parts: SendingParts & { log: Log; checks: readonly number[] }) {
  const { store, snapshots, clock } = parts

  async function read(effectId: string, before: Said): Promise<Said> {
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
    if (!isBelieved(happened, before)) return happened
    const reason = happened ? 'The conversation shows it.' : 'The conversation shows that it did not happen.'
    const { sent = null } = messageIn(conversation, row.message_id) ?? {}
    await store.transaction().execute(async (store) => {
      const settled = { happened, reason, operator: null, at: clock.now() }
      if (await settleUnknown(store, currentEffect(row), settled))
        await noteOutcome(store, effectId, settledAs(row, { happened, sent, how: 'by reading' }))
    })
    return 'over'
  }

  return createLooking(read, parts)
}
