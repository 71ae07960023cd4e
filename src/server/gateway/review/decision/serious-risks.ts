/** Finds the serious risks of a draft that its reviewer did not confirm. What a browser confirms is checked here. */
import { type Conversation, type DecisionAction, type SeriousRiskKind, seriousRisksOf } from '#contract/index.ts'
import type { DoNotCall } from '../../contacts/do-not-call.ts'
import { e164Of } from '../../contacts/number-hash.ts'
import type { DecisionTable } from '../../store/tables/review.ts'
import { messageIn } from './decision-check.ts'
import { riskNotConfirmed } from './refusals.ts'

interface ConfirmedDecision {
  workspace: string
  messageId: string
  action: DecisionAction
  /** The text that is sent instead of the draft's; null: the draft's. */
  editedMessage: string | null
  confirmedRisks: readonly SeriousRiskKind[]
}

/** What a stored decision sends, and what its reviewer confirmed. */
export const confirmedDecisionOf = (row: DecisionTable): ConfirmedDecision => ({
  workspace: row.workspace,
  messageId: row.message_id,
  action: row.action as DecisionAction,
  editedMessage: row.edited_message,
  confirmedRisks: (row.confirmed_risks ?? '').split(' ') as SeriousRiskKind[],
})

/**
 * @returns a check of a decision that may send a message. It finds the risks again in the conversation as it is, and resolves to a refusal if the
 *   reviewer did not confirm one of them; null: the decision may be sent
 */
export const createRiskCheck =
  ({ doNotCall }: { doNotCall: DoNotCall }) =>
  async (conversation: Conversation, decision: ConfirmedDecision) => {
    const { workspace, messageId, action, editedMessage, confirmedRisks } = decision
    const draft = messageIn(conversation, messageId)
    // Some deployments send a message when its text is saved (interface 5).
    if (!draft || action === 'Reject') return null
    const number = e164Of(conversation.customer.phone)
    const entries = await doNotCall.entriesOf(workspace, number === null ? [] : [number])
    const unconfirmed = seriousRisksOf({
      ...conversation,
      draftId: messageId,
      text: editedMessage ?? draft.message,
      isDoNotCall: entries.size > 0,
    }).filter((kind) => !confirmedRisks.includes(kind))
    // guard: serious-risks-are-confirmed
    if (unconfirmed.length > 0) return riskNotConfirmed(unconfirmed)
    return null
  }

export type RiskCheck = ReturnType<typeof createRiskCheck>
