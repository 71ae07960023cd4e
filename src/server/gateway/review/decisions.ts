/**
 * Decisions about drafts: recorded, held so that they can be undone, then sent once (design: Review). One that is held survives a
 * closed tab, and the gateway that holds it: another one sends it at its time, or this one after a restart. One whose answer was lost is
 * settled by reading the conversation, never by sending again (reliability R04, R07, R09). Longer than 300 lines, so that the life of a
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
import { createSource, dependsOn, dependsOnTime } from '#server/database/dependencies.ts'
import { isDatabaseFault } from '#server/database/faults.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Rechecks } from '../ledger/recheck.ts'
import { gatewayStopping } from '../ledger/refusals.ts'
import { conversationRead } from '../registry/conversations.ts'
import { dateOf, steadyOf } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import { createMemo } from '../shared/memo.ts'
import { notFound, refusal } from '../shared/refusals.ts'
import type { Requester } from '../shared/requester.ts'
import type { Claims } from './claims.ts'
import { aboutOf, type Bound, messageIn, refuseDecided, whatChanged } from './decision-check.ts'
import {
  addDecision,
  currentEffect,
  type DecisionRow,
  decisionOf,
  decisionsAt,
  dismiss as dismissOutcome,
  findDecision,
  forgetDecisions,
  holdAgain,
  isOver,
  lastAction,
  noteOutcome,
  presentDecision,
  recentDecisions,
  untoldUnknown,
  withdraw,
} from './decision-store.ts'
import { noteUnconfirmed, releaseHeld, rescheduleHeld, takeHeld } from './held-decisions.ts'
import { approves, stateOfSettled, subjectOf } from './recheck-decision.ts'
import {
  alreadyDecided,
  checkWords,
  interrupted,
  notYours,
  ofEffect,
  recordedBefore,
  tooLate,
  unconfirmed,
  undoNotRecorded,
  wasUndone,
} from './refusals.ts'
import { createSending, NotSent, type SendingParts } from './send-decision.ts'

type Wanted = ParsedBodyOf<Contract['decisionMake']>

interface By {
  operator: Operator
  key: string | undefined
  who: Requester
  workspace: string
}

type Parts = SendingParts & { ledger: Ledger; claims: Claims; log: Log; rechecks: Rechecks; stopping: AbortSignal }

type Step = Parameters<typeof withdraw>[2]
const unrecorded = 'It was not recorded in time.'

/** How long final ones stay in the list, ms. */
const lingers = 3 * 60_000
/** When the disk takes nothing, it is tried again after this, ms. */
const recordPause = 5_000
/** Whether a decision that another gateway held has passed to this one is looked at after this, ms, when the answer was lost. */
const passedPause = 1_000
const notWithdrawnYet =
  'This was withdrawn, but that could not be recorded yet, so it may still be sent. It is tried again.'
const sweepEvery = 3_600_000
/** An undo that cannot be recorded is tried for so long before that is told, ms. */
const undoPatience = 1_000
/** A held decision whose gateway ended is sent so much after its time at the latest, ms; then it goes back to its owner. */
const latestMs = 60_000
/** Longest hold, ms, however the clock was set since it began. */
const longestHold = 30_000

/** A held decision that this gateway sends. */
interface Waiting {
  /** As it was when it was made: known also while the database is away. */
  row: DecisionRow | undefined
  /** When its hold ends, by the steady clock. */
  at: number
  delayed: string
  timer: NodeJS.Timeout
}

export function createDecisions(parts: Parts) {
  const waiting = new Map<string, Waiting>()
  const sending = new Map<string, Promise<void>>()
  /** Withdrawn, but not recorded yet. */
  const undone = new Set<string>()
  /** Being sent: too late to undo, whether or not that can be read now. */
  const begun = new Set<string>()
  /** Not sent, though they may be recorded as being sent: the database broke off while that was recorded. */
  const unsent = new Set<string>()
  /** Changes with what is held here and not in the table. */
  const held = createSource()
  let swept = 0
  let closed = false
  const send: ReturnType<typeof createSending> = createSending(parts)
  parts.rechecks.addSource(async (effectIds) =>
    (await decisionsAt(parts.store, effectIds)).map((row) => subjectOf(row, parts)),
  )
  // One gateway has each of them; those who come too late find none.
  parts.cluster.subscribe('heldReleased', () => {
    if (!closed)
      takeOver([]).catch((error: unknown) =>
        parts.log.error({ error: String(error) }, 'held decisions of another gateway could not be taken over'),
      )
  })

  /**
   * Decides about a draft. Answers at once: the decision is held.
   *
   * @throws Refusal 409 `already_decided` (names who and when) and `changed`, 400 when an edit has no text, and everything that
   *   `Ledger.hold` refuses
   */
  async function make(wanted: Wanted, { operator, key, who, workspace }: By): Promise<Decision> {
    const { conversationId, messageId, action, editedMessage, textHash, lastInbound, holdSeconds } = wanted
    checkWords(action, editedMessage)
    const { clock, ledger, claims, cluster } = parts
    const params = { conversationId, messageId }
    const target = conversationEndpoints.messageAction.effect.target({ params, body: null })
    await readUnknown(target)
    const asked = clock.now()
    const conversation = await known(conversationId, workspace, who)
    const seen = { messageId, textHash, lastInbound }
    await ledger.checkUnlessRepeated({ endpoint: 'messageAction', operator, key }, () =>
      refuseEarly(conversation, seen, asked),
    )
    const { phone, email } = conversation.customer
    const decided = {
      workspace,
      conversation_id: conversationId,
      message_id: messageId,
      action,
      edited_message: editedMessage ?? null,
      text_hash: textHash,
      last_inbound: lastInbound ?? '',
      sends_to: phone ?? email,
    }
    const holdMs = holdSeconds * 1000
    const sendsAt = clock.steady() + holdMs
    const asRecorded = (effectId: string): DecisionRow => ({
      ...decided,
      effect_id: effectId,
      second_id: null,
      held: 1,
      sent: null,
      refusal: null,
      dismissed: 0,
      state: 'held',
      happened: null,
      changed_at: clock.now(),
      operator: operator.name,
      operator_id: operator.id,
      gateway: cluster.number,
      due_at: dateOf(clock, sendsAt),
      delayed: null,
    })
    const { effectId, repeated } = await ledger.hold({
      endpoint: 'messageAction',
      ids: { conversationId, messageId, action },
      target,
      key,
      body: JSON.stringify([editedMessage ?? null, textHash, lastInbound]),
      operator,
      // As this gateway shows it too: a page whose polls go to several is told the same.
      dueAt: dateOf(clock, sendsAt),
      onConflict: (first) => alreadyDecided(ofEffect(first), clock.now()),
      inTransaction: async (store, effectId) => {
        // A colleague may have taken the target, sent, and let it go since the first look.
        await refuseDecided(store, messageId, { asked, now: clock.now() })
        await addDecision(store, { ...decided, effect_id: effectId })
      },
    })
    if (!repeated) {
      wait(effectId, sendsAt)
      await claims.release({ conversationId, messageId }, operator.id).catch(() => {})
      await sweep()
    }
    const made = await find(effectId).catch((error: unknown) => {
      if (!isDatabaseFault(error)) throw error
      // guard: recorded-decision-is-told
      if (!repeated) return asRecorded(effectId)
      throw recordedBefore(effectId)
    })
    const hold = waiting.get(effectId)
    if (hold) hold.row = made
    return present(made)
  }

  /** One reading of the table for everybody who asks. */
  const recent = createMemo(parts, async (workspace: string) => {
    const { store, clock } = parts
    const since = clock.now() - lingers
    const rows = await recentDecisions(store, workspace, since)
    for (const row of rows)
      if (isOver(row) && row.changed_at > since) dependsOnTime(steadyOf(clock, row.changed_at + lingers))
    return rows.map((row) => ({ row, isLate: isOver(row) && row.changed_at <= since }))
  })

  /**
   * Live ones of everybody, those that ended lately, and an operator's own that went wrong; the latest first.
   *
   * @param operatorId null: nobody's own
   */
  async function list(workspace: string, operatorId: string | null): Promise<Decision[]> {
    dependsOn(held)
    const rows = await recent.value(workspace)
    return rows.filter(({ row, isLate }) => !isLate || row.operator_id === operatorId).map(({ row }) => present(row))
  }

  /**
   * Withdraws a held decision.
   *
   * @throws Refusal 409 `too_late` once it is being sent; 503 `undo_not_recorded` when it is not sent by this process, and after a
   *   restart may be; 403 when it is a colleague's; 404
   */
  async function undo(effectId: string, operator: Operator): Promise<Decision> {
    const { clock } = parts
    const row = await own(effectId, operator)
    const step = { at: clock.now(), operator: operator.name, reason: null }
    const isHeld = row.state === 'held' || (unsent.has(effectId) && !sending.has(effectId))
    try {
      await withdrawHeld(effectId, step)
    } catch {
      // It is not sent, whether or not that can be recorded now; unless it went out a moment ago.
      if (!isHeld || begun.has(effectId)) throw tooLate({ ...row, state: row.state === 'held' ? 'sending' : row.state })
      const recorded = takeBack(effectId, step, null).then(() => !undone.has(effectId))
      // Another gateway, or this one after a restart, may send what is not recorded as undone: nobody can promise that it is not sent.
      // guard: undo-is-recorded-before-it-is-told
      if (!(await Promise.race([recorded, pause(undoPatience, false)]))) throw undoNotRecorded(effectId)
    }
    const after = await find(effectId)
    if (after.state !== 'withdrawn' && after.state !== 'refused') throw tooLate(after)
    forget(effectId)
    unsent.delete(effectId)
    return present(after)
  }

  /** Its owner dismisses its outcome, and it is no longer listed. @throws Refusal 403 when it is a colleague's; 404 */
  async function dismiss(effectId: string, operator: Operator): Promise<boolean> {
    const row = await find(effectId)
    if (row.operator_id !== operator.id) throw notYours(row.operator)
    return dismissOutcome(parts.store, row)
  }

  /** Ends the hold now, whichever gateway has it. @throws Refusal 409 when it was undone; 403, 404; 503 while this gateway stops */
  async function sendNow(effectId: string, operator: Operator): Promise<Decision> {
    if (parts.stopping.aborted) throw gatewayStopping()
    const row = await own(effectId, operator)
    if (row.state === 'withdrawn' || undone.has(effectId)) throw wasUndone(effectId)
    if (row.state !== 'held') return present(row)
    const { store, cluster, clock } = parts
    const now = { gateway: cluster.number, due_at: clock.now(), delayed: null }
    const isHeld = await rescheduleHeld(store, effectId, now).catch((error: unknown) => {
      if (waiting.has(effectId)) return true
      // It may be this gateway's now, and nobody else would send it.
      wait(effectId, passedPause)
      throw error
    })
    if (isHeld) wait(effectId, clock.steady())
    return present(isHeld ? { ...row, ...now } : await find(effectId))
  }

  /** The effect in the ledger that a decision has come to; whatever is no decision stays what it is. */
  async function effectOf(effectId: string): Promise<string> {
    const row = await findDecision(parts.store, effectId)
    return row ? currentEffect(row) : effectId
  }

  /** Somebody settled the effect by hand. */
  async function noteSettled(effectId: string, happened: boolean): Promise<void> {
    const { store } = parts
    const row = await decisionOf(store, effectId)
    if (!row) return
    const outcome = stateOfSettled(row, { happened, sent: happened && approves(row) })
    await noteOutcome(store, row.effect_id, outcome)
  }

  /**
   * What gateways that are gone held is sent at its time by this one, or goes back to its owner when that is over for too long. Call it
   * after `Effects.takeOver`.
   *
   * @param numbers as `Cluster.onTakeOver` gives them
   */
  async function takeOver(numbers: readonly number[]): Promise<void> {
    const { store, cluster, writeQueue } = parts
    if (closed) return
    const held = await store.transaction().execute(async (store) => {
      await cluster.assertMember(store)
      return takeHeld(store, cluster.number, numbers)
    })
    for (const one of held) if (!waiting.has(one.effect_id) && !sending.has(one.effect_id)) await resume(one)
    for (const row of await untoldUnknown(store))
      await writeQueue.write(() => noteUnconfirmed(store, row.effect_id, unconfirmed(lastAction(row))))
    await sweep()
  }

  async function resume({ effect_id, due_at, delayed }: Awaited<ReturnType<typeof takeHeld>>[number]): Promise<void> {
    const { store, clock } = parts
    const left = (due_at ?? 0) - clock.now()
    // guard: late-decision-goes-back
    if (left < -latestMs) {
      const step = { at: clock.now(), operator: null, reason: 'Switchboard was interrupted.' }
      return void (await withdraw(store, effect_id, step, interrupted()).catch(() =>
        takeBack(effect_id, step, interrupted()),
      ))
    }
    wait(effect_id, Math.min(steadyOf(clock, due_at ?? 0), clock.steady() + longestHold), delayed ?? '')
  }

  /** Another gateway has taken over: it sends what this one held. */
  function fenced(): void {
    for (const effectId of waiting.keys()) forget(effectId)
  }

  /** Leaves what is held to other gateways, also what is only being read again, and waits for what is being sent. */
  async function close(): Promise<void> {
    if (closed) return void (await Promise.allSettled(sending.values()))
    closed = true
    const { store, cluster } = parts
    for (const effectId of waiting.keys()) forget(effectId)
    // Where it cannot be recorded now, this gateway's silence tells them.
    const released = await releaseHeld(store, cluster.number).catch(() => [])
    if (released.length > 0) cluster.publish('heldReleased', {})
    // What is only being read again is not waited for.
    for (const effectId of released) sending.delete(effectId)
    await Promise.allSettled(sending.values())
  }

  /** Reads an earlier unknown decision about the message again first: its outcome may be known by now. */
  async function readUnknown(target: string): Promise<void> {
    const { ledger, rechecks } = parts
    const holder = await ledger.findTargetHolder(ledger.hash(target)).catch(() => undefined)
    if (holder?.state === 'unknown') await rechecks.checkNow(holder.id)
  }

  async function withdrawHeld(effectId: string, step: Step, told: Refusal | null = null): Promise<boolean> {
    const { store, cluster } = parts
    if (unsent.has(effectId) && !sending.has(effectId)) {
      // From here on it is not tried.
      forget(effectId)
      await holdAgain(store, effectId, { at: step.at, reason: unrecorded, gateway: cluster.number }, interrupted())
    }
    return withdraw(store, effectId, step, told)
  }

  /** It is not sent any more. That is recorded as soon as it can be. */
  function takeBack(effectId: string, step: Step, told: Refusal | null): Promise<void> {
    const { writeQueue } = parts
    forget(effectId)
    undone.add(effectId)
    held.changed()
    return writeQueue.write(async () => {
      await withdrawHeld(effectId, step, told)
      undone.delete(effectId)
      held.changed()
      unsent.delete(effectId)
    })
  }

  /** From now on it is too late. @returns false: it was taken back, and must not be sent */
  function begin(effectId: string): boolean {
    if (undone.has(effectId)) return false
    unsent.delete(effectId)
    begun.add(effectId)
    return true
  }

  /** What is known of the conversation; read only where there is nothing. */
  async function known(id: string, workspace: string, who: Requester): Promise<Conversation> {
    const { conversations, snapshots } = parts
    const known = conversations.find(workspace, id)?.conversation
    if (known) return known
    const { snapshot } = await snapshots.get(conversationRead(id, workspace), who)
    if (snapshot.refusal) throw refusal(snapshot.refusal)
    return snapshot.data as Conversation
  }

  /** What can be known before anything is recorded. */
  async function refuseEarly(conversation: Conversation, seen: Bound, asked: number): Promise<void> {
    await refuseDecided(parts.store, seen.messageId, { asked, now: parts.clock.now() })
    if (!messageIn(conversation, seen.messageId))
      throw notFound('The service does not have this message. Nothing was sent.')
    const problem = whatChanged(conversation, seen)
    if (problem) throw problem
  }

  async function find(effectId: string): Promise<DecisionRow> {
    const row = await findDecision(parts.store, effectId)
    if (!row) throw notFound('There is no such decision, or it ended more than a day ago.')
    return row
  }

  async function own(effectId: string, operator: Operator): Promise<DecisionRow> {
    const row = await find(effectId).catch((error: unknown) => {
      const known = waiting.get(effectId)?.row
      if (known && isDatabaseFault(error)) return known
      throw error
    })
    // guard: decision-is-its-reviewers
    if (row.operator_id !== operator.id && !operator.roles.includes('admin')) throw notYours(row.operator)
    return row
  }

  function present(row: DecisionRow): Decision {
    // Another gateway, or the next start, goes by what is recorded.
    if (undone.has(row.effect_id)) row = { ...row, delayed: notWithdrawnYet }
    const hold = row.gateway === parts.cluster.number ? waiting.get(row.effect_id) : undefined
    const delayed = hold?.delayed ?? row.delayed ?? ''
    const known = parts.conversations.find(row.workspace, row.conversation_id)
    return {
      ...presentDecision(row, {
        sendsAt: delayed !== '' ? null : hold ? dateOf(parts.clock, hold.at) : row.due_at,
        delayed,
      }),
      ...aboutOf(row, known?.conversation ?? null),
      ...parts.rechecks.checkTimesOf(currentEffect(row)),
    }
  }

  /** @param at steady ms */
  function wait(effectId: string, at: number, delayed = ''): void {
    const row = waiting.get(effectId)?.row
    forget(effectId)
    if (closed) return
    const timer = setTimeout(() => end(effectId), Math.max(0, at - parts.clock.steady()))
    timer.unref()
    waiting.set(effectId, { row, at, delayed, timer })
    held.changed()
  }

  function forget(effectId: string): void {
    clearTimeout(waiting.get(effectId)?.timer)
    waiting.delete(effectId)
    held.changed()
  }

  function end(effectId: string): void {
    if (sending.has(effectId)) return
    const failed = (error: unknown) => {
      parts.log.error({ effectId, error: String(error) }, 'a decision could not be recorded')
      wait(
        effectId,
        parts.clock.steady() + recordPause,
        'This could not be recorded, so it was not sent yet. It is tried again.',
      )
    }
    const ended = attempt(effectId)
      .catch(failed)
      .finally(() => {
        sending.delete(effectId)
        begun.delete(effectId)
      })
    sending.set(effectId, ended)
  }

  async function attempt(effectId: string): Promise<void> {
    const { store, cluster, clock } = parts
    if (unsent.has(effectId))
      await holdAgain(store, effectId, { at: clock.now(), reason: unrecorded, gateway: cluster.number }, interrupted())
    const row = await find(effectId)
    if (row.state !== 'held' || row.gateway !== cluster.number || undone.has(effectId)) {
      unsent.delete(effectId)
      return forget(effectId)
    }
    const attempt = await send(row, () => begin(effectId)).catch((error: unknown) => {
      if (error instanceof NotSent) unsent.add(effectId)
      throw error
    })
    unsent.delete(effectId)
    if (attempt.end === 'later') {
      const seconds = Math.ceil(attempt.wait / 1000)
      const delayed = `The request limit is used up. This goes by itself as soon as it may, in about ${seconds} s.`
      // Undone while it was being tried: then there is nothing to wait for.
      if (!waiting.has(effectId)) return
      wait(effectId, clock.steady() + attempt.wait, delayed)
      const schedule = { due_at: clock.now() + Math.round(attempt.wait), delayed }
      return void (await rescheduleHeld(store, effectId, schedule).catch(() => {}))
    }
    forget(effectId)
    const unknown = attempt.end === 'unknown' && (await findDecision(parts.store, effectId))
    // On a full disk its end may not be recorded yet: it is unknown from now on.
    if (unknown) parts.rechecks.add(subjectOf({ ...unknown, changed_at: parts.clock.now() }, parts))
  }

  async function sweep(): Promise<void> {
    const now = parts.clock.now()
    if (now - swept < sweepEvery) return
    swept = now
    await forgetDecisions(parts.store, now).catch(() => {})
  }

  return {
    make,
    list,
    undo,
    dismiss,
    sendNow,
    effectOf,
    noteSettled,
    takeOver,
    fenced,
    close,
  }
}

export type Decisions = ReturnType<typeof createDecisions>
