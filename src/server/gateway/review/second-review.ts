/**
 * Flows whose messages two reviewers approve. The first approval is only stored here: nothing is sent. The second one is a decision, which
 * needs an approval of the same text by somebody else.
 */
import {
  type Contract,
  type Conversation,
  type DecisionAction,
  type FirstApproval,
  lastInbound,
  type Message,
  type Operator,
  type ParsedBodyOf,
} from '#contract/index.ts'
import { addExpiry } from '#server/database/dependencies.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import type { Conversations } from '../registry/conversations.ts'
import { type Clock, steadyOf } from '../shared/clock.ts'
import { notFound } from '../shared/refusals.ts'
import { accountsOf, readTies, samePerson, type Ties } from '../store/same-person.ts'
import type { Store, Tables } from '../store/store.ts'
import type { Claims, Target } from './claims.ts'
import { findChange, hashOf } from './decision/decision-check.ts'
import {
  alreadyApproved,
  editNeedsSecondReviewer,
  secondReviewerNeeded,
  secondReviewerNotNeeded,
} from './decision/refusals.ts'
import type { ReviewRuleSetting } from './review-rules.ts'

/** How long a first approval counts. After that, nobody may remember why the message was right. */
const approvalTtlMs = 7 * 86_400_000

type FirstApprovalRow = Tables['first_approvals']
type ApprovalRequest = ParsedBodyOf<Contract['firstApprovalGive']>

/** What an approval is about: a text, with everything that the customer had written. */
interface ApprovedState {
  textHash: string
  lastInbound: string | null
  editedMessage?: string | undefined
}

const isAbout = (
  row: FirstApprovalRow,
  { textHash, lastInbound }: Pick<ApprovedState, 'textHash' | 'lastInbound'>,
): boolean => row.text_hash === textHash && row.last_inbound === (lastInbound ?? '')

const present = (row: FirstApprovalRow, ties: Ties): FirstApproval => ({
  operator: row.operator,
  operatorId: row.operator_id,
  tiedIds: accountsOf(ties, row.operator_id).filter((id) => id !== row.operator_id),
  at: row.at,
  editedMessage: row.edited_message,
})

export type SecondReview = ReturnType<typeof createSecondReview>

export function createSecondReview(deps: {
  store: Store
  reviewRules: ReviewRuleSetting
  conversations: Conversations
  claims: Claims
  recordAction: RecordAction
  clock: Clock
}) {
  const { store, reviewRules, conversations, claims, recordAction, clock } = deps

  const isNeeded = async (workspace: string, { pathwayId }: Conversation, transaction = store): Promise<boolean> =>
    pathwayId !== null && (await reviewRules.get(workspace, transaction)).secondReviewerFlows.includes(pathwayId)

  const countingRows = (workspace: string, transaction = store) =>
    transaction
      .selectFrom('first_approvals')
      .selectAll()
      .where('workspace', '=', workspace)
      .where('at', '>', clock.now() - approvalTtlMs)

  const rowOf = (workspace: string, messageId: string, transaction = store) =>
    countingRows(workspace, transaction).where('message_id', '=', messageId).executeTakeFirst()

  /**
   * Stores a first approval. It replaces an earlier one of another text or by the same operator.
   *
   * @throws Refusal 409 `changed`, `second_reviewer_not_needed`, and `already_approved` if a colleague has approved exactly this;
   *   404; 503 `not_recorded`
   */
  async function give(request: ApprovalRequest, operator: Operator, workspace: string): Promise<FirstApproval> {
    const { conversationId, messageId, textHash, lastInbound, editedMessage } = request
    const conversation = conversations.find(workspace, conversationId)?.conversation
    // guard: first-approval-of-a-known-draft
    if (!conversation) throw notFound()
    const change = findChange(conversation, { messageId, textHash, lastInbound })
    if (change) throw change
    if (!(await isNeeded(workspace, conversation))) throw secondReviewerNotNeeded()
    const approval = {
      text_hash: textHash,
      edited_message: editedMessage ?? null,
      last_inbound: lastInbound ?? '',
      operator_id: operator.id,
      operator: operator.name,
      at: clock.now(),
    }
    const ids = { conversationId, messageId }
    const own = accountsOf(await readTies(store), operator.id)
    const row = await recordAction({ endpoint: 'firstApprovalGive', ids, operator }, async () => {
      // One statement, because a colleague may approve it at the same moment at another gateway.
      const given = await store
        .insertInto('first_approvals')
        .values({ workspace, conversation_id: conversationId, message_id: messageId, ...approval })
        .onConflict((conflict) =>
          conflict
            .columns(['workspace', 'message_id'])
            .doUpdateSet(approval)
            .where((eb) =>
              eb.or([
                eb('first_approvals.at', '<=', clock.now() - approvalTtlMs),
                eb('first_approvals.operator_id', 'in', own),
                eb('first_approvals.text_hash', '!=', approval.text_hash),
                eb('first_approvals.last_inbound', '!=', approval.last_inbound),
                eb('first_approvals.edited_message', 'is distinct from', approval.edited_message),
              ]),
            ),
        )
        .returningAll()
        .executeTakeFirst()
      if (given) return given
      // guard: same-text-is-approved-first-once
      throw alreadyApproved((await rowOf(workspace, messageId))?.operator ?? 'A colleague')
    })
    await claims.release({ conversationId, messageId }, operator.id).catch(() => {})
    return present(row, await readTies(store))
  }

  /** Withdraws the operator's own first approval. @returns false when there is none @throws Refusal 503 `not_recorded` */
  async function withdraw(
    { conversationId, messageId }: Target,
    operator: Operator,
    workspace: string,
  ): Promise<boolean> {
    const ids = { conversationId, messageId }
    const { numDeletedRows } = await recordAction({ endpoint: 'firstApprovalWithdraw', ids, operator }, async () =>
      store
        .deleteFrom('first_approvals')
        .where('workspace', '=', workspace)
        .where('message_id', '=', messageId)
        .where('operator_id', 'in', accountsOf(await readTies(store), operator.id))
        .executeTakeFirst(),
    )
    return Number(numDeletedRows) > 0
  }

  /** Loads the rule and the first approvals of a workspace. @returns a function that tells for each draft what the queue says of them */
  async function load(workspace: string) {
    const [{ secondReviewerFlows }, rows, ties] = await Promise.all([
      reviewRules.get(workspace),
      countingRows(workspace).execute(),
      readTies(store),
    ])
    for (const { at } of rows) addExpiry(steadyOf(clock, at + approvalTtlMs))
    const rowOf = new Map(rows.map((row) => [row.message_id, row]))
    return (conversation: Conversation, { _id, message }: Message) => {
      const row = rowOf.get(_id)
      const needsSecondReviewer = secondReviewerFlows.includes(conversation.pathwayId ?? '')
      const isCounted =
        needsSecondReviewer &&
        row &&
        isAbout(row, { textHash: hashOf(message), lastInbound: lastInbound(conversation) })
      return { needsSecondReviewer, firstApproval: isCounted ? present(row, ties) : null }
    }
  }

  /**
   * Checks that a decision may be made by this reviewer, in the transaction that records it.
   *
   * @throws Refusal 409 `second_reviewer_needed`: nobody else has approved this text
   */
  async function assertApproved(
    transaction: Store,
    conversation: Conversation,
    decision: ApprovedState & { workspace: string; messageId: string; action: DecisionAction },
    operator: Operator,
  ): Promise<void> {
    const { workspace, messageId, action } = decision
    if (action === 'Reject' || !(await isNeeded(workspace, conversation, transaction))) return
    // Some deployments send a message when its text is saved (interface 5).
    // guard: saved-edit-needs-two-reviewers
    if (action === 'Edit') throw editNeedsSecondReviewer()
    const first = await rowOf(workspace, messageId, transaction)
    const isOwn = first !== undefined && samePerson(await readTies(transaction), first.operator_id, operator.id)
    // guard: two-reviewers-approve
    if (!first || isOwn || !isSameText(first, decision)) throw secondReviewerNeeded()
  }

  /** Deletes the approvals that no longer count. */
  async function sweep(): Promise<void> {
    await store
      .deleteFrom('first_approvals')
      .where('at', '<=', clock.now() - approvalTtlMs)
      .execute()
  }

  return { give, withdraw, load, assertApproved, sweep }
}

const isSameText = (row: FirstApprovalRow, state: ApprovedState): boolean =>
  isAbout(row, state) && row.edited_message === (state.editedMessage ?? null)
