/** Decisions that are unknown: settled by a reading of the conversation that shows what was decided (reliability R07). */
import type { Conversation, MessageAction, MessageActionResult } from '#contract/index.ts'
import type { Snapshot } from '../cache/snapshots.ts'
import { settleUnknown } from '../ledger/effects.ts'
import type { Subject } from '../ledger/recheck.ts'
import { conversationRead } from '../registry/conversations.ts'
import type { DecisionTable } from '../store/store.ts'
import { didHappen, hashOf, messageIn } from './decision-check.ts'
import { currentEffect, type DecisionRow, findDecision, lastAction, noteOutcome } from './decision-store.ts'
import { didNotHappen, savedOnly } from './refusals.ts'
import { type SendingParts, whoSends } from './send-decision.ts'

/** Whether it was the approval that was sent last. */
export const approves = (row: DecisionTable): boolean => lastAction(row) === 'Approve'

/** What is noted beside a settled decision. */
export function settledAs(row: DecisionTable, { happened, sent }: { happened: boolean; sent: boolean | null }) {
  if (!happened) return { sent, refusal: didNotHappen(lastAction(row)) }
  return { sent, refusal: row.action === 'EditAndApprove' && !approves(row) ? savedOnly() : null }
}

/**
 * The answer that an action would have had, made from a reading of the conversation that shows that it was carried out.
 *
 * @returns null: the reading does not show it
 */
export function answerIn(
  { refusal, data }: Snapshot,
  row: DecisionTable,
  action: MessageAction,
): MessageActionResult | null {
  if (refusal) return null
  const conversation = data as Conversation
  const isHappened = didHappen(conversation, {
    action,
    messageId: row.message_id,
    textHash:
      action === 'Approve' && row.action === 'EditAndApprove' ? hashOf(row.edited_message ?? '') : row.text_hash,
    editedMessage: row.edited_message,
  })
  const found = messageIn(conversation, row.message_id)
  if (!isHappened || !found) return null
  const { _id, message, sent, status, updatedAt: timestamp } = found
  return { status: 'success', message: { _id, message, to: row.sends_to ?? '', sent, status, timestamp } }
}

/** The read that can settle an unknown decision. */
export const subjectOf = (row: DecisionRow, { store, clock }: SendingParts): Subject => ({
  effectId: currentEffect(row),
  at: row.changed_at,
  read: conversationRead(row.conversation_id, row.workspace),
  who: whoSends(row),
  shows: (snapshot) => answerIn(snapshot, row, lastAction(row)) !== null,
  settle: async (snapshot) => {
    const { sent = null } = answerIn(snapshot, row, lastAction(row))?.message ?? {}
    return await store.transaction().execute(async (store) => {
      if ((await findDecision(store, row.effect_id))?.state === 'sending') return false
      const settled = { happened: true, reason: 'The conversation shows it.', operator: null, at: clock.now() }
      if (await settleUnknown(store, currentEffect(row), settled))
        await noteOutcome(store, row.effect_id, settledAs(row, { happened: true, sent }))
      return true
    })
  },
})
