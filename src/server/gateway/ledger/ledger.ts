/**
 * The ledger: everything that changes the outside world, recorded before it is sent and never sent twice (design: Commands,
 * effects, the ledger). A repeat with the same key joins the effect; two live effects on one target exclude each other; what
 * nobody can know stays `unknown` until somebody has looked. Longer than 300 lines, because recording, sending and closing of an effect
 * have to agree with each other.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Effect, type Operator, Refusal, RefusalData } from '#contract/index.ts'
import { tableChangesOf } from '#server/database/changes.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { EffectRow, Store } from '../store/store.ts'
import { answersKept, type EffectWithState, effectRows } from './effect-rows.ts'
import { presentEffect } from './effects.ts'
import { appendHistory, appendOutcome, freeTarget, insertEffect, type OpenState, release } from './history.ts'
import {
  alreadyUnderWay,
  answerGone,
  gatewayStopping,
  keyRequired,
  notRecorded,
  otherBody,
  settledSince,
  unconfirmedCommand,
} from './refusals.ts'
import type { StopSwitch } from './stop-switch.ts'
import type { Command, CommandRecord, HeldCommand, InTransaction, Outcome } from './types.ts'
import type { WriteQueue } from './write-queue.ts'

const withEffect = (refusal: Refusal, effectId: string): Refusal => new Refusal({ ...refusal.data, effectId })

/** Longest that a command waits for its place and its answer, ms. A repeat at another gateway waits for it. */
const longestExchange = 120_000
/** A notification of its end may be lost: ms between two looks. */
const pollEvery = 1_000

class TargetTaken extends Error {}

/** The database lets one of several have it, also where they are processes of their own. */
async function takeTarget(store: Store, target: string, effectId: string): Promise<void> {
  const { numInsertedOrUpdatedRows } = await store
    .insertInto('live_targets')
    .values({ target, effect_id: effectId, batch_id: null })
    .onConflict((conflict) => conflict.column('target').doNothing())
    .executeTakeFirst()
  // guard: one-effect-on-a-target
  if (Number(numInsertedOrUpdatedRows) === 0) throw new TargetTaken()
}

export function createLedger(parts: {
  store: Store
  cluster: Cluster
  secret: string
  stopSwitch: StopSwitch
  writeQueue: WriteQueue
  /** Aborted when this gateway takes nothing new. */
  stopping: AbortSignal
  clock: Clock
  log: Log
}) {
  const { store, cluster, secret, stopSwitch, writeQueue, stopping, clock, log } = parts
  /** Under way in this process, by keyed hash of the key. */
  const underWay = new Map<string, { body: string; answer: Promise<unknown> }>()
  /** Resolves with the next step of any effect, here or at another gateway. */
  let nextStep = Promise.withResolvers<void>()
  tableChangesOf(store).on(['history'], () => {
    nextStep.resolve()
    nextStep = Promise.withResolvers()
  })

  /** A keyed hash: the same for the same text, and nothing can be read from it. */
  function hash(...texts: (string | Uint8Array)[]): string {
    const hmac = createHmac('sha256', secret)
    for (const text of texts) hmac.update(`${text.length}:`).update(text)
    return hmac.digest('base64url')
  }

  /**
   * Performs a command once.
   *
   * @returns the service's answer, also for a repeat with the same key while the answer is kept (a day)
   * @throws Refusal `idempotency_key_required` 400, `idempotency_key_reused` 422, `already_under_way` 409 (names who and when),
   *   `stopped` 423, `not_recorded` 503, and whatever the service or the network refused; `sent` tells whether it can have happened
   */
  async function perform(intention: Command): Promise<unknown> {
    const { key, body } = sign(intention)
    const joined = underWay.get(key)
    // guard: repeat-joins-what-runs
    if (joined) {
      if (joined.body !== body) throw otherBody()
      return joined.answer
    }
    const answer = performNew(intention, key, body).finally(() => underWay.delete(key))
    underWay.set(key, { body, answer })
    return answer
  }

  /**
   * Records a command that is sent later. A repeat with the same key finds the effect.
   *
   * @returns the effect's id, and whether it stood already
   * @throws Refusal as `perform` before anything is sent, and what `taken` says
   */
  async function hold(intention: HeldCommand): Promise<{ effectId: string; repeated: boolean }> {
    const { key, body } = sign(intention)
    const effect = row(intention, key, body)
    const find = async () => {
      const before = await store.selectFrom('effects').select(['id', 'body']).where('key', '=', key).executeTakeFirst()
      if (before && before.body !== body) throw otherBody()
      // Ours, where the database took the record and its answer was lost.
      return before && { effectId: before.id, repeated: before.id !== effect.id }
    }
    try {
      const before = await find()
      if (before) return before
      refuseStopped(intention.endpoint)
      await record(intention, effect, () => ({ state: 'held', gateway: cluster.number, dueAt: intention.dueAt }))
    } catch (error) {
      if (error instanceof Refusal) throw error
      // The same click twice: the other one was a moment earlier.
      const before = await find().catch((again: unknown) =>
        again instanceof Refusal ? Promise.reject(again) : undefined,
      )
      if (before) return before
      if (error instanceof TargetTaken && effect.target) {
        const first = await holder(effect.target)
        if (first) throw intention.onConflict(first)
        // Let go of in this very moment: what goes with the record knows what became of it.
        return hold(intention)
      }
      log.error({ endpoint: intention.endpoint, error: String(error) }, 'an effect could not be recorded')
      throw unrecorded(effect)
    }
    return { effectId: effect.id, repeated: false }
  }

  /** Whether this operator has used the key before: then the first answer counts, whatever has changed since. */
  async function knows(operator: Operator, key: string | undefined): Promise<boolean> {
    const hashed = hash(operator.id, key ?? '')
    if (underWay.has(hashed)) return true
    const row = await store.selectFrom('effects').select('id').where('key', '=', hashed).executeTakeFirst()
    return row !== undefined
  }

  /**
   * What was answered to a key before, for what cannot be asked for in the same words once it is done; undefined: the key is new.
   *
   * @throws Refusal as a repeat of `perform`
   */
  async function answered(operator: Operator, key: string | undefined): Promise<{ answer: unknown } | undefined> {
    const hashed = hash(operator.id, key ?? '')
    const joined = underWay.get(hashed)
    if (joined) return { answer: await joined.answer }
    const before = await effectRows(store).where('e.key', '=', hashed).executeTakeFirst()
    return before && { answer: await repeat(before, before.body) }
  }

  /**
   * A check before a command that a repeat of it is spared, also where the first answer came to be during the check.
   *
   * @throws Refusal `stopped` 423 before the check, and what the check throws
   */
  async function unlessRepeated(
    { endpoint, operator, key }: Pick<CommandRecord, 'endpoint' | 'operator' | 'key'>,
    check: () => Promise<void>,
  ): Promise<void> {
    if (await knows(operator, key)) return
    try {
      refuseStopped(endpoint)
      await check()
    } catch (error) {
      if (!(await knows(operator, key))) throw error
    }
  }

  /** Waits until nothing is being sent. */
  async function drain(): Promise<void> {
    while (underWay.size > 0) await Promise.allSettled([...underWay.values()].map(({ answer }) => answer))
  }

  function sign({ key, operator, endpoint, ids, askedIds = ids, body }: CommandRecord): { key: string; body: string } {
    // guard: command-has-a-key
    if (!key || key.length > 200) throw keyRequired()
    return { key: hash(operator.id, key), body: hash(endpoint, JSON.stringify(askedIds), body) }
  }

  function row({ endpoint, ids, operator, target }: CommandRecord, key: string, body: string): EffectRow {
    return {
      id: randomUUID(),
      endpoint,
      ids: JSON.stringify(ids),
      target: target === null ? null : hash(target),
      key,
      body,
      operator_id: operator.id,
      operator: operator.name,
      at: clock.now(),
    }
  }

  /** Before anything is recorded. A repeat of what was sent before the stop still has its first answer. */
  function refuseStopped(endpoint: CommandRecord['endpoint']): void {
    // guard: stopping-gateway-begins-nothing
    if (stopping.aborted && endpoint !== 'batchCancel') throw gatewayStopping()
    const stopped = stopSwitch.refusalOf(endpoint)
    if (stopped) throw stopped
  }

  async function performNew(intention: Command, key: string, body: string): Promise<unknown> {
    const { endpoint } = intention
    const effect = row(intention, key, body)
    let recorded: number | null = null
    try {
      const before = await effectRows(store).where('e.key', '=', key).executeTakeFirst()
      // guard: repeat-has-the-first-answer
      if (before) return await repeat(before, body)
      refuseStopped(intention.endpoint)
      recorded = await open(effect, intention)
    } catch (error) {
      if (error instanceof Refusal) throw error
      // Another gateway recorded the same a moment earlier.
      const other = await effectRows(store)
        .where('e.key', '=', key)
        .where('e.id', '<>', effect.id)
        .executeTakeFirst()
        .catch(() => undefined)
      // guard: same-key-at-two-gateways-is-one
      if (other) return repeat(other, body)
      log.error({ endpoint, error: String(error) }, 'an effect could not be recorded')
      // guard: recorded-before-it-is-sent
      if (/* guard: cancel-goes-in-any-case */ !intention.always) throw unrecorded(effect, intention.onEnded)
    }
    const outcome = await send(intention, effect.id, recorded ?? cluster.number)
    const closed = close(effect, outcome, intention.reason)
    // What could not be recorded before is recorded when it can be; nobody waits for that.
    if (recorded !== null) {
      await closed
      await intention.onEnded?.(effect.id, outcome.state).catch((error: unknown) => {
        log.error({ endpoint, effectId: effect.id, error: String(error) }, 'something beside an end was not recorded')
      })
    }
    if (outcome.state === 'done') return outcome.answer
    throw withEffect(outcome.refusal, effect.id)
  }

  async function send(intention: Command, effectId: string, gateway: number): Promise<Outcome> {
    try {
      return await intention.send(effectId, gateway)
    } catch (error) {
      // A refusal that is thrown was made before anything was sent, such as a spent budget.
      if (error instanceof Refusal) return { state: 'refused', refusal: error }
      log.error({ endpoint: intention.endpoint, effectId, error: String(error) }, 'a command failed inside')
      return { state: 'unknown', refusal: unconfirmedCommand(intention.endpoint) }
    }
  }

  /**
   * Takes the target and records the effect.
   *
   * A repeatable one takes the target over from an effect that is unknown.
   */
  async function open(effect: EffectRow, command: Command): Promise<number> {
    const sending = () => ({ state: 'sending', gateway: cluster.number }) as const
    try {
      return await record(command, effect, sending)
    } catch (error) {
      if (!(error instanceof TargetTaken) || effect.target === null) throw error
      const first = await holder(effect.target)
      if (!command.repeatable || first?.state !== 'unknown') throw alreadyUnderWay(first, clock.now())
      return await record(command, effect, sending, first.id)
    }
  }

  /**
   * In one transaction, so that all of it stands or nothing. What goes with it runs last: nobody else has the target then.
   *
   * @param first its first step
   * @param from the unknown effect that gives its target up
   * @returns the number of the gateway under which it stands
   */
  function record(
    { endpoint, also }: Pick<CommandRecord, 'endpoint'> & { also?: InTransaction | undefined },
    effect: EffectRow,
    first: () => OpenState,
    from?: string,
  ): Promise<number> {
    return store.transaction().execute(async (store) => {
      await cluster.assertMember(store)
      const stopped = await stopSwitch.refusalInRecord(store, endpoint)
      if (stopped) throw stopped
      const step = first()
      await insertEffect(store, effect, step)
      if (from !== undefined) await freeTarget(store, from)
      if (effect.target !== null) await takeTarget(store, effect.target, effect.id)
      await also?.(store, effect.id)
      return step.gateway
    })
  }

  /** The live effect that holds a (hashed) target. */
  async function holder(target: string): Promise<(Effect & { batchId: string | null }) | undefined> {
    const row = await effectRows(store)
      .innerJoin('live_targets as t', 't.effect_id', 'e.id')
      .select('t.batch_id')
      .where('t.target', '=', target)
      .executeTakeFirst()
    return row && { ...presentEffect(row), batchId: row.batch_id }
  }

  /** How an effect ended that another gateway is sending; its latest step when that takes too long. */
  async function endOf(before: EffectWithState): Promise<EffectWithState> {
    const until = clock.steady() + longestExchange
    let row = before
    while (row.state === 'sending' && clock.steady() < until) {
      const next = nextStep.promise
      row = await effectRows(store).where('e.id', '=', before.id).executeTakeFirstOrThrow()
      const isElsewhere = row.state === 'sending' && (await isOfAnother(row.id))
      if (!isElsewhere) break
      await Promise.race([next, pause(pollEvery)])
    }
    return row
  }

  async function isOfAnother(effectId: string): Promise<boolean> {
    const open = await store
      .selectFrom('open_effects')
      .select('gateway')
      .where('effect_id', '=', effectId)
      .executeTakeFirst()
    return open !== undefined && open.gateway !== cluster.number
  }

  async function repeat(first: EffectWithState, body: string): Promise<unknown> {
    // guard: key-has-one-body
    if (first.body !== body) throw otherBody()
    // guard: repeat-waits-for-another-gateway
    const before = await endOf(first)
    const kept = await store.selectFrom('answers').selectAll().where('effect_id', '=', before.id).executeTakeFirst()
    // An answer that came late is the answer.
    if (before.state === 'settled' && !(before.happened === 1 && kept && kept.status < 300)) throw settledSince(before)
    if (!kept) throw answerGone(before)
    const value: unknown = JSON.parse(kept.body)
    if (kept.status < 300) return value
    throw new Refusal(RefusalData.parse(value))
  }

  /** The database broke off while it took the record, and may have it all the same. It was never sent, and that is recorded then. */
  function unrecorded({ id }: EffectRow, ended?: Command['onEnded']): Refusal {
    void writeQueue.write(async () => {
      const { state } = (await effectRows(store).where('e.id', '=', id).executeTakeFirst()) ?? {}
      if (state !== 'sending' && state !== 'held' && state !== 'unknown') return
      const step = { at: clock.now(), operator: null, reason: 'It was not recorded in time.' }
      await store.transaction().execute(async (store) => {
        if (state !== 'held') await appendOutcome(store, id, { ...step, state: 'refused' })
        else if (await release(store, id)) await appendHistory(store, id, { ...step, state: 'withdrawn' })
        else return
        await freeTarget(store, id)
      })
      // What stood with the record ends with it. Not waited for: it is written behind this.
      ended?.(id, 'refused').catch((error: unknown) => {
        log.error({ effectId: id, error: String(error) }, 'something beside an end was not recorded')
      })
    })
    return notRecorded()
  }

  async function close(effect: EffectRow, outcome: Outcome, reason: string | null = null): Promise<void> {
    const { state } = outcome
    const now = clock.now()
    const body = outcome.state === 'done' ? outcome.answer : withEffect(outcome.refusal, effect.id).data
    const status = outcome.state === 'done' ? 200 : outcome.refusal.status
    await writeQueue.write(() =>
      store.transaction().execute(async (store) => {
        const isRecorded = await store.selectFrom('effects').select('id').where('id', '=', effect.id).executeTakeFirst()
        if (!isRecorded) await insertEffect(store, effect, { state: 'sending', gateway: cluster.number })
        const { numInsertedOrUpdatedRows } = await store
          .insertInto('answers')
          .values({ effect_id: effect.id, status, body: JSON.stringify(body ?? null), at: now })
          // Written again where nobody knows whether it was: that must not fail for ever, others wait behind it.
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        if (Number(numInsertedOrUpdatedRows) === 0) return
        const isNew = await appendOutcome(store, effect.id, { state, at: now, operator: effect.operator, reason })
        await store
          .deleteFrom('answers')
          .where('at', '<', now - answersKept)
          .execute()
        if (state === 'unknown' || !isNew) return
        if (outcome.state === 'done' && outcome.batchId) {
          await store
            .updateTable('live_targets')
            .set({ batch_id: outcome.batchId })
            .where('effect_id', '=', effect.id)
            .execute()
        } else await freeTarget(store, effect.id)
      }),
    )
  }

  return {
    hash,
    perform,
    hold,
    knows,
    answered,
    unlessRepeated,
    drain,
    holder,
  }
}

export type Ledger = ReturnType<typeof createLedger>
