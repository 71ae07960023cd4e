/**
 * Decisions about drafts: recorded, held so that they can be undone, then sent once (design: Review). One that is held survives a
 * closed tab; after a crash it goes back unsent. One whose answer was lost is settled by reading the conversation, never by sending
 * again (reliability R04, R07, R09). Longer than 300 lines, so that the life of a decision can be read in one place.
 */
import {
  type Contract,
  type Conversation,
  conversationEndpoints,
  type Decision,
  type Operator,
  type ParsedBodyOf,
  type Refusal,
} from '#contract/index.ts'
import { isDatabaseFault } from '#server/database/faults.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Rechecks } from '../ledger/recheck.ts'
import { conversationRead } from '../registry/conversations.ts'
import type { Log } from '../shared/log.ts'
import { notFound, refusal } from '../shared/refusals.ts'
import type { Who } from '../shared/who.ts'
import type { Claims } from './claims.ts'
import { aboutOf, type Bound, messageIn, refuseDecided, whatChanged } from './decision-check.ts'
import {
  addDecision,
  currentEffect,
  type DecisionRow,
  decisionOf,
  decisionsIn,
  dismiss,
  findDecision,
  forgetDecisions,
  holdAgain,
  lastAction,
  noteOutcome,
  presentDecision,
  recentDecisions,
  withdraw,
} from './decision-store.ts'
import { approves, settledAs, subjectOf } from './recheck-decision.ts'
import {
  alreadyDecided,
  checkWords,
  interrupted,
  notYours,
  ofEffect,
  tooLate,
  unconfirmed,
  wasUndone,
} from './refusals.ts'
import { createSending, NotSent, type SendingParts } from './send-decision.ts'

type Wanted = ParsedBodyOf<Contract['decisionMake']>

interface By {
  operator: Operator
  key: string | undefined
  who: Who
  workspace: string
}

type Parts = SendingParts & { ledger: Ledger; claims: Claims; log: Log; rechecks: Rechecks }

type Step = Parameters<typeof withdraw>[2]
const unrecorded = 'It was not recorded in time.'

/** How long final ones stay in the list, ms. */
const lingers = 3 * 60_000
/** When the disk takes nothing, it is tried again after this, ms. */
const recordPause = 5_000
const sweepEvery = 3_600_000

interface Waiting {
  /** As it was when it was made: known also while the database is away. */
  row: DecisionRow | undefined
  /** When its hold ends, by the steady clock. */
  at: number
  delayed: string
  timer: NodeJS.Timeout
}

export class Decisions {
  #waiting = new Map<string, Waiting>()
  #sending = new Map<string, Promise<void>>()
  /** Withdrawn, but not recorded yet; each with what its owner is told. */
  #undone = new Map<string, Refusal | null>()
  /** Being sent: too late to undo, whether or not that can be read now. */
  #begun = new Set<string>()
  /** Not sent, though they may be recorded as being sent: the database broke off while that was recorded. */
  #unsent = new Set<string>()
  #swept = 0
  #closed = false
  readonly #parts: Parts
  readonly #send: ReturnType<typeof createSending>

  constructor(parts: Parts) {
    this.#parts = parts
    this.#send = createSending(parts)
  }

  /**
   * Decides about a draft. Answers at once: the decision is held.
   *
   * @throws Refusal 409 `already_decided` (names who and when) and `changed`, 400 when an edit has no text, and everything that
   *   `Ledger.hold` refuses
   */
  async make(wanted: Wanted, { operator, key, who, workspace }: By): Promise<Decision> {
    const { conversationId, messageId, action, editedMessage, textHash, lastInbound, holdSeconds } = wanted
    checkWords(action, editedMessage)
    const { clock, ledger, claims } = this.#parts
    const params = { conversationId, messageId }
    const target = conversationEndpoints.messageAction.effect.target({ params, body: null })
    await this.#readUnknown(target)
    const asked = clock.now()
    const conversation = await this.#known(conversationId, workspace, who)
    const seen = { messageId, textHash, lastInbound }
    await ledger.unlessRepeated(operator, key, () => this.#refuseEarly(conversation, seen, asked))
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
    const { effectId, repeated } = await ledger.hold({
      endpoint: 'messageAction',
      ids: { conversationId, messageId, action },
      target,
      key,
      body: JSON.stringify([editedMessage ?? null, textHash, lastInbound]),
      operator,
      taken: (first) => alreadyDecided(ofEffect(first), clock.now()),
      also: async (store, effectId) => {
        // A colleague may have taken the target, sent, and let it go since the first look.
        await refuseDecided(store, messageId, { asked, now: clock.now() })
        await addDecision(store, { ...decided, effect_id: effectId })
      },
    })
    if (!repeated) {
      this.#wait(effectId, holdSeconds * 1000)
      await claims.release({ conversationId, messageId }, operator.id).catch(() => {})
      await this.#sweep()
    }
    const made = await this.#find(effectId)
    const waiting = this.#waiting.get(effectId)
    if (waiting) waiting.row = made
    return this.#present(made, operator.id)
  }

  /** Live ones of everybody, those that ended lately, and this operator's own that went wrong; the latest first. */
  async list(workspace: string, operatorId: string): Promise<Decision[]> {
    const { store, clock } = this.#parts
    const rows = await recentDecisions(store, workspace, { since: clock.now() - lingers, operatorId })
    return rows.map((row) => this.#present(row, operatorId))
  }

  /**
   * Withdraws a held decision.
   *
   * @throws Refusal 409 `too_late` once it is being sent; 403 when it is a colleague's; 404
   */
  async undo(effectId: string, operator: Operator): Promise<Decision> {
    const { clock } = this.#parts
    const row = await this.#own(effectId, operator)
    const step = { at: clock.now(), operator: operator.name, reason: null }
    const isHeld = row.state === 'held' || (this.#unsent.has(effectId) && !this.#sending.has(effectId))
    try {
      await this.#withdraw(effectId, step)
    } catch {
      // It is not sent, whether or not that can be recorded now; unless it went out a moment ago.
      if (!isHeld || this.#begun.has(effectId))
        throw tooLate({ ...row, state: row.state === 'held' ? 'sending' : row.state })
      this.#takeBack(effectId, step, null)
      return this.#present({ ...row, state: 'held' }, operator.id)
    }
    const after = await this.#find(effectId)
    if (after.state !== 'withdrawn' && after.state !== 'refused') throw tooLate(after)
    this.#forget(effectId)
    this.#unsent.delete(effectId)
    return this.#present(after, operator.id)
  }

  /** Its owner dismisses its outcome, and it is no longer listed. @throws Refusal 403 when it is a colleague's; 404 */
  async dismiss(effectId: string, operator: Operator): Promise<boolean> {
    const row = await this.#find(effectId)
    if (row.operator_id !== operator.id) throw notYours(row.operator)
    return dismiss(this.#parts.store, row)
  }

  /** Ends the hold now. @throws Refusal 409 when it was undone; 403, 404 */
  async sendNow(effectId: string, operator: Operator): Promise<Decision> {
    const row = await this.#own(effectId, operator)
    if (row.state === 'withdrawn' || this.#undone.has(effectId)) throw wasUndone(effectId)
    if (row.state === 'held') this.#wait(effectId, 0)
    return this.#present(row, operator.id)
  }

  /** The effect in the ledger that a decision has come to; whatever is no decision stays what it is. */
  async effectOf(effectId: string): Promise<string> {
    const row = await findDecision(this.#parts.store, effectId)
    return row ? currentEffect(row) : effectId
  }

  /** Somebody settled the effect by hand. */
  async noteSettled(effectId: string, happened: boolean): Promise<void> {
    const { store } = this.#parts
    const row = await decisionOf(store, effectId)
    if (!row) return
    const outcome = settledAs(row, { happened, sent: happened && approves(row) })
    await noteOutcome(store, row.effect_id, outcome)
  }

  /** After a start: what was held goes back unsent, what is unknown is looked at. Call once, after `Effects.recover`. */
  async recover(): Promise<void> {
    const { store, clock, endings } = this.#parts
    const step = { at: clock.now(), operator: null, reason: 'Switchboard was interrupted.' }
    for (const { effect_id } of await decisionsIn(store, 'held'))
      await withdraw(store, effect_id, step, interrupted('restarted')).catch(() =>
        this.#takeBack(effect_id, step, interrupted('restarted')),
      )
    for (const row of await decisionsIn(store, 'unknown')) {
      if (row.refusal === null)
        await endings.write(() => noteOutcome(store, row.effect_id, { refusal: unconfirmed(lastAction(row)) }))
      this.#parts.rechecks.add(subjectOf(row, this.#parts))
    }
    await this.#sweep()
  }

  /** Withdraws what is held, also what is only being read again, and waits for what is being sent. */
  async close(): Promise<void> {
    this.#closed = true
    const { clock } = this.#parts
    const step = { at: clock.now(), operator: null, reason: 'Switchboard was stopped.' }
    const held = [...this.#waiting.keys()]
    for (const effectId of held) this.#forget(effectId)
    for (const effectId of held)
      if (await this.#withdraw(effectId, step, interrupted('stopped')).catch(() => false))
        this.#sending.delete(effectId)
    await Promise.allSettled(this.#sending.values())
  }

  /** Reads an earlier unknown decision about the message again first: its outcome may be known by now. */
  async #readUnknown(target: string): Promise<void> {
    const { ledger, rechecks } = this.#parts
    const holder = await ledger.holder(ledger.hash(target)).catch(() => undefined)
    if (holder?.state === 'unknown') await rechecks.now(holder.id)
  }

  async #withdraw(effectId: string, step: Step, told: Refusal | null = null): Promise<boolean> {
    const { store } = this.#parts
    if (this.#unsent.has(effectId) && !this.#sending.has(effectId)) {
      // From here on it is not tried.
      this.#forget(effectId)
      await holdAgain(store, effectId, { at: step.at, reason: unrecorded })
    }
    return withdraw(store, effectId, step, told)
  }

  /** It is not sent any more. That is recorded as soon as it can be. */
  #takeBack(effectId: string, step: Step, told: Refusal | null): void {
    const { endings } = this.#parts
    this.#forget(effectId)
    this.#undone.set(effectId, told)
    void endings.write(async () => {
      await this.#withdraw(effectId, step, told)
      this.#undone.delete(effectId)
      this.#unsent.delete(effectId)
    })
  }

  /** From now on it is too late. @returns false: it was taken back, and must not be sent */
  #begin(effectId: string): boolean {
    if (this.#undone.has(effectId)) return false
    this.#unsent.delete(effectId)
    this.#begun.add(effectId)
    return true
  }

  /** What is known of the conversation; read only where there is nothing. */
  async #known(id: string, workspace: string, who: Who): Promise<Conversation> {
    const { conversations, snapshots } = this.#parts
    const known = conversations.find(workspace, id)?.conversation
    if (known) return known
    const { snapshot } = await snapshots.get(conversationRead(id, workspace), who)
    if (snapshot.refusal) throw refusal(snapshot.refusal)
    return snapshot.data as Conversation
  }

  /** What can be known before anything is recorded. */
  async #refuseEarly(conversation: Conversation, seen: Bound, asked: number): Promise<void> {
    await refuseDecided(this.#parts.store, seen.messageId, { asked, now: this.#parts.clock.now() })
    if (!messageIn(conversation, seen.messageId))
      throw notFound('The service does not have this message. Nothing was sent.')
    const problem = whatChanged(conversation, seen)
    if (problem) throw problem
  }

  async #find(effectId: string): Promise<DecisionRow> {
    const row = await findDecision(this.#parts.store, effectId)
    if (!row) throw notFound('There is no such decision, or it ended more than a day ago.')
    return row
  }

  async #own(effectId: string, operator: Operator): Promise<DecisionRow> {
    const row = await this.#find(effectId).catch((error: unknown) => {
      const known = this.#waiting.get(effectId)?.row
      if (known && isDatabaseFault(error)) return known
      throw error
    })
    // guard: decision-is-its-reviewers
    if (row.operator_id !== operator.id && !operator.roles.includes('admin')) throw notYours(row.operator)
    return row
  }

  #present(row: DecisionRow, operatorId: string): Decision {
    const told = this.#undone.get(row.effect_id)
    if (told !== undefined && row.state === 'held')
      row = { ...row, state: 'withdrawn', refusal: told && JSON.stringify(told.data) }
    const waiting = this.#waiting.get(row.effect_id)
    const left = waiting ? (waiting.at - this.#parts.clock.steady()) / 1000 : 0
    const known = this.#parts.conversations.find(row.workspace, row.conversation_id)
    return {
      ...presentDecision(row, operatorId, { seconds: Math.max(0, left), delayed: waiting?.delayed ?? '' }),
      ...aboutOf(row, known?.conversation ?? null),
      ...this.#parts.rechecks.of(currentEffect(row)),
    }
  }

  #wait(effectId: string, ms: number, delayed = ''): void {
    const row = this.#waiting.get(effectId)?.row
    this.#forget(effectId)
    if (this.#closed) return
    const timer = setTimeout(() => this.#end(effectId), ms)
    timer.unref()
    // What is delayed has no time of its own any more.
    const at = this.#parts.clock.steady() + (delayed === '' ? ms : 0)
    this.#waiting.set(effectId, { row, at, delayed, timer })
  }

  #forget(effectId: string): void {
    clearTimeout(this.#waiting.get(effectId)?.timer)
    this.#waiting.delete(effectId)
  }

  #end(effectId: string): void {
    if (this.#sending.has(effectId)) return
    const failed = (error: unknown) => {
      this.#parts.log.error({ effectId, error: String(error) }, 'a decision could not be recorded')
      this.#wait(effectId, recordPause, 'This could not be recorded, so it was not sent yet. It is tried again.')
    }
    const sending = this.#attempt(effectId)
      .catch(failed)
      .finally(() => {
        this.#sending.delete(effectId)
        this.#begun.delete(effectId)
      })
    this.#sending.set(effectId, sending)
  }

  async #attempt(effectId: string): Promise<void> {
    const { store, clock } = this.#parts
    if (this.#unsent.has(effectId)) await holdAgain(store, effectId, { at: clock.now(), reason: unrecorded })
    const row = await this.#find(effectId)
    if (row.state !== 'held' || this.#undone.has(effectId)) return this.#forget(effectId)
    const attempt = await this.#send(row, () => this.#begin(effectId)).catch((error: unknown) => {
      if (error instanceof NotSent) this.#unsent.add(effectId)
      throw error
    })
    this.#unsent.delete(effectId)
    if (attempt.end === 'later') {
      const seconds = Math.ceil(attempt.wait / 1000)
      const delayed = `The request limit is used up. This goes by itself as soon as it may, in about ${seconds} s.`
      // Undone while it was being tried: then there is nothing to wait for.
      if (this.#waiting.has(effectId)) this.#wait(effectId, attempt.wait, delayed)
      return
    }
    this.#forget(effectId)
    const unknown = attempt.end === 'unknown' && (await findDecision(this.#parts.store, effectId))
    // On a full disk its end may not be recorded yet: it is unknown from now on.
    if (unknown) this.#parts.rechecks.add(subjectOf({ ...unknown, changed_at: this.#parts.clock.now() }, this.#parts))
  }

  async #sweep(): Promise<void> {
    const now = this.#parts.clock.now()
    if (now - this.#swept < sweepEvery) return
    this.#swept = now
    await forgetDecisions(this.#parts.store, now).catch(() => {})
  }
}
