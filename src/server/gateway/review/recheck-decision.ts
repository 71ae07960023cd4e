/** Settles unknown decisions by a reading of the conversation that shows that they were carried out (reliability R07). */
import { settleUnknown } from '../ledger/effects.ts'
import type { RecheckedEffect } from '../ledger/recheck.ts'
import { conversationRead } from '../registry/conversations.ts'
import type { DecisionTable } from '../store/store.ts'
import { answerIn } from './decision-check.ts'
import { currentEffect, type DecisionRow, findDecision, lastAction, saveOutcome } from './decision-store.ts'
import { didNotHappen, savedOnly } from './refusals.ts'
import { type SendDecisionDeps, senderOf } from './send-decision.ts'

/** Whether the approval was sent last. */
export const isApproval = (row: DecisionTable): boolean => lastAction(row) === 'Approve'

/** The outcome that is stored with a settled decision. */
export function outcomeOfSettled(row: DecisionTable, { happened, sent }: { happened: boolean; sent: boolean | null }) {
  if (!happened) return { sent, refusal: didNotHappen(lastAction(row)) }
  return { sent, refusal: row.action === 'EditAndApprove' && !isApproval(row) ? savedOnly() : null }
}

/** The subject for rechecks of an unknown decision. */
export const subjectOf = (row: DecisionRow, { store, clock }: SendDecisionDeps): RecheckedEffect => ({
  effectId: currentEffect(row),
  unknownSince: row.changed_at,
  read: conversationRead(row.conversation_id, row.workspace),
  requester: senderOf(row),
  isConfirmedBy: (snapshot) => answerIn(snapshot, row, lastAction(row)) !== null,
  settle: async (snapshot) => {
    const { sent = null } = answerIn(snapshot, row, lastAction(row))?.message ?? {}
    return await store.transaction().execute(async (store) => {
      if ((await findDecision(store, row.effect_id))?.state === 'sending') return false
      const settled = { happened: true, reason: 'The conversation shows it.', operator: null, at: clock.now() }
      if (await settleUnknown(store, currentEffect(row), settled))
        await saveOutcome(store, row.effect_id, outcomeOfSettled(row, { happened: true, sent }))
      return true
    })
  },
})
