/**
 * Rechecks read the service again for every unknown effect, at growing intervals for an hour (design: the ledger). A read can show that a
 * command was carried out. It never proves the opposite, because the service may carry it out later: then the effect stays unknown until a
 * person settles it. No command is ever sent again.
 *
 * Every read of a record counts, whoever requested it: several effects on one record share its reads, and an open page that reads the
 * record saves a request. Only the leading gateway reads, but all gateways know the schedule.
 */
import { Refusal } from '#contract/index.ts'
import { tableChangesOf } from '#server/database/changes.ts'
import { addDependency, createSource } from '#server/database/dependencies.ts'
import { apartMs, isDoubtful } from '../cache/absence.ts'
import { type Snapshot, type Snapshots } from '../cache/cached-reads.ts'
import { type Read, readKey } from '../cache/read.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { Core } from '../cluster/core.ts'
import { dateOf, minuteMs } from '../shared/clock.ts'
import type { Requester } from '../shared/requester.ts'
import type { Budget } from '../upstream/budget.ts'

/** The service is read again after these delays, ms since the outcome became unknown. */
export const defaultCheckDelaysMs: readonly number[] = [
  5_000,
  15_000,
  45_000,
  ...[2, 5, 10, 20, 30, 45, 60].map((minutes) => minutes * minuteMs),
]

/** Time between two rechecks while half of the request budget or more is used, ms, so that people can use the rest. */
const busyGapMs = 10_000
/** Longest time that a recheck waits for a slot of the request budget, ms. */
const maxSlotWaitMs = 8_000

/** An unknown effect and the read that can settle it. */
export interface RecheckedEffect {
  effectId: string
  /** When the outcome became unknown, epoch ms. */
  unknownSince: number
  read: Read
  requester: Requester
  /** Whether it is carried out when the read does not find what it concerns. */
  isProvedByAbsence?: boolean
  /** Whether a read shows that the command was carried out. */
  isConfirmedBy: (snapshot: Snapshot) => boolean | Promise<boolean>
  /** Settles the effect as carried out. @returns false if the end of its sending is not recorded yet, so that it cannot be settled now */
  settle: (snapshot: Snapshot) => Promise<boolean>
}

/** Returns those of these unknown effects that a read can settle. */
type EffectSource = (effectIds: readonly string[]) => Promise<readonly RecheckedEffect[]>

/** When an effect was and will be checked, as in the contract's `Effect`. */
export interface CheckTimes {
  lastCheckedAt: number | null
  nextCheckAt: number | null
}

interface Entry extends RecheckedEffect {
  /** Key of the read. */
  key: string
  /** `unknownSince` on the steady clock, ms. */
  since: number
  /** Index of the next check in `checkDelaysMs`. */
  nextCheckIndex: number
  /** Time of the next check, steady ms; null if no checks are left. */
  dueAt: number | null
  /** When the first reading that would prove it must be confirmed by a second one, steady ms; null: there is none. */
  confirmAt: number | null
  /** Steady ms of the last read that did not confirm it. */
  lastReadAt: number
  /** The same time in epoch ms; also from before a restart. */
  lastCheckedAt: number | null
  timer?: NodeJS.Timeout
  running?: Promise<void> | undefined
}

export type Rechecks = ReturnType<typeof createRechecks>

/** @param deps.checkDelaysMs delays after an outcome became unknown */
export function createRechecks(
  deps: Pick<Core, 'store' | 'clock' | 'log'> & {
    snapshots: Snapshots
    budget: Budget
    cluster: Pick<Cluster, 'isLeader'>
    checkDelaysMs: readonly number[]
  },
) {
  const { snapshots, budget, store, cluster, clock, log, checkDelaysMs } = deps
  const entries = new Map<string, Entry>()
  const checkTimesChanged = createSource()
  /** Evaluations of the latest snapshots, by the read's key. */
  const evaluating = new Map<string, Promise<unknown>>()
  const sources: EffectSource[] = []
  let isClosed = false
  let syncing: Promise<void> | null = null
  let mustSyncAgain = false
  /** The checks, which run one at a time. */
  let queue: Promise<void> = Promise.resolve()
  /** Steady ms of the last request. */
  let lastRequestAt = Number.NEGATIVE_INFINITY

  /** Time between a check and the check before it, ms. */
  const gapBeforeMs = (index: number) => (checkDelaysMs[index] ?? 0) - (checkDelaysMs[index - 1] ?? 0)

  function remove(effectId: string): void {
    clearTimeout(entries.get(effectId)?.timer)
    entries.delete(effectId)
    checkTimesChanged.markChanged()
  }

  async function cancel(effectId: string): Promise<void> {
    remove(effectId)
    await store.deleteFrom('rechecks').where('effect_id', '=', effectId).execute()
  }

  /** Stores the time of the check, so that it is shown after a restart. */
  async function saveCheck(entry: Entry): Promise<void> {
    entry.lastReadAt = clock.steady()
    entry.lastCheckedAt = clock.now()
    checkTimesChanged.markChanged()
    await store
      .insertInto('rechecks')
      .values({ effect_id: entry.effectId, at: entry.lastCheckedAt })
      .onConflict((conflict) => conflict.column('effect_id').doUpdateSet({ at: entry.lastCheckedAt ?? 0 }))
      .execute()
  }

  async function evaluate(entry: Entry, snapshot: Snapshot): Promise<void> {
    try {
      if (/* guard: only-a-read-that-shows-it-settles */ await entry.isConfirmedBy(snapshot)) {
        if (await entry.settle(snapshot)) await cancel(entry.effectId)
      } else if (snapshot.readAt >= entry.since) {
        await saveCheck(entry)
        if (entry.isProvedByAbsence && isDoubtful(snapshot) && entries.get(entry.effectId) === entry) {
          entry.confirmAt = snapshot.readAt + apartMs
          schedule(entry)
        }
      }
    } catch (error) {
      log.error({ effectId: entry.effectId, error: String(error) }, 'could not record the result of a recheck')
    }
  }

  snapshots.observe((read, snapshot) => {
    if (entries.size === 0) return
    const key = readKey(read)
    const matching = [...entries.values()].filter((entry) => entry.key === key)
    if (matching.length === 0) return
    const evaluation = Promise.all(matching.map((entry) => evaluate(entry, snapshot)))
    evaluating.set(key, evaluation)
    void evaluation.finally(() => evaluating.get(key) === evaluation && evaluating.delete(key))
  })

  function schedule(entry: Entry, notBefore = 0): void {
    clearTimeout(entry.timer)
    const delayMs = checkDelaysMs[entry.nextCheckIndex]
    const checkAt = entry.confirmAt ?? (delayMs === undefined ? null : entry.since + delayMs)
    entry.dueAt = checkAt === null ? null : Math.max(checkAt, notBefore)
    checkTimesChanged.markChanged()
    if (isClosed || entry.dueAt === null) return
    entry.timer = setTimeout(() => void enqueueCheck(entry), Math.max(0, entry.dueAt - clock.steady()))
    entry.timer.unref()
  }

  /** @throws Refusal if the service could not be read */
  async function readAgain(entry: Entry, lane: 'commands' | 'reads'): Promise<Snapshot> {
    lastRequestAt = clock.steady()
    const snapshot = await snapshots.readFresh(entry.read, lane, entry.requester, lane === 'reads' ? maxSlotWaitMs : 0)
    await evaluating.get(entry.key)
    return snapshot
  }

  const isBusy = (now: number) => budget.freeSlots(now) < budget.rate.perMinute / 2

  async function check(entry: Entry): Promise<void> {
    if (isClosed || entries.get(entry.effectId) !== entry) return
    const now = clock.steady()
    // guard: rechecks-leave-half-to-people
    if (now < lastRequestAt + busyGapMs && isBusy(now)) return schedule(entry, lastRequestAt + busyGapMs)
    let notBefore = 0
    // A reading that confirms the one before it uses up no check.
    const isExtra = entry.confirmAt !== null
    entry.confirmAt = null
    // Skip the request if the record was recently read for another reason.
    const isRecent = !isExtra && entry.lastReadAt > (entry.dueAt ?? 0) - gapBeforeMs(entry.nextCheckIndex) / 2
    try {
      // guard: one-gateway-reads-for-unknown-effects
      if (!isRecent && cluster.isLeader()) await readAgain(entry, 'reads')
      if (!isExtra) entry.nextCheckIndex += 1
    } catch (error) {
      // If the budget was used up or the service sent Retry-After, nothing was read: do not use up a check.
      if (error instanceof Refusal && /* guard: storm-uses-up-no-recheck */ error.code === 'over_budget')
        notBefore = clock.steady() + (error.data.retryAfter ?? 1) * 1_000
      else {
        if (!isExtra) entry.nextCheckIndex += 1
        if (!(error instanceof Refusal))
          log.error({ effectId: entry.effectId, error: String(error) }, 'a recheck failed')
      }
    }
    if (entries.get(entry.effectId) === entry) schedule(entry, notBefore)
  }

  function add(effect: RecheckedEffect, lastCheckedAt: number | null = null): void {
    const now = clock.steady()
    const since = now - Math.max(0, clock.now() - effect.unknownSince)
    const passedChecks = checkDelaysMs.filter((delayMs) => since + delayMs <= now).length
    const entry: Entry = {
      ...effect,
      key: readKey(effect.read),
      since,
      // If all checks are in the past, for example after a restart, check once more.
      nextCheckIndex: Math.min(passedChecks, checkDelaysMs.length - 1),
      dueAt: null,
      confirmAt: null,
      lastReadAt: Number.NEGATIVE_INFINITY,
      lastCheckedAt,
    }
    remove(effect.effectId)
    entries.set(effect.effectId, entry)
    schedule(entry, now + (checkDelaysMs[0] ?? 0))
  }

  async function syncOnce(): Promise<void> {
    const open = await store
      .selectFrom('open_effects as o')
      .leftJoin('rechecks as r', 'r.effect_id', 'o.effect_id')
      .select(['o.effect_id', 'o.state', 'r.at'])
      .where('o.state', 'in', ['sending', 'unknown'])
      .execute()
    const openRows = new Map(open.map((row) => [row.effect_id, row]))
    for (const [effectId, entry] of entries) {
      const row = openRows.get(effectId)
      if (!row) remove(effectId)
      else if (row.at !== null) entry.lastCheckedAt = Math.max(row.at, entry.lastCheckedAt ?? 0)
    }
    const newIds = open.flatMap(({ effect_id, state }) =>
      state === 'unknown' && !entries.has(effect_id) ? effect_id : [],
    )
    if (newIds.length === 0) return
    for (const effect of (await Promise.all(sources.map((findEffects) => findEffects(newIds)))).flat())
      if (!entries.has(effect.effectId)) add(effect, openRows.get(effect.effectId)?.at ?? null)
  }

  /** Loads the open effects. Runs never twice at the same time, and once more if something changed meanwhile. */
  function sync(): Promise<void> {
    if (isClosed) return syncing ?? Promise.resolve()
    if (syncing) {
      mustSyncAgain = true
      return syncing
    }
    syncing = syncOnce()
      .catch((error: unknown) => log.error({ error: String(error) }, 'could not read the unknown effects'))
      .finally(() => {
        syncing = null
        if (mustSyncAgain) {
          mustSyncAgain = false
          void sync()
        }
      })
    return syncing
  }
  tableChangesOf(store).onChange(['open_effects', 'rechecks'], () => void sync())

  function enqueueCheck(entry: Entry): Promise<void> {
    entry.running ??= queue = queue
      .then(() => check(entry))
      .finally(() => {
        entry.running = undefined
      })
    return entry.running
  }

  return {
    /** Adds a source that is queried for unknown effects that this gateway does not check yet. */
    addSource: (source: EffectSource): void => void sources.push(source),

    /** Loads the unknown effects of all gateways. Later changes are loaded automatically. */
    sync,

    /** Schedules the checks of an effect, starting with those that are not in the past. */
    add,

    /**
     * Reads the service at once, because a person is about to act on the same record.
     *
     * @returns the snapshot; null if there is no such effect, or the service could not be read
     */
    async checkNow(effectId: string): Promise<Snapshot | null> {
      const entry = entries.get(effectId)
      return entry ? readAgain(entry, 'commands').catch(() => null) : null
    },

    checkTimesOf(effectId: string): CheckTimes {
      addDependency(checkTimesChanged)
      const entry = entries.get(effectId)
      if (!entry) return { lastCheckedAt: null, nextCheckAt: null }
      const { lastCheckedAt, dueAt } = entry
      return { lastCheckedAt, nextCheckAt: dueAt === null ? null : dateOf(clock, dueAt) }
    },

    /** Runs every check that is due, and resolves when all have run. */
    async runDue(): Promise<void> {
      const now = clock.steady()
      await Promise.all([...entries.values()].filter(({ dueAt }) => dueAt !== null && dueAt <= now).map(enqueueCheck))
    },

    /** Cancels the checks of an effect. Call when a person has settled it. */
    cancel,

    close(): void {
      isClosed = true
      for (const { timer } of entries.values()) clearTimeout(timer)
    },
  }
}
