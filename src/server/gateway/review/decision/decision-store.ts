/** Stored decisions. The effect's history has the state; the decision's row has the action and the text. */
import { type Nullable, type RawBuilder, sql } from 'kysely'
import type {
  Decision,
  DecisionAction,
  EffectState,
  MessageAction,
  Operator,
  Refusal,
  RefusalData,
} from '#contract/index.ts'
import { answerTtlMs, isOpen, openStates } from '../../ledger/effect-rows.ts'
import { appendHistory, releaseHold, releaseTarget } from '../../ledger/history.ts'
import type { CheckTimes } from '../../ledger/recheck.ts'
import type { Store } from '../../store/store.ts'
import type { OpenEffectTable } from '../../store/tables/ledger.ts'
import type { DecisionTable } from '../../store/tables/review.ts'

export type DecisionRow = DecisionTable & {
  state: EffectState
  happened: number | null
  /** When the state last changed. */
  changed_at: number
  operator: string
  operator_id: string
} & Nullable<Pick<OpenEffectTable, 'gateway' | 'due_at' | 'delayed'>>

/** Selects decisions with the latest step of their current effect. */
export const decisionRows = (store: Store) =>
  store
    .selectFrom('decisions as d')
    .innerJoin('effects as e', 'e.id', 'd.effect_id')
    .innerJoin('history as h', (join) =>
      join.on('h.seq', '=', (on) =>
        on
          .selectFrom('history as later')
          .select(({ fn }) => fn.max('later.seq').as('seq'))
          .where('later.effect_id', '=', (eb) => eb.fn.coalesce(eb.ref('d.second_id'), eb.ref('d.effect_id'))),
      ),
    )
    .leftJoin('open_effects as o', 'o.effect_id', 'd.effect_id')
    .selectAll('d')
    .select(['h.state', 'h.happened', 'h.at as changed_at', 'e.operator', 'e.operator_id'])
    .select(['o.gateway', 'o.due_at', 'o.delayed'])
    .$castTo<DecisionRow>()

export const findDecision = (store: Store, effectId: string): Promise<DecisionRow | undefined> =>
  decisionRows(store).where('d.effect_id', '=', effectId).executeTakeFirst()

/** What a decision has when it is recorded. */
export const heldFields = {
  second_id: null,
  held: 1,
  sent: null,
  approved_by_edit: null,
  refusal: null,
  dismissed: 0,
  redrafted: null,
} as const

/** Stores a held decision beside its effect. Dismisses the outcomes of earlier decisions about the message. */
export async function insertDecision(store: Store, row: Omit<DecisionTable, keyof typeof heldFields>): Promise<void> {
  await store.updateTable('decisions').set({ dismissed: 1 }).where('message_id', '=', row.message_id).execute()
  await store
    .insertInto('decisions')
    .values({ ...row, ...heldFields })
    .execute()
}

/** The decision that an effect of the ledger belongs to. */
export const findDecisionOfEffect = (store: Store, effectId: string): Promise<DecisionTable | undefined> =>
  store
    .selectFrom('decisions')
    .selectAll()
    .where((eb) => eb.or([eb('effect_id', '=', effectId), eb('second_id', '=', effectId)]))
    .executeTakeFirst()

/** The service's action that was sent last. */
export const lastActionOf = ({ action, second_id }: DecisionTable): MessageAction =>
  action === 'EditAndApprove' ? (second_id === null ? 'Edit' : 'Approve') : (action as MessageAction)

/** The decision's current effect: the approval after an edit has its own effect. */
export const currentEffectOf = ({ effect_id, second_id }: DecisionTable): string => second_id ?? effect_id

/** Ids of the decisions that one of these effects belongs to. */
const decisionIdsOf = (store: Store, effects: RawBuilder<unknown>) =>
  store
    .selectFrom('decisions')
    .select('effect_id')
    .where('effect_id', 'in', sql<string>`(${effects})`)
    .union(store.selectFrom('decisions').select('effect_id').where('second_id', 'in', sql<string>`(${effects})`))

/** Ids of the decisions that `recentDecisions` may return, found by indexes alone. */
const candidateIds = (store: Store, since: number) =>
  decisionIdsOf(
    store,
    sql`select effect_id from open_effects union all select effect_id from history where at > ${since}`,
  ).union(
    store
      .selectFrom('decisions')
      .select('effect_id')
      // Exactly the condition of the partial index.
      .where(sql<boolean>`dismissed = 0 and (sent is null or sent = 0 or refusal is not null)`),
  )

export const hasEnded = ({ state }: Pick<DecisionRow, 'state'>): boolean => !isOpen(state)

/**
 * Decisions that are live, that ended after `since`, or that did not end as decided and are not dismissed: their owner may not have seen
 * them end.
 *
 * @param since epoch ms
 */
export const findRecentDecisions = (store: Store, workspace: string, since: number): Promise<DecisionRow[]> =>
  decisionRows(store)
    .where('d.workspace', '=', workspace)
    .where('d.effect_id', 'in', candidateIds(store, since))
    .where((eb) => {
      const hasNotSent = eb.and([
        eb('d.action', 'in', ['Approve', 'EditAndApprove']),
        eb.or([eb('d.sent', 'is', null), eb('d.sent', '=', 0)]),
      ])
      const endedOtherwise = eb.or([
        eb('h.state', '=', 'refused'),
        eb('d.refusal', 'is not', null),
        eb.and([eb('h.state', 'in', ['done', 'settled']), hasNotSent]),
      ])
      return eb.or([
        eb('h.state', 'in', openStates),
        eb('h.at', '>', since),
        eb.and([eb('d.dismissed', '=', 0), endedOtherwise]),
      ])
    })
    // The plus keeps the database from scanning all effects in this order.
    .orderBy(sql`+e.at`, 'desc')
    .execute()

/** Dismisses the outcome of a decision. @returns false when it has not ended yet */
export async function dismissOutcome(store: Store, row: DecisionRow): Promise<boolean> {
  if (isOpen(row.state)) return false
  await store.updateTable('decisions').set({ dismissed: 1 }).where('effect_id', '=', row.effect_id).execute()
  return true
}

/** The decisions that one of these effects belongs to. */
export const findDecisionsOfEffects = (store: Store, effectIds: readonly string[]): Promise<DecisionRow[]> =>
  decisionRows(store)
    .where((eb) => eb.or([eb('d.effect_id', 'in', effectIds), eb('d.second_id', 'in', effectIds)]))
    .execute()

/** Unknown decisions without a refusal for their owner. */
export const findUnreportedUnknown = (store: Store): Promise<DecisionRow[]> =>
  decisionRows(store)
    .where('d.effect_id', 'in', decisionIdsOf(store, sql`select effect_id from open_effects where state = 'unknown'`))
    .where('h.state', '=', 'unknown')
    .where('d.refusal', 'is', null)
    .execute()

/**
 * The latest decision about a message that took effect: done, or settled as having happened.
 *
 * @param since epoch ms: earlier edits do not count, because they concerned the previous text
 */
export const findEffectiveDecision = (
  store: Store,
  messageId: string,
  since: number,
): Promise<DecisionRow | undefined> =>
  decisionRows(store)
    .where('d.message_id', '=', messageId)
    .where((eb) =>
      eb.or([
        eb('h.at', '>', since),
        eb('d.action', 'not in', ['Edit', 'EditAndApprove']),
        // An edit and approval whose approval was left out counts as an edit.
        eb.and([
          eb('d.action', '=', 'EditAndApprove'),
          eb.or([eb('d.second_id', 'is not', null), eb('d.approved_by_edit', '=', 1)]),
        ]),
      ]),
    )
    .where((eb) => eb.or([eb('h.state', '=', 'done'), eb('h.happened', '=', 1)]))
    .orderBy('h.at', 'desc')
    .executeTakeFirst()

/**
 * Withdraws a held decision; nothing was sent.
 *
 * @param ownerRefusal shown to the owner when Switchboard withdrew it
 * @returns false when it was not held any more
 */
export const withdraw = (
  store: Store,
  effectId: string,
  entry: { at: number; operator: string | null; reason: string | null },
  ownerRefusal: Refusal | null = null,
): Promise<boolean> =>
  store.transaction().execute(async (store) => {
    if (!(await releaseHold(store, effectId))) return false
    await appendHistory(store, effectId, { state: 'withdrawn', ...entry })
    await releaseTarget(store, effectId)
    if (ownerRefusal) await saveOutcome(store, effectId, { refusal: ownerRefusal })
    return true
  })

/**
 * Holds a decision again that is recorded as being sent but was not sent. If another gateway took over and marked it unknown, settles it as
 * not happened instead. Does nothing in other states.
 *
 * @param ownerRefusal shown to the owner when it is settled
 */
export const restoreHold = (
  store: Store,
  effectId: string,
  entry: { at: number; reason: string; gateway: number },
  ownerRefusal: Refusal,
): Promise<void> =>
  store.transaction().execute(async (store) => {
    const open = await store
      .updateTable('open_effects')
      .set({ gateway: entry.gateway })
      .where('effect_id', '=', effectId)
      .where('state', 'in', ['sending', 'unknown'])
      .returning('state')
      .executeTakeFirst()
    if (!open) return
    const { at, reason, gateway } = entry
    if (open.state === 'sending')
      return void (await appendHistory(store, effectId, {
        state: 'held',
        operator: null,
        at,
        reason,
        gateway,
        dueAt: at,
      }))
    await appendHistory(store, effectId, { state: 'settled', operator: null, at, reason, happened: false })
    await releaseTarget(store, effectId)
    await saveOutcome(store, effectId, { refusal: ownerRefusal })
  })

/** The result of a decision, beside the state of its effect. */
export interface StoredOutcome {
  /** Whether the service sent the message; null: it does not say. */
  sent?: boolean | null
  /** Whether the service approved the message when its text was saved, so that no approval followed. */
  isApprovedByEdit?: boolean
  refusal?: Refusal | null
}

/** Stores the outcome that the state does not contain. */
export async function saveOutcome(
  store: Store,
  effectId: string,
  { sent = null, isApprovedByEdit = false, refusal = null }: StoredOutcome,
): Promise<void> {
  await store
    .updateTable('decisions')
    .set({
      sent: sent === null ? null : Number(sent),
      approved_by_edit: isApprovedByEdit ? 1 : null,
      refusal: refusal && JSON.stringify(refusal.data),
    })
    .where('effect_id', '=', effectId)
    .execute()
}

const maxOwnDecisions = 200

/** The latest decisions of an operator. @param since epoch ms; decisions that ended more than a day ago are deleted */
export const findOwnDecisions = (
  store: Store,
  workspace: string,
  operator: Pick<Operator, 'id' | 'name'>,
  since: number,
): Promise<DecisionRow[]> =>
  decisionRows(store)
    .where('d.workspace', '=', workspace)
    .where('e.operator_id', '=', operator.id)
    .where(
      'd.effect_id',
      'in',
      // Every decision begins as held by its operator.
      store
        .selectFrom('history')
        .select('effect_id')
        .where('operator', '=', operator.name)
        .where('state', '=', 'held')
        .where('at', '>=', since),
    )
    .orderBy(sql`+e.at`, 'desc')
    .limit(maxOwnDecisions)
    .execute()

/** Deletes the texts and recipients of decisions that ended more than a day ago. */
export async function deleteOldDecisions(store: Store, now: number): Promise<void> {
  const endedRows = await decisionRows(store)
    .where('h.state', 'not in', openStates)
    .where('h.at', '<', now - answerTtlMs)
    .execute()
  for (const { effect_id } of endedRows)
    await store.deleteFrom('decisions').where('effect_id', '=', effect_id).execute()
}

/** The service's actions that a decision consists of, in order. */
export const actionsOf = (action: DecisionAction): readonly MessageAction[] =>
  action === 'EditAndApprove' ? ['Edit', 'Approve'] : [action]

/** @param waiting for a held decision: when it is sent (epoch ms), and why it is delayed */
export const presentDecision = (
  row: DecisionRow,
  hold: { sendsAt: number | null; delayed: string },
): Omit<Decision, 'customer' | 'message' | keyof CheckTimes> => ({
  effectId: row.effect_id,
  conversationId: row.conversation_id,
  messageId: row.message_id,
  action: row.action as DecisionAction,
  operator: row.operator,
  operatorId: row.operator_id,
  state: row.state,
  to: row.sends_to,
  ...(row.state === 'held' ? hold : { sendsAt: null, delayed: '' }),
  sent: row.sent === null ? null : row.sent === 1,
  refusal: row.refusal === null ? null : (JSON.parse(row.refusal) as RefusalData),
  at: row.changed_at,
  dismissed: row.dismissed === 1,
  rejectReason: row.reject_reason,
  rejectNote: row.reject_note,
  redraft: row.redraft === null ? null : row.redrafted === 1,
})
