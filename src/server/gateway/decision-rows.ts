/** Decisions as they stand in the store: the effect's history tells the state, the row beside it what is to be sent. */
import type {
  Conversation,
  Decision,
  DecisionAction,
  EffectState,
  MessageAction,
  Refusal,
  RefusalData,
} from '#contract/index.ts'
import type { DecisionTable, Store } from './database.ts'
import { answersKept } from './effects.ts'
import type { Checked } from './looking.ts'
import { addStep, freeTarget } from './steps.ts'

export type DecisionRow = DecisionTable & {
  state: EffectState
  happened: number | null
  /** When the state last changed. */
  changed_at: number
  operator: string
  operator_id: string
}

/** Decisions with the latest step of the effect that they have come to. */
const decisionRows = (store: Store) =>
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
    .selectAll('d')
    .select(['h.state', 'h.happened', 'h.at as changed_at', 'e.operator', 'e.operator_id'])
    .$castTo<DecisionRow>()

export const findDecision = (store: Store, effectId: string): Promise<DecisionRow | undefined> =>
  decisionRows(store).where('d.effect_id', '=', effectId).executeTakeFirst()

/** Puts down what is to be sent, beside the effect. It is held. */
export async function addDecision(
  store: Store,
  row: Omit<DecisionTable, 'second_id' | 'held' | 'sent' | 'refusal'>,
): Promise<void> {
  await store
    .insertInto('decisions')
    .values({ ...row, second_id: null, held: 1, sent: null, refusal: null })
    .execute()
}

/** The decision that an effect of the ledger belongs to. */
export const decisionOf = (store: Store, effectId: string): Promise<DecisionTable | undefined> =>
  store
    .selectFrom('decisions')
    .selectAll()
    .where((eb) => eb.or([eb('effect_id', '=', effectId), eb('second_id', '=', effectId)]))
    .executeTakeFirst()

/** The action of the service that was sent last. */
export const lastAction = ({ action, second_id }: DecisionTable): MessageAction =>
  action === 'EditAndApprove' ? (second_id === null ? 'Edit' : 'Approve') : (action as MessageAction)

/** The effect that the decision has come to: the approval after an edit is one of its own. */
export const currentEffect = ({ effect_id, second_id }: DecisionTable): string => second_id ?? effect_id

/** In these it is not over. */
const live: readonly EffectState[] = ['held', 'sending', 'unknown']

/**
 * Those that are live, and those that ended since a moment.
 *
 * @param since `withdrawn` of those that Switchboard took back itself: their owners may not have been looking
 */
export const recentDecisions = (
  store: Store,
  workspace: string,
  since: { ended: number; withdrawn: number },
): Promise<DecisionRow[]> =>
  decisionRows(store)
    .where('d.workspace', '=', workspace)
    .where((eb) =>
      eb.or([
        eb('h.state', 'in', live),
        eb('h.at', '>', since.ended),
        eb.and([eb('h.state', '=', 'withdrawn'), eb('d.refusal', 'is not', null), eb('h.at', '>', since.withdrawn)]),
      ]),
    )
    .orderBy('e.at', 'desc')
    .execute()

export const decisionsIn = (store: Store, state: EffectState): Promise<DecisionRow[]> =>
  decisionRows(store).where('h.state', '=', state).execute()

/**
 * The latest decision about a message that stands: sent, or settled as having happened.
 *
 * @param since an edit stands only when it came after this moment: what was decided earlier was about the text before
 */
export const standingDecision = (store: Store, messageId: string, since: number): Promise<DecisionRow | undefined> =>
  decisionRows(store)
    .where('d.message_id', '=', messageId)
    .where((eb) =>
      eb.or([
        eb('h.at', '>', since),
        eb('d.action', 'not in', ['Edit', 'EditAndApprove']),
        // An edit that was settled, and not approved, is no more than an edit.
        eb.and([
          eb('d.action', '=', 'EditAndApprove'),
          eb.or([eb('d.second_id', 'is not', null), eb('d.sent', '=', 1)]),
        ]),
      ]),
    )
    .where((eb) => eb.or([eb('h.state', '=', 'done'), eb('h.happened', '=', 1)]))
    .orderBy('h.at', 'desc')
    .executeTakeFirst()

/** Whoever succeeds alone decides what becomes of a held decision. */
export async function letGo(store: Store, effectId: string): Promise<boolean> {
  const { numUpdatedRows } = await store
    .updateTable('decisions')
    .set({ held: 0 })
    .where('effect_id', '=', effectId)
    .where('held', '=', 1)
    .executeTakeFirst()
  return Number(numUpdatedRows) > 0
}

/**
 * Takes a held decision back; nothing was sent. Returns whether it was still held.
 *
 * @param told what its owner is told, where it was not they who took it back
 */
export const withdraw = (
  store: Store,
  effectId: string,
  step: { at: number; operator: string | null; reason: string | null },
  told: Refusal | null = null,
): Promise<boolean> =>
  store.transaction().execute(async (store) => {
    if (!(await letGo(store, effectId))) return false
    await addStep(store, effectId, { state: 'withdrawn', ...step })
    await freeTarget(store, effectId)
    if (told) await noteOutcome(store, effectId, { refusal: told })
    return true
  })

/** Notes what came of it beside the state. */
export async function noteOutcome(
  store: Store,
  effectId: string,
  { sent = null, refusal = null }: { sent?: boolean | null; refusal?: Refusal | null },
): Promise<void> {
  await store
    .updateTable('decisions')
    .set({ sent: sent === null ? null : Number(sent), refusal: refusal && JSON.stringify(refusal.data) })
    .where('effect_id', '=', effectId)
    .execute()
}

/** What was to be sent, and to whom, is forgotten a day after the end. */
export async function forgetDecisions(store: Store, now: number): Promise<void> {
  const over = await decisionRows(store)
    .where('h.state', 'not in', live)
    .where('h.at', '<', now - answersKept)
    .execute()
  for (const { effect_id } of over) await store.deleteFrom('decisions').where('effect_id', '=', effect_id).execute()
}

/** What the service is asked to do, in order. */
export const actionsOf = (action: DecisionAction): readonly MessageAction[] =>
  action === 'EditAndApprove' ? ['Edit', 'Approve'] : [action]

/** So much of a message names it in a list, in characters. */
const excerptLength = 160

/**
 * Whom and what a decision is about.
 *
 * @param conversation as last read; null: not since the start
 */
export function aboutOf(
  { message_id, edited_message }: DecisionTable,
  conversation: Conversation | null,
): Pick<Decision, 'customer' | 'message'> {
  const text = conversation?.messages.find(({ _id }) => _id === message_id)?.message
  return {
    customer: conversation?.customer.name || null,
    // Without half a character at its end.
    message: (edited_message ?? text ?? '').slice(0, excerptLength).replace(/[\uD800-\uDBFF]$/, ''),
  }
}

/** @param waiting of a held one: seconds until it is sent, and why it is not sent though its time is over */
export const presentDecision = (
  row: DecisionRow,
  operatorId: string,
  waiting: { seconds: number; delayed: string },
): Omit<Decision, 'customer' | 'message' | keyof Checked> => ({
  effectId: row.effect_id,
  conversationId: row.conversation_id,
  messageId: row.message_id,
  action: row.action as DecisionAction,
  operator: row.operator,
  mine: row.operator_id === operatorId,
  state: row.state,
  to: row.sends_to,
  ...(row.state === 'held' ? waiting : { seconds: 0, delayed: '' }),
  sent: row.sent === null ? null : row.sent === 1,
  refusal: row.refusal === null ? null : (JSON.parse(row.refusal) as RefusalData),
  at: row.changed_at,
})
