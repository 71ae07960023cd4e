/**
 * The end of a hold: the conversation is read once more, and what the reviewer saw is sent, or nothing is (reliability R06). The
 * moment between that reading and the sending cannot be closed.
 */
import { randomUUID } from 'node:crypto'
import {
  type Conversation,
  type DecisionAction,
  type MessageAction,
  type MessageActionResult,
  Refusal,
} from '#contract/index.ts'
import type { Snapshots } from '../cache/cached-reads.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { appendHistory, appendOutcome, insertEffect, release, releaseTarget } from '../ledger/history.ts'
import { notRecorded } from '../ledger/refusals.ts'
import { sendCommand } from '../ledger/send-command.ts'
import type { StopSwitch } from '../ledger/stop-switch.ts'
import type { Outcome } from '../ledger/types.ts'
import type { WriteQueue } from '../ledger/write-queue.ts'
import { type Conversations, conversationRead } from '../registry/conversations.ts'
import type { Clock } from '../shared/clock.ts'
import { refusal } from '../shared/refusals.ts'
import type { Requester } from '../shared/requester.ts'
import type { Store } from '../store/store.ts'
import type { Budget } from '../upstream/budget.ts'
import type { RequestService } from '../upstream/budgeted-request.ts'
import { answerIn, whatChanged } from './decision-check.ts'
import { actionsOf, type DecisionRow, holdAgain, noteOutcome } from './decision-store.ts'
import { editedOnly, interrupted, keptOtherText, unconfirmed, unsent } from './refusals.ts'

export interface SendingParts {
  store: Store
  ask: RequestService
  budget: Budget
  stopSwitch: StopSwitch
  snapshots: Snapshots
  conversations: Conversations
  writeQueue: WriteQueue
  cluster: Cluster
  clock: Clock
}

/** How an attempt to send ended: over, unknown, or not now (ms to wait). Whatever was sent is recorded. */
export type Attempt = { end: 'over' | 'unknown' } | { end: 'later'; wait: number }

/** The database broke off: nothing was sent, though it may be recorded as being sent. */
export class NotSent extends Error {
  constructor(cause: unknown) {
    super(String(cause), { cause })
  }
}
const notSent = (cause: unknown) => Promise.reject(new NotSent(cause))

const shortestWait = 1_000
const over: Attempt = { end: 'over' }

export const whoSends = ({ operator }: DecisionRow): Requester => ({ operator, page: 'review' })
const isBudget = (error: unknown): error is Refusal => error instanceof Refusal && error.code === 'over_budget'

export function createSending(parts: SendingParts) {
  const { store, ask, budget, stopSwitch, snapshots, conversations, writeQueue, cluster, clock } = parts

  const later = (): Attempt => {
    const now = clock.steady()
    return { end: 'later', wait: Math.max(shortestWait, budget.nextAt('commands', now) - now) }
  }

  /** Stops a held decision before anything was sent. */
  const stop = async (row: DecisionRow, cause: Refusal): Promise<Attempt> => {
    await store.transaction().execute(async (store) => {
      if (!(await release(store, row.effect_id, cluster.number))) return
      await appendHistory(store, row.effect_id, {
        state: 'refused',
        at: clock.now(),
        operator: null,
        reason: cause.code,
      })
      await releaseTarget(store, row.effect_id)
      await noteOutcome(store, row.effect_id, { refusal: unsent(cause) })
    })
    return over
  }

  /** One action of the service. null: the budget had no place after all, and nothing was sent. */
  const perform = async (row: DecisionRow, action: MessageAction, gateway: number): Promise<Outcome | null> => {
    // Changes may have been stopped during the reading, or during the edit before the approval.
    const stopped = stopSwitch.refusalOf('messageAction')
    if (stopped) return { state: 'refused', refusal: stopped }
    const { conversation_id: conversationId, message_id: messageId, workspace } = row
    const editedMessage = action === 'Edit' ? (row.edited_message ?? '') : undefined
    const body = { metadata: { action, ...(editedMessage !== undefined && { editedMessage }) } }
    try {
      const command = {
        name: 'messageAction',
        params: { conversationId, messageId },
        body,
        workspace,
        gateway,
      } as const
      const outcome = await sendCommand(ask, command, whoSends(row), clock.now)
      if (outcome.state === 'refused') return outcome
      if (outcome.state === 'done') return learn(row, outcome)
      const answer = outcome.answered ? await readBack(row, action) : null
      if (answer) return learn(row, { state: 'done', answer })
      return { state: 'unknown', refusal: unconfirmed(action, outcome.refusal.data.details) }
    } catch (error) {
      if (isBudget(error)) return null
      return { state: 'unknown', refusal: unconfirmed(action) }
    } finally {
      snapshots.invalidate('messageAction', { conversationId })
    }
  }

  /** The service answered, but not that it did this: the conversation is read at once. null: that does not show it either. */
  const readBack = async (row: DecisionRow, action: MessageAction): Promise<MessageActionResult | null> => {
    const read = conversationRead(row.conversation_id, row.workspace)
    const snapshot = await snapshots.readFresh(read, 'commands', whoSends(row), 0).catch(() => null)
    return snapshot && answerIn(snapshot, row, action)
  }

  /** What the service answered is what the queue shows, until the conversation is read again. */
  const learn = (row: DecisionRow, outcome: Outcome & { state: 'done' }): Outcome => {
    const { message, status, sent } = (outcome.answer as MessageActionResult).message
    conversations.learn(row.workspace, row.conversation_id, row.message_id, {
      ...(message !== '' && { message }),
      ...(status !== '' && { status }),
      ...(sent !== null && { sent }),
    })
    return outcome
  }

  /** Records how it ended. */
  const close = async (row: DecisionRow, effectId: string, outcome: Outcome, cause?: Refusal): Promise<Attempt> => {
    const { state } = outcome
    const at = clock.now()
    const refused = outcome.state === 'done' ? null : (cause ?? outcome.refusal)
    const sent = outcome.state === 'done' ? (outcome.answer as MessageActionResult).message.sent : null
    await writeQueue.write(() =>
      store.transaction().execute(async (store) => {
        if (!(await appendOutcome(store, effectId, { state, at, operator: row.operator }))) return
        if (state !== 'unknown') await releaseTarget(store, effectId)
        await noteOutcome(store, row.effect_id, { sent, refusal: refused })
      }),
    )
    return state === 'unknown' ? { end: 'unknown' } : over
  }

  /** Undone while its sending was being recorded, when the undoing could not be: nothing was sent. */
  const undone = async (row: DecisionRow): Promise<Attempt> => {
    await writeQueue.write(() =>
      store.transaction().execute(async (store) => {
        await appendHistory(store, row.effect_id, { state: 'withdrawn', at: clock.now(), operator: row.operator })
        await releaseTarget(store, row.effect_id)
      }),
    )
    return over
  }

  /** The approval after an edit is an effect of its own, recorded before it is sent; the target passes from one to the other. */
  const openSecond = (
    row: DecisionRow,
    refused: Refusal | null,
  ): Promise<{ id: string; refused: Refusal | null; gateway: number }> =>
    store.transaction().execute(async (store) => {
      await cluster.assertMember(store)
      const stopped = refused ?? (await stopSwitch.refusalInRecord(store, 'messageAction'))
      const at = clock.now()
      const gateway = cluster.number
      const first = await store
        .selectFrom('effects')
        .selectAll()
        .where('id', '=', row.effect_id)
        .executeTakeFirstOrThrow()
      const ids = JSON.stringify({ ...(JSON.parse(first.ids) as object), action: 'Approve' })
      const id = randomUUID()
      const isOurs = await store
        .updateTable('open_effects')
        .set({ gateway })
        .where('effect_id', '=', first.id)
        .where('state', '=', 'sending')
        .where('gateway', '=', gateway)
        .executeTakeFirst()
      // guard: edit-of-an-ended-gateway-is-not-approved
      if (Number(isOurs.numUpdatedRows) === 0) throw notRecorded()
      await appendHistory(store, first.id, { state: 'done', at, operator: row.operator })
      const second = { ...first, id, ids, key: `${first.key}/approve`, at }
      await insertEffect(store, second, stopped ? { state: 'refused' } : { state: 'sending', gateway })
      await store.updateTable('decisions').set({ second_id: id }).where('effect_id', '=', first.id).execute()
      await store.updateTable('live_targets').set({ effect_id: id }).where('effect_id', '=', first.id).execute()
      if (stopped) await releaseTarget(store, id)
      return { id, refused: stopped, gateway }
    })

  const approveEdited = async (row: DecisionRow, edited: Outcome & { state: 'done' }): Promise<Attempt> => {
    const { message } = edited.answer as MessageActionResult
    // A deployment may send on Edit: the truth is in the answer (interface 5).
    if (message.sent === true || message.status === 'approved') return close(row, row.effect_id, edited)
    const otherText = message.message !== '' && message.message !== row.edited_message
    let second: Awaited<ReturnType<typeof openSecond>>
    try {
      second = await openSecond(row, otherText ? keptOtherText() : null)
    } catch {
      const attempt = await close(row, row.effect_id, edited)
      await writeQueue.write(() => noteOutcome(store, row.effect_id, { refusal: editedOnly(notRecorded()) }))
      return attempt
    }
    const { refused } = second
    if (refused) {
      const told = otherText ? refused : editedOnly(refused)
      await writeQueue.write(() => noteOutcome(store, row.effect_id, { refusal: told }))
      return over
    }
    const none = refusal({ status: 503, code: 'over_budget', message: 'The request budget had no place for it.' })
    const outcome = (await perform(row, 'Approve', second.gateway)) ?? { state: 'refused' as const, refusal: none }
    const cause = outcome.state === 'refused' ? editedOnly(outcome.refusal) : undefined
    return close(row, second.id, outcome, cause)
  }

  const send = async (row: DecisionRow, begin: () => boolean): Promise<Attempt> => {
    const begun = await store
      .transaction()
      .execute(async (store) => {
        await cluster.assertMember(store)
        const stopped = await stopSwitch.refusalInRecord(store, 'messageAction')
        if (stopped) return stopped
        const gateway = cluster.number
        if (!(await release(store, row.effect_id, /* guard: held-is-sent-by-its-owner */ gateway))) return null
        await appendHistory(store, row.effect_id, {
          state: 'sending',
          at: clock.now(),
          operator: row.operator,
          gateway,
        })
        return gateway
      })
      .catch(notSent)
    if (begun instanceof Refusal) return stop(row, begun)
    // guard: undone-is-not-sent
    if (begun === null) return over
    // guard: undone-stays-undone
    if (!begin()) return undone(row)
    const [first = 'Reject', second] = actionsOf(row.action as DecisionAction)
    const outcome = await perform(row, first, begun)
    if (!outcome) {
      // It can be undone again, and goes when it may.
      const step = { at: clock.now(), reason: 'The request budget had no place.', gateway: cluster.number }
      await holdAgain(store, row.effect_id, step, interrupted()).catch(notSent)
      return later()
    }
    if (outcome.state === 'done' && second) return approveEdited(row, outcome)
    return close(row, row.effect_id, outcome)
  }

  /**
   * Reads once more, then sends what still stands.
   *
   * @param begin from its call on it is too late to undo; false: it was undone before, though that could not be recorded
   * @throws NotSent
   */
  return async (row: DecisionRow, begin: () => boolean): Promise<Attempt> => {
    // It goes back to its owner: sent by itself when changes are allowed again, days later, it would surprise everybody.
    const stopped = stopSwitch.refusalOf('messageAction')
    if (stopped) return stop(row, stopped)
    const places = 1 + actionsOf(row.action as DecisionAction).length
    if (!budget.allows('commands', clock.steady(), places)) return later()
    const read = conversationRead(row.conversation_id, row.workspace)
    try {
      const { refusal: refused, data } = await snapshots.readFresh(read, 'commands', whoSends(row), 0)
      if (refused) return await stop(row, refusal(refused))
      const bound = { messageId: row.message_id, textHash: row.text_hash, lastInbound: row.last_inbound || null }
      const problem = whatChanged(data as Conversation, bound)
      // guard: read-again-before-sending
      if (problem) return await stop(row, problem)
    } catch (error) {
      if (isBudget(error)) return later()
      if (error instanceof Refusal) return stop(row, error)
      throw error
    }
    return send(row, begin)
  }
}
