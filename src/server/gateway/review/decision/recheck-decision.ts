/** Settles unknown decisions if a snapshot of the conversation shows that they were carried out (reliability R07). */
import { settleUnknown } from '../../ledger/effects.ts'
import type { RecheckedEffect } from '../../ledger/recheck.ts'
import { conversationRead } from '../../registry/conversations.ts'
import type { DecisionTable } from '../../store/tables/review.ts'
import { isApproved, reconstructAnswer } from './decision-check.ts'
import {
  currentEffectOf,
  type DecisionRow,
  findDecision,
  lastActionOf,
  type StoredOutcome,
  saveOutcome,
} from './decision-store.ts'
import { didNotHappen, savedOnly } from './refusals.ts'
import { type SendDecisionDeps, senderOf } from './send-decision.ts'

/** Whether the approval was sent last. */
export const isApproval = (row: DecisionTable): boolean => lastActionOf(row) === 'Approve'

/**
 * The outcome that is stored with a settled decision.
 *
 * @param shown what the service shows of the message; a person who settles it only knows whether it was sent
 */
export function outcomeOfSettled(
  row: DecisionTable,
  happened: boolean,
  shown: Parameters<typeof isApproved>[0],
): StoredOutcome {
  const { sent } = shown
  if (!happened) return { sent, refusal: didNotHappen(lastActionOf(row)) }
  const isEdit = row.action === 'EditAndApprove' && !isApproval(row)
  const isApprovedByEdit = isEdit && isApproved(shown)
  return { sent, isApprovedByEdit, refusal: isEdit && !isApprovedByEdit ? savedOnly() : null }
}

/** The subject for rechecks of an unknown decision. */
export const subjectOf = (row: DecisionRow, { store, clock }: SendDecisionDeps): RecheckedEffect => ({
  effectId: currentEffectOf(row),
  unknownSince: row.changed_at,
  read: conversationRead(row.conversation_id, row.workspace),
  requester: senderOf(row),
  isConfirmedBy: (snapshot) => reconstructAnswer(snapshot, row, lastActionOf(row)) !== null,
  settle: async (snapshot) => {
    const { sent = null, status = '' } = reconstructAnswer(snapshot, row, lastActionOf(row))?.message ?? {}
    return await store.transaction().execute(async (store) => {
      if ((await findDecision(store, row.effect_id))?.state === 'sending') return false
      const settled = { happened: true, reason: 'The conversation shows it.', operator: null, at: clock.now() }
      if (await settleUnknown(store, currentEffectOf(row), settled))
        await saveOutcome(store, row.effect_id, outcomeOfSettled(row, true, { sent, status }))
      return true
    })
  },
})
