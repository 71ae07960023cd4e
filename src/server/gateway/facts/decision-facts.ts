/**
 * One row for each decision about a draft, without its text and its customer. It is written in the transaction that records the decision. A
 * decision ends in several ways: it is sent, refused or undone, settled by a later read or by a person, or taken over by another gateway.
 * So rows get their result from the ledger, before they are counted and before the ledger's texts are deleted, however it ended.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Conversation, DraftResult, Operator } from '#contract/index.ts'
import { type DecisionRow, decisionRows, hasEnded } from '../review/decision/decision-store.ts'
import { missingRole } from '../shared/refusals.ts'
import type { Store } from '../store/store.ts'
import type { DecisionTable } from '../store/tables/review.ts'

/** Rows that are completed or deleted at a time. */
const rowsAtOnce = 200

/** Words of a text that are compared; the length of a very long message says enough. */
const maxWords = 800

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean).slice(0, maxWords)

/** The number of words that two texts share in the same order. */
function sharedWords(one: readonly string[], other: readonly string[]): number {
  let previous = new Uint16Array(other.length + 1)
  for (const word of one) {
    const row = new Uint16Array(other.length + 1)
    for (const [index, candidate] of other.entries())
      row[index + 1] =
        word === candidate ? (previous[index] ?? 0) + 1 : Math.max(row[index] ?? 0, previous[index + 1] ?? 0)
    previous = row
  }
  return previous.at(-1) ?? 0
}

/** The share of the words of both texts that only one of them has, percent. */
export function editedShare(before: string, after: string): number {
  const [old, next] = [wordsOf(before), wordsOf(after)]
  const words = old.length + next.length
  return words === 0 ? 0 : Math.round(100 * (1 - (2 * sharedWords(old, next)) / words))
}

/** The result of a decision that has ended; null: nothing, it was undone or refused. */
export function resultOf({ action, state, happened, second_id, approved_by_edit }: DecisionRow): DraftResult | null {
  const isDone = state === 'done' || (state === 'settled' && happened === 1)
  if (action === 'Reject') return isDone ? 'rejected' : null
  if (action === 'Approve') return isDone ? 'approved' : null
  // The text was saved, but the approval that followed was not carried out.
  if (second_id !== null) return isDone ? 'edited' : 'saved'
  if (!isDone) return null
  return approved_by_edit === 1 ? 'edited' : 'saved'
}

/** Seconds from when a draft was written until it was decided; null: the service does not say when it was written. */
function waitedSeconds(createdAt: string | undefined, decidedAt: number): number | null {
  const writtenAt = Date.parse(createdAt ?? '')
  return Number.isNaN(writtenAt) ? null : Math.max(0, Math.round((decidedAt - writtenAt) / 1_000))
}

/** What is recorded of a decision before it is sent. */
interface MadeDecision {
  decision: Pick<DecisionTable, 'workspace' | 'conversation_id' | 'message_id' | 'edited_message' | 'reject_reason'>
  conversation: Conversation
  operator: Operator
  /** Epoch ms. */
  at: number
}

/** Adds the row of a decision. Call in the transaction that records it. */
export async function insertDecisionFact(
  store: Store,
  effectId: string,
  { decision, conversation, operator, at }: MadeDecision,
): Promise<void> {
  const { workspace, conversation_id, message_id, edited_message, reject_reason } = decision
  const message = conversation.messages.find(({ _id }) => _id === message_id)
  await store
    .insertInto('decision_facts')
    .values({
      effect_id: effectId,
      workspace,
      conversation_id,
      message_id,
      agent_id: conversation.agentId,
      operator_id: operator.id,
      result: null,
      reject_reason,
      waited_seconds: waitedSeconds(message?.createdAt, at),
      edited_share: edited_message === null || !message ? null : editedShare(message.message, edited_message),
      at,
    })
    .execute()
}

/** The share of an earlier edit of the same message, of which the text was saved and approved later; null: there was none. */
async function savedShare(store: Store, { message_id, workspace }: DecisionRow): Promise<{ share: number } | null> {
  const row = await store
    .selectFrom('decision_facts')
    .select(({ fn }) => fn.max('edited_share').as('share'))
    .where('message_id', '=', message_id)
    .where('workspace', '=', workspace)
    .where('result', '=', 'saved')
    .executeTakeFirst()
  return typeof row?.share === 'number' ? { share: row.share } : null
}

/** @param row undefined: nothing is known of the decision any more */
async function complete(store: Store, effectId: string, row: DecisionRow | undefined): Promise<void> {
  const result = row ? resultOf(row) : null
  if (!row || result === null)
    return void (await store.deleteFrom('decision_facts').where('effect_id', '=', effectId).execute())
  const fact = store.updateTable('decision_facts').where('effect_id', '=', effectId)
  const edit = result === 'approved' ? await savedShare(store, row) : null
  await (edit ? fact.set({ result: 'edited', edited_share: edit.share }) : fact.set({ result })).execute()
}

/** Completes the rows of decisions that have ended, the earliest first. */
export async function completeDecisionFacts(store: Store): Promise<void> {
  for (let after = { at: -1, effect_id: '' }; ; ) {
    const open = await store
      .selectFrom('decision_facts')
      .select(['effect_id', 'at'])
      .where('result', 'is', null)
      .where((eb) => eb(eb.refTuple('at', 'effect_id'), '>', eb.tuple(after.at, after.effect_id)))
      .orderBy('at')
      .orderBy('effect_id')
      .limit(rowsAtOnce)
      .execute()
    const last = open.at(-1)
    if (!last) return
    const ids = open.map(({ effect_id }) => effect_id)
    const rows = await decisionRows(store).where('d.effect_id', 'in', ids).execute()
    const byId = new Map(rows.map((row) => [row.effect_id, row]))
    for (const id of ids) {
      const row = byId.get(id)
      if (!row || hasEnded(row)) await complete(store, id, row)
    }
    after = last
    await yieldToEventLoop()
  }
}

/** Deletes old rows, a few at a time. @param before epoch ms */
export async function deleteOldDecisionFacts(store: Store, before: number): Promise<void> {
  for (;;) {
    const old = store.selectFrom('decision_facts').select('effect_id').where('at', '<', before).limit(rowsAtOnce)
    const ids = (await old.execute()).map(({ effect_id }) => effect_id)
    if (ids.length === 0) return
    await store.deleteFrom('decision_facts').where('effect_id', 'in', ids).execute()
    await yieldToEventLoop()
  }
}

/** The only reviewer whose decisions an operator sees with a name; null: administrators see everybody's. */
export const namedReviewer = ({ id, roles }: Operator): string | null => (roles.includes('admin') ? null : id)

/**
 * @param reviewerId the reviewer whose decisions are asked for; undefined: those of all
 * @throws Refusal 403 if the operator may not see the decisions of this reviewer apart from those of others
 */
export function visibleReviewer(operator: Operator, reviewerId: string | undefined): { namedReviewer: string | null } {
  const only = namedReviewer(operator)
  // guard: one-reviewer-is-counted-for-administrators
  if (only !== null && reviewerId !== undefined && reviewerId !== only)
    throw missingRole('Counting the decisions of another reviewer', ['admin'])
  return { namedReviewer: only }
}
