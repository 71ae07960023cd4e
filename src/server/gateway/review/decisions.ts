/**
 * Decisions about drafts: recorded, held so that they can be undone, then sent once (design: Review). A held decision survives a closed
 * tab and the end of its gateway: another gateway sends it on time, or this one after a restart. A decision whose answer was lost is
 * settled by reading the conversation, never by sending again (reliability R04, R07, R09). Longer than 500 lines, so that the life of a
 * decision can be read in one place.
 */
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Contract,
  type Conversation,
  conversationEndpoints,
  type Decision,
  type Operator,
  type ParsedBodyOf,
  type Refusal,
} from '#contract/index.ts'
import { addDependency, addExpiry, createSource } from '#server/database/dependencies.ts'
import { isDatabaseFault } from '#server/database/faults.ts'
import type { Core } from '../cluster/core.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Rechecks } from '../ledger/recheck.ts'
import { gatewayStopping } from '../ledger/refusals.ts'
import { conversationRead } from '../registry/conversations.ts'
import { dateOf, steadyOf } from '../shared/clock.ts'
import { createMemo } from '../shared/memo.ts'
import { notFound, refusal } from '../shared/refusals.ts'
import type { Requester } from '../shared/requester.ts'
import type { Store } from '../store/store.ts'
import type { DecisionTable } from '../store/tables/review.ts'
import type { Budget } from '../upstream/budget.ts'
import type { Claims } from './claims.ts'
import { assertUndecided, describeDecision, findChange, messageIn, type SeenState } from './decision/decision-check.ts'
import {
  currentEffectOf,
  type DecisionRow,
  deleteOldDecisions,
  dismissOutcome,
  findDecision,
  findDecisionOfEffect,
  findDecisionsOfEffects,
  findOwnDecisions,
  findRecentDecisions,
  findUnreportedUnknown,
  hasEnded,
  heldFields,
  insertDecision,
  lastActionOf,
  presentDecision,
  restoreHold,
  saveOutcome,
  withdraw,
} from './decision/decision-store.ts'
import { adoptHeld, releaseHeld, rescheduleHeld, saveUnconfirmed } from './decision/held-decisions.ts'
import { isApproval, outcomeOfSettled, subjectOf } from './decision/recheck-decision.ts'
import { createRedrafts, type RedraftDeps } from './decision/redraft.ts'
import {
  alreadyDecided,
  alreadyUndone,
  checkEditedMessage,
  earlierFromEffect,
  interrupted,
  notYours,
  recordedButUnreadable,
  tooLate,
  unconfirmed,
  undoNotRecorded,
} from './decision/refusals.ts'
import { createDecisionSender, NotSent, type SendDecisionDeps } from './decision/send-decision.ts'
import { createWaitingLine, waitsForBudget } from './decision/waiting-line.ts'
import type { ReviewRuleSetting } from './review-rules.ts'
import type { SecondReview } from './second-review.ts'

type DecisionRequest = ParsedBodyOf<Contract['decisionMake']>

interface RequestContext {
  operator: Operator
  key: string | undefined
  requester: Requester
  workspace: string
}

type DecisionDeps = SendDecisionDeps &
  RedraftDeps &
  Pick<Core, 'stopping' | 'log'> & {
    budget: Budget
    ledger: Ledger
    claims: Claims
    rechecks: Rechecks
    reviewRules: ReviewRuleSetting
    secondReview: SecondReview
    facts: DecisionFacts
  }

/** What is counted of decisions. */
interface DecisionFacts {
  /** Adds a decision, in the transaction that records it. */
  insert: (
    store: Store,
    effectId: string,
    made: {
      decision: Pick<DecisionTable, 'workspace' | 'conversation_id' | 'message_id' | 'edited_message' | 'reject_reason'>
      conversation: Conversation
      operator: Operator
      at: number
    },
  ) => Promise<void>
  /** Counts the decisions that have ended. Call before their rows are deleted. */
  complete: () => Promise<void>
}

type WithdrawalEntry = Parameters<typeof withdraw>[2]
const notRecordedReason = 'It was not recorded in time.'

/** How long ended decisions stay in everybody's list. */
const listedAfterEndMs = 3 * 60_000
/** How long to wait before a decision that could not be recorded is tried again. */
const recordRetryMs = 5_000
/** If the database's answer was lost while this gateway took over a decision, it checks after this time whether it owns the decision. */
const ownershipCheckMs = 1_000
const undoPendingMessage =
  'You undid this, but the undo could not be recorded yet, so it may still be sent. Switchboard is trying again.'
const sweepIntervalMs = 3_600_000
/** The longest time that an undo waits to be recorded before it is refused. */
const undoTimeoutMs = 1_000
/** A held decision whose gateway ended is sent at most this late. After that, it is withdrawn and its owner is informed. */
const maxDelayMs = 60_000
/** The longest hold, even if the clock was changed since it began. */
const maxHoldMs = 30_000

/** A held decision that this gateway sends. */
interface ScheduledDecision {
  /** The decision as it was recorded, for use while the database does not answer. */
  row: DecisionRow | undefined
  /** The end of the hold, by the steady clock. */
  sendsAt: number
  delayed: string
  timer: NodeJS.Timeout
}

export function createDecisions(deps: DecisionDeps) {
  const scheduled = new Map<string, ScheduledDecision>()
  const sending = new Map<string, Promise<void>>()
  /** Ids of decisions whose withdrawal is not recorded yet. */
  const pendingUndos = new Set<string>()
  /** Ids of decisions that are being sent: too late to undo, even if the database cannot be read. */
  const beingSent = new Set<string>()
  /** Ids of decisions that were not sent but may be recorded as being sent, because the database failed in between. */
  const wronglyMarkedSending = new Set<string>()
  /** Signals changes of the state that is only in memory. */
  const scheduleChanged = createSource()
  let lastSweepAt = 0
  let isClosed = false
  const line = createWaitingLine(deps.budget, deps.clock, (effectId) => {
    const hold = scheduled.get(effectId)
    // An attempt that is under way says itself when the next one is.
    if (hold && !sending.has(effectId)) schedule(effectId, line.nextAttemptAt(effectId), hold.delayed)
  })
  const send: ReturnType<typeof createDecisionSender> = createDecisionSender(deps, line)
  const redrafts = createRedrafts(deps)
  deps.rechecks.addSource(async (effectIds) =>
    (await findDecisionsOfEffects(deps.store, effectIds)).map((row) => subjectOf(row, deps)),
  )
  // Only one gateway takes over each decision; the slower ones find nothing to take over.
  deps.cluster.subscribe('heldReleased', () => {
    if (!isClosed)
      takeOver([]).catch((error: unknown) =>
        deps.log.error({ error: String(error) }, 'held decisions of another gateway could not be taken over'),
      )
  })

  /**
   * Records a decision about a draft and holds it. Resolves at once, before anything is sent.
   *
   * @throws Refusal 409 `already_decided` (names who and when) and `changed`, 400 when an edit has no text, everything that
   *   `ReviewRuleSetting.checkRejection`, `RiskCheck`, `Redrafts.check`, `SecondReview.assertApproved` and `Ledger.hold` refuse
   */
  async function decide(
    request: DecisionRequest,
    { operator, key, requester, workspace }: RequestContext,
  ): Promise<Decision> {
    const { conversationId, messageId, action, editedMessage, textHash, lastInbound, holdSeconds } = request
    const { rejectReason, rejectNote, redraft, confirmedRisks = [] } = request
    checkEditedMessage(action, editedMessage)
    const { clock, ledger, claims, cluster, reviewRules, secondReview, facts, findUnconfirmed } = deps
    const params = { conversationId, messageId }
    const target = conversationEndpoints.messageAction.effect.target({ params, body: null })
    await recheckUnknown(target)
    const requestedAt = clock.now()
    const conversation = await loadConversation(conversationId, workspace, requester)
    const seen = { messageId, textHash, lastInbound }
    await ledger.checkUnlessRepeated({ endpoint: 'messageAction', operator, key }, async () => {
      await reviewRules.checkRejection(workspace, action, { rejectReason, rejectNote })
      await redrafts.check(request, workspace)
      await checkBeforeRecording(conversation, seen, requestedAt)
      const decided = { workspace, messageId, action, editedMessage: editedMessage ?? null, confirmedRisks }
      const unconfirmed = await findUnconfirmed(conversation, decided)
      if (unconfirmed) throw unconfirmed
    })
    const { phone, email } = conversation.customer
    const decisionFields = {
      workspace,
      conversation_id: conversationId,
      message_id: messageId,
      action,
      edited_message: editedMessage ?? null,
      text_hash: textHash,
      last_inbound: lastInbound ?? '',
      sends_to: phone ?? email,
      reject_reason: rejectReason ?? null,
      reject_note: rejectNote ?? null,
      redraft: redraft ? JSON.stringify(redraft) : null,
      confirmed_risks: confirmedRisks.length > 0 ? confirmedRisks.join(' ') : null,
    }
    const holdMs = holdSeconds * 1000
    const sendsAt = clock.steady() + holdMs
    const recordedRow = (effectId: string): DecisionRow => ({
      ...decisionFields,
      effect_id: effectId,
      ...heldFields,
      state: 'held',
      happened: null,
      changed_at: clock.now(),
      operator: operator.name,
      operator_id: operator.id,
      gateway: cluster.number,
      due_at: dateOf(clock, sendsAt),
      delayed: null,
    })
    const { effectId, isRepeated } = await ledger.hold({
      endpoint: 'messageAction',
      ids: { conversationId, messageId, action, ...(rejectReason !== undefined && { rejectReason }) },
      target,
      key,
      body: JSON.stringify([
        editedMessage ?? null,
        textHash,
        lastInbound,
        ...(rejectNote === undefined ? [] : [rejectNote]),
        ...(redraft ? [redraft] : []),
        ...(confirmedRisks.length > 0 ? [{ confirmedRisks }] : []),
      ]),
      operator,
      // The same time that this gateway shows, so that a page that polls several gateways sees one time.
      dueAt: dateOf(clock, sendsAt),
      onConflict: (first) => alreadyDecided(earlierFromEffect(first), clock.now()),
      inTransaction: async (store, effectId) => {
        // A colleague's decision may have taken the target, been sent and released it since the first check.
        await assertUndecided(store, messageId, { requestedAt, now: clock.now() })
        await secondReview.assertApproved(store, conversation, { ...request, workspace }, operator)
        await insertDecision(store, { ...decisionFields, effect_id: effectId })
        const made = { decision: decisionFields, conversation, operator, at: requestedAt }
        await facts.insert(store, effectId, made)
      },
    })
    if (!isRepeated) {
      schedule(effectId, sendsAt)
      await claims.release({ conversationId, messageId }, operator.id).catch(() => {})
      await sweep()
    }
    const row = await find(effectId).catch((error: unknown) => {
      if (!isDatabaseFault(error)) throw error
      // guard: recorded-decision-is-told
      if (!isRepeated) return recordedRow(effectId)
      throw recordedButUnreadable(effectId)
    })
    const hold = scheduled.get(effectId)
    if (hold) hold.row = row
    return present(row)
  }

  /** Recent decisions of a workspace, read once for all callers. */
  const recentDecisionsOf = createMemo(deps, async (workspace: string) => {
    const { store, clock } = deps
    const since = clock.now() - listedAfterEndMs
    const rows = await findRecentDecisions(store, workspace, since)
    for (const row of rows)
      if (hasEnded(row) && row.changed_at > since) addExpiry(steadyOf(clock, row.changed_at + listedAfterEndMs))
    return rows.map((row) => ({ row, hasLeftList: hasEnded(row) && row.changed_at <= since }))
  })

  /**
   * Lists live decisions, decisions that ended recently, and the operator's own that did not end as decided; the latest first.
   *
   * @param operatorId null: leave out the last group
   */
  async function list(workspace: string, operatorId: string | null): Promise<Decision[]> {
    addDependency(scheduleChanged)
    const rows = await recentDecisionsOf.value(workspace)
    return rows
      .filter(({ row, hasLeftList: isLate }) => !isLate || row.operator_id === operatorId)
      .map(({ row }) => present(row))
  }

  /** Lists the operator's own decisions since a time (epoch ms), the latest first, at most 200. */
  async function listOwn(
    workspace: string,
    operator: Pick<Operator, 'id' | 'name'>,
    since: number,
  ): Promise<Decision[]> {
    addDependency(scheduleChanged)
    return (await findOwnDecisions(deps.store, workspace, operator, since)).map((row) => present(row))
  }

  /**
   * Withdraws a held decision.
   *
   * @throws Refusal 409 `too_late` once it is being sent; 503 `undo_not_recorded` when this process will not send it, but another may;
   *   403 when it is a colleague's; 404
   */
  async function undo(effectId: string, operator: Operator): Promise<Decision> {
    const { clock } = deps
    const row = await findOwn(effectId, operator)
    const step = { at: clock.now(), operator: operator.name, reason: null }
    const isHeld = row.state === 'held' || (wronglyMarkedSending.has(effectId) && !sending.has(effectId))
    try {
      await withdrawHeld(effectId, step)
    } catch {
      // This process does not send it any more, even if that cannot be recorded now, unless the sending has started.
      if (!isHeld || beingSent.has(effectId))
        throw tooLate({ ...row, state: row.state === 'held' ? 'sending' : row.state })
      const recorded = withdrawEventually(effectId, step, null).then(() => !pendingUndos.has(effectId))
      // Until the undo is recorded, another gateway or this one after a restart may send it: do not report success.
      // guard: undo-is-recorded-before-it-is-told
      if (!(await Promise.race([recorded, pause(undoTimeoutMs, false)]))) throw undoNotRecorded(effectId)
    }
    const after = await find(effectId)
    if (after.state !== 'withdrawn' && after.state !== 'refused') throw tooLate(after)
    unschedule(effectId)
    wronglyMarkedSending.delete(effectId)
    return present(after)
  }

  /** Removes an ended decision from its owner's list. @throws Refusal 403 when it is a colleague's; 404 */
  async function dismiss(effectId: string, operator: Operator): Promise<boolean> {
    const row = await find(effectId)
    if (row.operator_id !== operator.id) throw notYours(row.operator)
    return dismissOutcome(deps.store, row)
  }

  /** Ends the hold now, whichever gateway owns it. @throws Refusal 409 when it was undone; 403, 404; 503 while this gateway stops */
  async function sendNow(effectId: string, operator: Operator): Promise<Decision> {
    if (deps.stopping.aborted) throw gatewayStopping()
    const row = await findOwn(effectId, operator)
    if (row.state === 'withdrawn' || pendingUndos.has(effectId)) throw alreadyUndone(effectId)
    if (row.state !== 'held') return present(row)
    const { store, cluster, clock } = deps
    const schedulingNow = { gateway: cluster.number, due_at: clock.now(), delayed: null }
    const isHeld = await rescheduleHeld(store, effectId, schedulingNow).catch((error: unknown) => {
      if (scheduled.has(effectId)) return true
      // This gateway may own the decision now, in which case no other gateway would send it.
      schedule(effectId, ownershipCheckMs)
      throw error
    })
    if (isHeld) schedule(effectId, clock.steady())
    return present(isHeld ? { ...row, ...schedulingNow } : await find(effectId))
  }

  /** The id of a decision's current effect in the ledger. For an effect that is no decision, returns the same id. */
  async function effectOf(effectId: string): Promise<string> {
    const row = await findDecision(deps.store, effectId)
    return row ? currentEffectOf(row) : effectId
  }

  /** Records the outcome of a decision whose effect a person has settled. */
  async function recordSettled(effectId: string, happened: boolean): Promise<void> {
    const { store } = deps
    const row = await findDecisionOfEffect(store, effectId)
    if (!row) return
    const outcome = outcomeOfSettled(row, happened, { sent: happened && isApproval(row), status: '' })
    await saveOutcome(store, row.effect_id, outcome)
  }

  /**
   * Takes over the decisions that ended gateways held: sends each on time, or withdraws it when it is too late. Call it
   * after `Effects.takeOver`.
   *
   * @param numbers the ended gateways, as `Cluster.onTakeOver` gives them
   */
  async function takeOver(numbers: readonly number[]): Promise<void> {
    const { store, cluster, writeQueue } = deps
    if (isClosed) return
    const held = await store.transaction().execute(async (store) => {
      await cluster.assertMember(store)
      return adoptHeld(store, cluster.number, numbers)
    })
    // Those that waited for the budget go on in the order in which they were to be sent.
    for (const decision of held.toSorted((a, b) => (a.due_at ?? 0) - (b.due_at ?? 0)))
      if (!scheduled.has(decision.effect_id) && !sending.has(decision.effect_id)) await resume(decision)
    for (const row of await findUnreportedUnknown(store))
      await writeQueue.write(() => saveUnconfirmed(store, row.effect_id, unconfirmed(lastActionOf(row))))
    await redrafts.resume()
    await sweep()
  }

  async function resume({ effect_id, due_at, delayed }: Awaited<ReturnType<typeof adoptHeld>>[number]): Promise<void> {
    const { store, clock } = deps
    const remainingMs = (due_at ?? 0) - clock.now()
    // guard: late-decision-goes-back
    if (remainingMs < -maxDelayMs) {
      const step = { at: clock.now(), operator: null, reason: 'Switchboard was interrupted.' }
      return void (await withdraw(store, effect_id, step, interrupted()).catch(() =>
        withdrawEventually(effect_id, step, interrupted()),
      ))
    }
    // The hold of a delayed decision is over.
    const holdMs = delayed === null ? Math.min(Math.max(0, remainingMs), maxHoldMs) : 0
    schedule(effect_id, clock.steady() + holdMs, delayed ?? '')
  }

  /** Call it when another gateway has taken over: that gateway sends the held decisions. */
  function unscheduleAll(): void {
    for (const effectId of scheduled.keys()) unschedule(effectId)
  }

  /** Releases held decisions to other gateways, and waits for those that are being sent. */
  async function close(): Promise<void> {
    if (isClosed) return void (await Promise.allSettled([...sending.values(), redrafts.drain()]))
    isClosed = true
    const { store, cluster } = deps
    for (const effectId of scheduled.keys()) unschedule(effectId)
    // If the release cannot be recorded, other gateways take over once this one has sent no heartbeat for a while.
    const released = await releaseHeld(store, cluster.number).catch(() => [])
    if (released.length > 0) cluster.publish('heldReleased', {})
    // Do not wait for decisions whose conversation is only being read.
    for (const effectId of released) sending.delete(effectId)
    await Promise.allSettled([...sending.values(), redrafts.drain()])
  }

  /** Rechecks an earlier unknown decision about the same message: the conversation may settle it now. */
  async function recheckUnknown(target: string): Promise<void> {
    const { ledger, rechecks } = deps
    const holder = await ledger.findTargetHolder(ledger.hash(target)).catch(() => undefined)
    if (holder?.state === 'unknown') await rechecks.checkNow(holder.id)
  }

  async function withdrawHeld(
    effectId: string,
    step: WithdrawalEntry,
    ownerRefusal: Refusal | null = null,
  ): Promise<boolean> {
    const { store, cluster } = deps
    if (wronglyMarkedSending.has(effectId) && !sending.has(effectId)) {
      // After this, no attempt to send starts.
      unschedule(effectId)
      await restoreHold(
        store,
        effectId,
        { at: step.at, reason: notRecordedReason, gateway: cluster.number },
        interrupted(),
      )
    }
    return withdraw(store, effectId, step, ownerRefusal)
  }

  /** Prevents the sending at once, and records the withdrawal as soon as the database accepts it. */
  function withdrawEventually(effectId: string, step: WithdrawalEntry, ownerRefusal: Refusal | null): Promise<void> {
    const { writeQueue } = deps
    unschedule(effectId)
    pendingUndos.add(effectId)
    scheduleChanged.markChanged()
    return writeQueue.write(async () => {
      await withdrawHeld(effectId, step, ownerRefusal)
      pendingUndos.delete(effectId)
      scheduleChanged.markChanged()
      wronglyMarkedSending.delete(effectId)
    })
  }

  /** Marks a decision as being sent: from now on it is too late to undo. @returns false when it was undone and must not be sent */
  function markSending(effectId: string): boolean {
    if (pendingUndos.has(effectId)) return false
    wronglyMarkedSending.delete(effectId)
    beingSent.add(effectId)
    return true
  }

  /** The conversation as last read; read from the service only when it is unknown. */
  async function loadConversation(id: string, workspace: string, requester: Requester): Promise<Conversation> {
    const { conversations, snapshots } = deps
    const conversation = conversations.find(workspace, id)?.conversation
    if (conversation) return conversation
    const { snapshot } = await snapshots.get(conversationRead(id, workspace), requester)
    if (snapshot.refusal) throw refusal(snapshot.refusal)
    return snapshot.data as Conversation
  }

  /** Throws the refusals that are known before anything is recorded. */
  async function checkBeforeRecording(conversation: Conversation, seen: SeenState, requestedAt: number): Promise<void> {
    await assertUndecided(deps.store, seen.messageId, { requestedAt, now: deps.clock.now() })
    if (!messageIn(conversation, seen.messageId))
      throw notFound('The service does not have this message. Nothing was sent.')
    const problem = findChange(conversation, seen)
    if (problem) throw problem
  }

  async function find(effectId: string): Promise<DecisionRow> {
    const row = await findDecision(deps.store, effectId)
    if (!row) throw notFound('This decision does not exist, or it ended more than a day ago.')
    return row
  }

  async function findOwn(effectId: string, operator: Operator): Promise<DecisionRow> {
    const row = await find(effectId).catch((error: unknown) => {
      const known = scheduled.get(effectId)?.row
      if (known && isDatabaseFault(error)) return known
      throw error
    })
    // guard: decision-is-its-reviewers
    if (row.operator_id !== operator.id && !operator.roles.includes('admin')) throw notYours(row.operator)
    return row
  }

  function present(row: DecisionRow): Decision {
    // The undo is not recorded, so another gateway may still send it.
    if (pendingUndos.has(row.effect_id)) row = { ...row, delayed: undoPendingMessage }
    const hold = row.gateway === deps.cluster.number ? scheduled.get(row.effect_id) : undefined
    const delayed = line.has(row.effect_id) ? line.text() : (hold?.delayed ?? row.delayed ?? '')
    const knownConversation = deps.conversations.find(row.workspace, row.conversation_id)
    return {
      ...presentDecision(row, {
        sendsAt: delayed !== '' ? null : hold ? dateOf(deps.clock, hold.sendsAt) : row.due_at,
        delayed,
      }),
      ...describeDecision(row, knownConversation?.conversation ?? null),
      ...deps.rechecks.checkTimesOf(currentEffectOf(row)),
    }
  }

  /** @param sendsAt by the steady clock */
  function schedule(effectId: string, sendsAt: number, delayed = ''): void {
    const row = scheduled.get(effectId)?.row
    clearTimer(effectId)
    if (isClosed) return
    const timer = setTimeout(() => startSending(effectId), Math.max(0, sendsAt - deps.clock.steady()))
    timer.unref()
    scheduled.set(effectId, { row, sendsAt, delayed, timer })
    scheduleChanged.markChanged()
  }

  function unschedule(effectId: string): void {
    line.leave(effectId)
    clearTimer(effectId)
    scheduleChanged.markChanged()
  }

  function clearTimer(effectId: string): void {
    clearTimeout(scheduled.get(effectId)?.timer)
    scheduled.delete(effectId)
  }

  function startSending(effectId: string): void {
    if (sending.has(effectId)) return
    const retryLater = (error: unknown) => {
      deps.log.error({ effectId, error: String(error) }, 'a decision could not be recorded')
      line.leave(effectId)
      schedule(
        effectId,
        deps.clock.steady() + recordRetryMs,
        'This could not be recorded, so it has not been sent yet. Switchboard is trying again.',
      )
    }
    const pendingSend = trySending(effectId)
      .catch(retryLater)
      .finally(() => {
        sending.delete(effectId)
        beingSent.delete(effectId)
      })
    sending.set(effectId, pendingSend)
  }

  async function trySending(effectId: string): Promise<void> {
    const { store, cluster, clock } = deps
    if (wronglyMarkedSending.has(effectId))
      await restoreHold(
        store,
        effectId,
        { at: clock.now(), reason: notRecordedReason, gateway: cluster.number },
        interrupted(),
      )
    const row = await find(effectId)
    if (row.state !== 'held' || row.gateway !== cluster.number || pendingUndos.has(effectId)) {
      wronglyMarkedSending.delete(effectId)
      return unschedule(effectId)
    }
    const attempt = await send(row, () => markSending(effectId)).catch((error: unknown) => {
      if (error instanceof NotSent) wronglyMarkedSending.add(effectId)
      throw error
    })
    wronglyMarkedSending.delete(effectId)
    if (attempt.result === 'later') {
      // The decision was undone during the attempt.
      if (!scheduled.has(effectId)) return line.leave(effectId)
      const latestAt = line.latestAt(effectId)
      const dueAt = Math.round(dateOf(clock, latestAt < Infinity ? latestAt : line.nextAttemptAt(effectId)))
      const stored = { due_at: dueAt, delayed: waitsForBudget }
      await rescheduleHeld(store, effectId, stored).catch(() => {})
      // Only now: while this attempt is under way, a timer would start none, and the others would wait for it. It may have been undone.
      if (scheduled.has(effectId)) schedule(effectId, line.nextAttemptAt(effectId))
      return
    }
    unschedule(effectId)
    const unknownRow = attempt.result === 'unknown' && (await findDecision(deps.store, effectId))
    // On a full disk, the end of the attempt may not be recorded yet, so count the checks from now.
    if (row.redraft !== null) await redrafts.follow(effectId)
    if (unknownRow) deps.rechecks.add(subjectOf({ ...unknownRow, changed_at: deps.clock.now() }, deps))
  }

  async function sweep(): Promise<void> {
    const now = deps.clock.now()
    if (now - lastSweepAt < sweepIntervalMs) return
    lastSweepAt = now
    // guard: decisions-are-counted-before-they-are-deleted
    await deps.facts
      .complete()
      .then(() => deleteOldDecisions(deps.store, now))
      .catch(() => {})
    await deps.secondReview.sweep().catch(() => {})
  }

  return {
    decide,
    list,
    listOwn,
    undo,
    dismiss,
    sendNow,
    effectOf,
    noteSettled: recordSettled,
    takeOver,
    unscheduleAll,
    close,
  }
}

export type Decisions = ReturnType<typeof createDecisions>
