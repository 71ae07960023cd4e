/** Decisions that are unknown: settled by a reading of the conversation that shows what was decided (reliability R07). */
import { settleUnknown } from '../ledger/effects.ts'
import type { Subject } from '../ledger/recheck.ts'
import { conversationRead } from '../registry/conversations.ts'
import type { DecisionTable } from '../store/store.ts'
import { answerIn } from './decision-check.ts'
import { currentEffect, type DecisionRow, findDecision, lastAction, noteOutcome } from './decision-store.ts'
import { didNotHappen, savedOnly } from './refusals.ts'
import { type SendingParts, whoSends } from './send-decision.ts'

/** Whether it was the approval that was sent last. */
export const approves = (row: DecisionTable): boolean => lastAction(row) === 'Approve'

/** What is noted beside a settled decision. */
export function stateOfSettled(row: DecisionTable, { happened, sent }: { happened: boolean; sent: boolean | null }) {
  if (!happened) return { sent, refusal: didNotHappen(lastAction(row)) }
  return { sent, refusal: row.action === 'EditAndApprove' && !approves(row) ? savedOnly() : null }
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
        await noteOutcome(store, row.effect_id, stateOfSettled(row, { happened: true, sent }))
      return true
    })
  },
})
