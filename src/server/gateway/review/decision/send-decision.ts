/**
 * Sends a decision when its hold ends: reads the conversation once more, and sends only if it is as the reviewer saw it (reliability R06).
 * A change between that read and the sending cannot be noticed.
 */
import { randomUUID } from 'node:crypto'
import {
  type Conversation,
  type DecisionAction,
  type MessageAction,
  type MessageActionResult,
  Refusal,
} from '#contract/index.ts'
import type { Snapshots } from '../../cache/cached-reads.ts'
import type { Core } from '../../cluster/core.ts'
import { appendHistory, appendOutcome, insertEffect, releaseHold, releaseTarget } from '../../ledger/history.ts'
import { notRecorded } from '../../ledger/refusals.ts'
import { sendCommand } from '../../ledger/send-command.ts'
import type { StopSwitch } from '../../ledger/stop-switch.ts'
import type { Outcome } from '../../ledger/types.ts'
import type { WriteQueue } from '../../ledger/write-queue.ts'
import { type Conversations, conversationRead } from '../../registry/conversations.ts'
import { refusal } from '../../shared/refusals.ts'
import type { Requester } from '../../shared/requester.ts'
import type { RequesterWithPlaces, RequestService } from '../../upstream/budgeted-request.ts'
import type { RequestQueue } from '../../upstream/request-queue.ts'
import { findChange, isApproved, reconstructAnswer } from './decision-check.ts'
import { actionsOf, type DecisionRow, restoreHold, saveOutcome } from './decision-store.ts'
import { editedOnly, interrupted, savedOtherText, unconfirmed, withNothingSent } from './refusals.ts'
import { confirmedDecisionOf, type RiskCheck } from './serious-risks.ts'
import type { WaitingLine } from './waiting-line.ts'

export interface SendDecisionDeps extends Pick<Core, 'store' | 'cluster' | 'clock'> {
  requestService: RequestService
  requestQueue: Pick<RequestQueue, 'takeTogether'>
  stopSwitch: StopSwitch
  snapshots: Snapshots
  conversations: Conversations
  writeQueue: WriteQueue
  findUnconfirmed: RiskCheck
}

/** The result of an attempt to send: over, unknown, or later, when it is its turn in the line. Everything that was sent is recorded. */
export interface Attempt {
  result: 'over' | 'unknown' | 'later'
}

/** The database failed: nothing was sent, although the decision may be recorded as being sent. */
export class NotSent extends Error {
  constructor(cause: unknown) {
    super(String(cause), { cause })
  }
}
const rejectNotSent = (cause: unknown) => Promise.reject(new NotSent(cause))

const overAttempt: Attempt = { result: 'over' }

/** How many requests a decision takes: without all of them, none is worth being sent. */
const requestsOf = ({ action, redraft }: DecisionRow): number =>
  1 + actionsOf(action as DecisionAction).length + (redraft === null ? 0 : 1)

export const senderOf = ({ operator, operator_id }: DecisionRow): Requester => ({
  operator,
  page: 'review',
  person: operator_id,
})
const isOverBudget = (error: unknown): error is Refusal => error instanceof Refusal && error.code === 'over_budget'

/** @param line decisions for which the budget has no requests yet */
export function createDecisionSender(deps: SendDecisionDeps, line: WaitingLine) {
  const { store, requestService, requestQueue, stopSwitch, snapshots, conversations, writeQueue, cluster, clock } = deps
  const { findUnconfirmed } = deps

  const waitInLine = (row: DecisionRow): Attempt => {
    line.join(row.effect_id, requestsOf(row))
    return { result: 'later' }
  }
  /** For a decision whose turn it was, but for which the budget had less than it promised. */
  const waitFirst = (row: DecisionRow): Attempt => {
    line.joinFirst(row.effect_id, requestsOf(row))
    return { result: 'later' }
  }

  /** Ends a held decision as refused, before anything is sent. */
  const endAsRefused = async (row: DecisionRow, cause: Refusal): Promise<Attempt> => {
    await store.transaction().execute(async (store) => {
      if (!(await releaseHold(store, row.effect_id, cluster.number))) return
      await appendHistory(store, row.effect_id, {
        state: 'refused',
        at: clock.now(),
        operator: null,
        reason: cause.code,
      })
      await releaseTarget(store, row.effect_id)
      await saveOutcome(store, row.effect_id, { refusal: withNothingSent(cause) })
    })
    return overAttempt
  }

  /** Sends one action to the service. null: the budget had no slot, and nothing was sent. */
  const sendAction = async (
    row: DecisionRow,
    action: MessageAction,
    { gateway, sender }: { gateway: number; sender: RequesterWithPlaces },
  ): Promise<Outcome | null> => {
    // An administrator may have stopped changes during the read, or between the edit and the approval.
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
      const outcome = await sendCommand(requestService, command, sender, clock.now)
      if (outcome.state === 'refused') return outcome
      if (outcome.state === 'done') return showAnswer(row, outcome)
      const answer = outcome.isAnswered ? await readBack(row, action) : null
      if (answer) return showAnswer(row, { state: 'done', answer })
      return { state: 'unknown', refusal: unconfirmed(action, outcome.refusal.data.details) }
    } catch (error) {
      if (isOverBudget(error)) return null
      return { state: 'unknown', refusal: unconfirmed(action) }
    } finally {
      snapshots.invalidate('messageAction', { conversationId })
    }
  }

  /** Reads the conversation at once, since the answer did not show that the action was carried out. null: the conversation does not either. */
  const readBack = async (row: DecisionRow, action: MessageAction): Promise<MessageActionResult | null> => {
    const read = conversationRead(row.conversation_id, row.workspace)
    const snapshot = await snapshots.readFresh(read, 'commands', senderOf(row), 0).catch(() => null)
    return snapshot && reconstructAnswer(snapshot, row, action)
  }

  /** Shows the service's answer in the queue until the conversation is read again. */
  const showAnswer = (row: DecisionRow, outcome: Outcome & { state: 'done' }): Outcome => {
    const { message, status, sent } = (outcome.answer as MessageActionResult).message
    conversations.applyDecision(row.workspace, row.conversation_id, row.message_id, {
      ...(message !== '' && { message }),
      ...(status !== '' && { status }),
      ...(sent !== null && { sent }),
    })
    return outcome
  }

  /** Records how an effect of the decision ended. */
  const recordOutcome = async (
    row: DecisionRow,
    effectId: string,
    outcome: Outcome,
    cause?: Refusal,
  ): Promise<Attempt> => {
    const { state } = outcome
    const at = clock.now()
    const storedRefusal = outcome.state === 'done' ? null : (cause ?? outcome.refusal)
    const message = outcome.state === 'done' ? (outcome.answer as MessageActionResult).message : null
    const sent = message?.sent ?? null
    const isEdit = row.action === 'EditAndApprove' && effectId === row.effect_id
    const isApprovedByEdit = isEdit && message !== null && isApproved(message)
    await writeQueue.write(() =>
      store.transaction().execute(async (store) => {
        if (!(await appendOutcome(store, effectId, { state, at, operator: row.operator }))) return
        if (state !== 'unknown') await releaseTarget(store, effectId)
        await saveOutcome(store, row.effect_id, { sent, isApprovedByEdit, refusal: storedRefusal })
      }),
    )
    return state === 'unknown' ? { result: 'unknown' } : overAttempt
  }

  /** Records an undo that arrived while the sending was being recorded: nothing was sent. */
  const recordUndo = async (row: DecisionRow): Promise<Attempt> => {
    await writeQueue.write(() =>
      store.transaction().execute(async (store) => {
        await appendHistory(store, row.effect_id, { state: 'withdrawn', at: clock.now(), operator: row.operator })
        await releaseTarget(store, row.effect_id)
      }),
    )
    return overAttempt
  }

  /** Records the approval after an edit as a separate effect, before it is sent. It takes over the edit's target. */
  const recordApproval = (
    row: DecisionRow,
    refused: Refusal | null,
  ): Promise<{ id: string; refused: Refusal | null; gateway: number }> =>
    store.transaction().execute(async (store) => {
      await cluster.assertMember(store)
      const finalRefusal = refused ?? (await stopSwitch.refusalInTransaction(store, 'messageAction'))
      const at = clock.now()
      const gateway = cluster.number
      const editEffect = await store
        .selectFrom('effects')
        .selectAll()
        .where('id', '=', row.effect_id)
        .executeTakeFirstOrThrow()
      const ids = JSON.stringify({ ...(JSON.parse(editEffect.ids) as object), action: 'Approve' })
      const id = randomUUID()
      const ownershipCheck = await store
        .updateTable('open_effects')
        .set({ gateway })
        .where('effect_id', '=', editEffect.id)
        .where('state', '=', 'sending')
        .where('gateway', '=', gateway)
        .executeTakeFirst()
      // guard: edit-of-an-ended-gateway-is-not-approved
      if (Number(ownershipCheck.numUpdatedRows) === 0) throw notRecorded()
      await appendHistory(store, editEffect.id, { state: 'done', at, operator: row.operator })
      const approvalEffect = { ...editEffect, id, ids, key: `${editEffect.key}/approve`, at }
      await insertEffect(store, approvalEffect, finalRefusal ? { state: 'refused' } : { state: 'sending', gateway })
      await store.updateTable('decisions').set({ second_id: id }).where('effect_id', '=', editEffect.id).execute()
      await store.updateTable('live_targets').set({ effect_id: id }).where('effect_id', '=', editEffect.id).execute()
      if (finalRefusal) await releaseTarget(store, id)
      return { id, refused: finalRefusal, gateway }
    })

  const approveEdited = async (
    row: DecisionRow,
    edited: Outcome & { state: 'done' },
    sender: RequesterWithPlaces,
  ): Promise<Attempt> => {
    const { message } = edited.answer as MessageActionResult
    if (isApproved(message)) return recordOutcome(row, row.effect_id, edited)
    const isOtherText = message.message !== '' && message.message !== row.edited_message
    let approval: Awaited<ReturnType<typeof recordApproval>>
    try {
      approval = await recordApproval(row, isOtherText ? savedOtherText() : null)
    } catch {
      const attempt = await recordOutcome(row, row.effect_id, edited)
      await writeQueue.write(() => saveOutcome(store, row.effect_id, { refusal: editedOnly(notRecorded()) }))
      return attempt
    }
    const { refused } = approval
    if (refused) {
      const ownerRefusal = isOtherText ? refused : editedOnly(refused)
      await writeQueue.write(() => saveOutcome(store, row.effect_id, { refusal: ownerRefusal }))
      return overAttempt
    }
    const overBudget = refusal({
      status: 503,
      code: 'over_budget',
      message: 'No request was left in the budget for it.',
    })
    const outcome = (await sendAction(row, 'Approve', { gateway: approval.gateway, sender })) ?? {
      state: 'refused' as const,
      refusal: overBudget,
    }
    const cause = outcome.state === 'refused' ? editedOnly(outcome.refusal) : undefined
    return recordOutcome(row, approval.id, outcome, cause)
  }

  const send = async (row: DecisionRow, markSending: () => boolean, sender: RequesterWithPlaces): Promise<Attempt> => {
    const recordedGateway = await store
      .transaction()
      .execute(async (store) => {
        await cluster.assertMember(store)
        const stopped = await stopSwitch.refusalInTransaction(store, 'messageAction')
        if (stopped) return stopped
        const gateway = cluster.number
        if (!(await releaseHold(store, row.effect_id, /* guard: held-is-sent-by-its-owner */ gateway))) return null
        await appendHistory(store, row.effect_id, {
          state: 'sending',
          at: clock.now(),
          operator: row.operator,
          gateway,
        })
        return gateway
      })
      .catch(rejectNotSent)
    if (recordedGateway instanceof Refusal) return endAsRefused(row, recordedGateway)
    // guard: undone-is-not-sent
    if (recordedGateway === null) return overAttempt
    // guard: undone-stays-undone
    if (!markSending()) return recordUndo(row)
    const [firstAction = 'Reject', secondAction] = actionsOf(row.action as DecisionAction)
    const outcome = await sendAction(row, firstAction, { gateway: recordedGateway, sender })
    if (!outcome) {
      // The decision can be undone again, and is sent when the budget allows.
      const step = { at: clock.now(), reason: 'No request was left in the budget.', gateway: cluster.number }
      await restoreHold(store, row.effect_id, step, interrupted()).catch(rejectNotSent)
      return waitFirst(row)
    }
    if (outcome.state === 'done' && secondAction) return approveEdited(row, outcome, sender)
    return recordOutcome(row, row.effect_id, outcome)
  }

  const readAndSend = async (
    row: DecisionRow,
    markSending: () => boolean,
    sender: RequesterWithPlaces,
  ): Promise<Attempt> => {
    const read = conversationRead(row.conversation_id, row.workspace)
    try {
      const { refusal: readRefusal, data } = await snapshots.readFresh(read, 'commands', sender, 0)
      if (readRefusal) return await endAsRefused(row, refusal(readRefusal))
      const seen = { messageId: row.message_id, textHash: row.text_hash, lastInbound: row.last_inbound || null }
      const conversation = data as Conversation
      const problem = findChange(conversation, seen) ?? (await findUnconfirmed(conversation, confirmedDecisionOf(row)))
      // guard: read-again-before-sending
      if (problem) return await endAsRefused(row, problem)
    } catch (error) {
      if (isOverBudget(error)) return waitFirst(row)
      if (error instanceof Refusal) return endAsRefused(row, error)
      throw error
    }
    return send(row, markSending, sender)
  }

  /**
   * Reads the conversation once more, then sends the decision if nothing has changed. It begins only with a slot for each of its requests:
   * decisions that are due at the same moment would spend all slots on reading, and send nothing.
   *
   * @param markSending called just before the sending: from then on it is too late to undo. Returns false when the decision was undone
   * @throws NotSent
   */
  return async (row: DecisionRow, markSending: () => boolean): Promise<Attempt> => {
    // While changes are stopped, refuse the decision: nobody expects it to be sent days later, when changes are allowed again.
    const stopped = stopSwitch.refusalOf('messageAction')
    if (stopped) return endAsRefused(row, stopped)
    const sender = senderOf(row)
    const isFirst = !line.mustWait(row.effect_id)
    const places = isFirst && (await requestQueue.takeTogether('commands', sender, requestsOf(row)))
    if (!places) return waitInLine(row)
    line.leave(row.effect_id)
    return readAndSend(row, markSending, { ...sender, places }).finally(places.giveBack)
  }
}
