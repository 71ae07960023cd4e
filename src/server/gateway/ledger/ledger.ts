/**
 * The ledger records every command for the service before it is sent, and never sends it twice (design: Commands, effects, the ledger). A
 * recorded command is an effect. A repeat with the same key joins the effect. Two live effects on one target exclude each other. An unclear
 * outcome stays `unknown` until a read or a person settles it.
 */
import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Effect, type Operator, Refusal, RefusalData } from '#contract/index.ts'
import { tableChangesOf } from '#server/database/changes.ts'
import type { Core } from '../cluster/core.ts'
import type { Store } from '../store/store.ts'
import type { EffectRow } from '../store/tables/ledger.ts'
import { answerTtlMs, type EffectWithState, effectRows } from './effect-rows.ts'
import { presentEffect } from './effects.ts'
import { appendHistory, appendOutcome, insertEffect, type OpenStep, releaseHold, releaseTarget } from './history.ts'
import {
  alreadySettled,
  alreadyUnderWay,
  answerExpired,
  gatewayStopping,
  keyRequired,
  keyReused,
  notRecorded,
  unconfirmedCommand,
} from './refusals.ts'
import type { StopSwitch } from './stop-switch.ts'
import type { Command, CommandRecord, HeldCommand, InTransaction, Outcome } from './types.ts'
import type { WriteQueue } from './write-queue.ts'

const withEffect = (refusal: Refusal, effectId: string): Refusal => new Refusal({ ...refusal.data, effectId })

/** Longest time that a command waits for its slot and its answer, ms. A repeat at another gateway waits this long for the outcome. */
const maxExchangeMs = 120_000
/** A waiting repeat also polls at this interval, because change notifications can be lost, ms. */
const pollIntervalMs = 1_000

/** Another live effect holds the target. */
class TargetTaken extends Error {}

/** Takes the target for an effect. The database lets only one of several concurrent effects take it, also across processes. */
async function takeTarget(store: Store, target: string, effectId: string): Promise<void> {
  const { numInsertedOrUpdatedRows } = await store
    .insertInto('live_targets')
    .values({ target, effect_id: effectId, batch_id: null })
    .onConflict((conflict) => conflict.column('target').doNothing())
    .executeTakeFirst()
  // guard: one-effect-on-a-target
  if (Number(numInsertedOrUpdatedRows) === 0) throw new TargetTaken()
}

export function createLedger(
  deps: Pick<Core, 'store' | 'cluster' | 'clock' | 'log'> & {
    secret: string
    stopSwitch: StopSwitch
    writeQueue: WriteQueue
    /** Aborted when this gateway accepts no new commands. */
    stopping: AbortSignal
  },
) {
  const { store, cluster, secret, stopSwitch, writeQueue, stopping, clock, log } = deps
  /** Commands that this process is performing, by the keyed hash of their key. */
  const runningCommands = new Map<string, { body: string; answer: Promise<unknown> }>()
  /** Resolves with the next step of any effect, here or at another gateway. */
  let nextStep = Promise.withResolvers<void>()
  tableChangesOf(store).onChange(['history'], () => {
    nextStep.resolve()
    nextStep = Promise.withResolvers()
  })

  /** A keyed hash (HMAC) of the texts: equal for equal texts, and not reversible. */
  function hash(...texts: (string | Uint8Array)[]): string {
    const hmac = createHmac('sha256', secret)
    for (const text of texts) hmac.update(`${text.length}:`).update(text)
    return hmac.digest('base64url')
  }

  /**
   * Performs a command once.
   *
   * @returns the service's answer, also for a repeat with the same key while the answer is stored (a day)
   * @throws Refusal `idempotency_key_required` 400, `idempotency_key_reused` 422, `already_under_way` 409 (with who requested it and when),
   *   `stopped` 423, `not_recorded` 503, and every refusal of the service or the network. `sent`: whether it may have happened
   */
  async function perform(command: Command): Promise<unknown> {
    const { key, body } = hashRequest(command)
    const running = runningCommands.get(key)
    // guard: repeat-joins-what-runs
    if (running) {
      if (running.body !== body) throw keyReused()
      return running.answer
    }
    const answer = performNew(command, key, body).finally(() => runningCommands.delete(key))
    runningCommands.set(key, { body, answer })
    return answer
  }

  /**
   * Records a command that is sent later. A repeat with the same key finds the effect.
   *
   * @returns the effect's id, and whether it was recorded before
   * @throws Refusal as `perform` before anything is sent, and the refusal of `onConflict`
   */
  async function hold(command: HeldCommand): Promise<{ effectId: string; isRepeated: boolean }> {
    const { key, body } = hashRequest(command)
    const effect = effectRowOf(command, key, body)
    const findRecorded = async () => {
      const earlier = await store.selectFrom('effects').select(['id', 'body']).where('key', '=', key).executeTakeFirst()
      if (earlier && earlier.body !== body) throw keyReused()
      // The id is equal if the database recorded this effect but its answer was lost.
      return earlier && { effectId: earlier.id, isRepeated: earlier.id !== effect.id }
    }
    try {
      const recorded = await findRecorded()
      if (recorded) return recorded
      assertNotStopped(command.endpoint)
      await record(command, effect, () => ({ state: 'held', gateway: cluster.number, dueAt: command.dueAt }))
    } catch (error) {
      if (error instanceof Refusal) throw error
      // A simultaneous request with the same key may have been recorded first.
      const simultaneous = await findRecorded().catch((findError: unknown) =>
        findError instanceof Refusal ? Promise.reject(findError) : undefined,
      )
      if (simultaneous) return simultaneous
      if (error instanceof TargetTaken && effect.target) {
        const holder = await findTargetHolder(effect.target)
        if (holder) throw command.onConflict(holder)
        // The target has just been released. Try again: `inTransaction` checks the outcome of the other effect.
        return hold(command)
      }
      log.error({ endpoint: command.endpoint, error: String(error) }, 'could not record an effect')
      throw refuseUnrecorded(effect)
    }
    return { effectId: effect.id, isRepeated: false }
  }

  /** Whether this operator has used the key before. Then a repeat gets the first answer, whatever has changed since. */
  async function hasEffect(operator: Operator, key: string | undefined): Promise<boolean> {
    const hashedKey = hash(operator.id, key ?? '')
    if (runningCommands.has(hashedKey)) return true
    const row = await store.selectFrom('effects').select('id').where('key', '=', hashedKey).executeTakeFirst()
    return row !== undefined
  }

  /**
   * Finds the earlier answer to a key, for requests that can no longer be rebuilt once they are done.
   *
   * @returns undefined if the key is new
   * @throws Refusal as a repeat of `perform`
   */
  async function findAnswer(operator: Operator, key: string | undefined): Promise<{ answer: unknown } | undefined> {
    const hashedKey = hash(operator.id, key ?? '')
    const running = runningCommands.get(hashedKey)
    if (running) return { answer: await running.answer }
    const effect = await effectRows(store).where('e.key', '=', hashedKey).executeTakeFirst()
    return effect && { answer: await repeatAnswer(effect, effect.body) }
  }

  /**
   * Runs a check before a command, but not before a repeat of it. A failed check is ignored if the first request was recorded meanwhile.
   *
   * @throws Refusal `stopped` 423 before the check, and what the check throws
   */
  async function checkUnlessRepeated(
    { endpoint, operator, key }: Pick<CommandRecord, 'endpoint' | 'operator' | 'key'>,
    check: () => Promise<void>,
  ): Promise<void> {
    if (await hasEffect(operator, key)) return
    try {
      assertNotStopped(endpoint)
      await check()
    } catch (error) {
      if (!(await hasEffect(operator, key))) throw error
    }
  }

  /** Resolves when no command is being sent. */
  async function drain(): Promise<void> {
    while (runningCommands.size > 0) await Promise.allSettled([...runningCommands.values()].map(({ answer }) => answer))
  }

  function hashRequest({ key, operator, endpoint, ids, requestedIds = ids, body }: CommandRecord): {
    key: string
    body: string
  } {
    // guard: command-has-a-key
    if (!key || key.length > 200) throw keyRequired()
    return { key: hash(operator.id, key), body: hash(endpoint, JSON.stringify(requestedIds), body) }
  }

  function effectRowOf({ endpoint, ids, operator, target }: CommandRecord, key: string, body: string): EffectRow {
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

  /** Call before anything is recorded, but after the check for repeats: a repeat still gets its first answer. */
  function assertNotStopped(endpoint: CommandRecord['endpoint']): void {
    // guard: stopping-gateway-begins-nothing
    if (stopping.aborted && endpoint !== 'batchCancel') throw gatewayStopping()
    const stopped = stopSwitch.refusalOf(endpoint)
    if (stopped) throw stopped
  }

  async function performNew(command: Command, key: string, body: string): Promise<unknown> {
    const { endpoint } = command
    const effect = effectRowOf(command, key, body)
    let recordedByGateway: number | null = null
    try {
      const earlier = await effectRows(store).where('e.key', '=', key).executeTakeFirst()
      // guard: repeat-has-the-first-answer
      if (earlier) return await repeatAnswer(earlier, body)
      assertNotStopped(command.endpoint)
      const record = () => recordSending(effect, command)
      recordedByGateway = await (command.aroundRecord?.(record) ?? record())
    } catch (error) {
      if (error instanceof Refusal) throw error
      // Another gateway may have recorded the same request first.
      const simultaneous = await effectRows(store)
        .where('e.key', '=', key)
        .where('e.id', '<>', effect.id)
        .executeTakeFirst()
        .catch(() => undefined)
      // guard: same-key-at-two-gateways-is-one
      if (simultaneous) return repeatAnswer(simultaneous, body)
      log.error({ endpoint, error: String(error) }, 'could not record an effect')
      // guard: recorded-before-it-is-sent
      if (/* guard: cancel-goes-in-any-case */ !command.shouldSendUnrecorded)
        throw refuseUnrecorded(effect, command.onEnded)
    }
    const outcome = await send(command, effect.id, recordedByGateway ?? cluster.number)
    const outcomeRecorded = recordOutcome(effect, outcome, command)
    // If the effect could not be recorded before it was sent, the write queue records it later. Do not wait for that.
    if (recordedByGateway !== null) {
      await outcomeRecorded
      await command.onEnded?.(effect.id, outcome.state).catch((error: unknown) => {
        log.error({ endpoint, effectId: effect.id, error: String(error) }, 'a command ended, but its follow-up failed')
      })
    }
    if (outcome.state === 'done') return outcome.answer
    throw withEffect(outcome.refusal, effect.id)
  }

  async function send(command: Command, effectId: string, gateway: number): Promise<Outcome> {
    try {
      return await command.send(effectId, gateway)
    } catch (error) {
      // Refusals are thrown only before anything was sent, for instance when the budget is used up.
      if (error instanceof Refusal) return { state: 'refused', refusal: error }
      log.error({ endpoint: command.endpoint, effectId, error: String(error) }, 'sending a command failed unexpectedly')
      return { state: 'unknown', refusal: unconfirmedCommand(command.endpoint) }
    }
  }

  /** Takes the target and records the effect as being sent. A repeatable command can take the target from an unknown effect. */
  async function recordSending(effect: EffectRow, command: Command): Promise<number> {
    const sending = () => ({ state: 'sending', gateway: cluster.number }) as const
    try {
      return await record(command, effect, sending)
    } catch (error) {
      if (!(error instanceof TargetTaken) || effect.target === null) throw error
      const holder = await findTargetHolder(effect.target)
      if (!command.repeatable || holder?.state !== 'unknown') throw alreadyUnderWay(holder, clock.now())
      return await record(command, effect, sending, holder.id)
    }
  }

  /**
   * Records the effect, its first step and its target in one transaction. `inTransaction` runs last, when the target is taken.
   *
   * @param makeFirstStep returns the effect's first step
   * @param releasedFrom the unknown effect that loses the target
   * @returns the number of the gateway under which the effect is recorded
   */
  function record(
    { endpoint, inTransaction }: Pick<CommandRecord, 'endpoint'> & { inTransaction?: InTransaction | undefined },
    effect: EffectRow,
    makeFirstStep: () => OpenStep,
    releasedFrom?: string,
  ): Promise<number> {
    return store.transaction().execute(async (store) => {
      await cluster.assertMember(store)
      const stopped = await stopSwitch.refusalInTransaction(store, endpoint)
      if (stopped) throw stopped
      const step = makeFirstStep()
      await insertEffect(store, effect, step)
      if (releasedFrom !== undefined) await releaseTarget(store, releasedFrom)
      if (effect.target !== null) await takeTarget(store, effect.target, effect.id)
      await inTransaction?.(store, effect.id)
      return step.gateway
    })
  }

  /** Finds the live effect that holds a target. @param target the target's hash */
  async function findTargetHolder(target: string): Promise<(Effect & { batchId: string | null }) | undefined> {
    const row = await effectRows(store)
      .innerJoin('live_targets as t', 't.effect_id', 'e.id')
      .select('t.batch_id')
      .where('t.target', '=', target)
      .executeTakeFirst()
    return row && { ...presentEffect(row), batchId: row.batch_id }
  }

  /** Waits until an effect ends that another gateway is sending, at most `maxExchangeMs`. @returns the effect with its latest step */
  async function waitForEnd(effect: EffectWithState): Promise<EffectWithState> {
    const deadline = clock.steady() + maxExchangeMs
    let row = effect
    while (row.state === 'sending' && clock.steady() < deadline) {
      const stepRecorded = nextStep.promise
      row = await effectRows(store).where('e.id', '=', effect.id).executeTakeFirstOrThrow()
      const isSentElsewhere = row.state === 'sending' && (await belongsToOtherGateway(row.id))
      if (!isSentElsewhere) break
      await Promise.race([stepRecorded, sleep(pollIntervalMs)])
    }
    return row
  }

  async function belongsToOtherGateway(effectId: string): Promise<boolean> {
    const open = await store
      .selectFrom('open_effects')
      .select('gateway')
      .where('effect_id', '=', effectId)
      .executeTakeFirst()
    return open !== undefined && open.gateway !== cluster.number
  }

  /** Answers a repeat with the answer of the recorded effect. */
  async function repeatAnswer(recorded: EffectWithState, body: string): Promise<unknown> {
    // guard: key-has-one-body
    if (recorded.body !== body) throw keyReused()
    // guard: repeat-waits-for-another-gateway
    const ended = await waitForEnd(recorded)
    const answer = await store.selectFrom('answers').selectAll().where('effect_id', '=', ended.id).executeTakeFirst()
    // If the answer arrived after the effect was settled, return that answer.
    if (ended.state === 'settled' && !(ended.happened === 1 && answer && answer.status < 300))
      throw alreadySettled(ended)
    if (!answer) throw answerExpired(ended)
    const value: unknown = JSON.parse(answer.body)
    if (answer.status < 300) return value
    throw new Refusal(RefusalData.parse(value))
  }

  /** Use if the database failed while recording, but may have stored the record. Records later that the command was never sent. */
  function refuseUnrecorded({ id }: EffectRow, onEnded?: Command['onEnded']): Refusal {
    void writeQueue.write(async () => {
      const { state } = (await effectRows(store).where('e.id', '=', id).executeTakeFirst()) ?? {}
      if (state !== 'sending' && state !== 'held' && state !== 'unknown') return
      const step = { at: clock.now(), operator: null, reason: 'It was not recorded in time.' }
      await store.transaction().execute(async (store) => {
        if (state !== 'held') await appendOutcome(store, id, { ...step, state: 'refused' })
        else if (await releaseHold(store, id)) await appendHistory(store, id, { ...step, state: 'withdrawn' })
        else return
        await releaseTarget(store, id)
      })
      // Not awaited: its writes are queued behind this one.
      onEnded?.(id, 'refused').catch((error: unknown) => {
        log.error({ effectId: id, error: String(error) }, 'a command was not sent, and its follow-up failed')
      })
    })
    return notRecorded()
  }

  async function recordOutcome(
    effect: EffectRow,
    outcome: Outcome,
    { reason = null, onDone }: Pick<Command, 'onDone'> & { reason?: string | null | undefined },
  ): Promise<void> {
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
          // A retry may find its own row. Ignore it: otherwise the write would always fail and block the queue.
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        if (Number(numInsertedOrUpdatedRows) === 0) return
        const isNew = await appendOutcome(store, effect.id, { state, at: now, operator: effect.operator, reason })
        await store
          .deleteFrom('answers')
          .where('at', '<', now - answerTtlMs)
          .execute()
        if (state === 'unknown' || !isNew) return
        if (outcome.state === 'done') await onDone?.(store, effect.id, outcome.answer)
        if (outcome.state === 'done' && outcome.batchId) {
          await store
            .updateTable('live_targets')
            .set({ batch_id: outcome.batchId })
            .where('effect_id', '=', effect.id)
            .execute()
        } else await releaseTarget(store, effect.id)
      }),
    )
  }

  return {
    hash,
    perform,
    hold,
    hasEffect,
    findAnswer,
    checkUnlessRepeated,
    drain,
    findTargetHolder,
  }
}

export type Ledger = ReturnType<typeof createLedger>
