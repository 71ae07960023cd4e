/**
 * Rechecks read the service again for every unknown effect, at growing intervals for an hour (design: the ledger). A reading can
 * show that a command was carried out. It never proves the opposite, because the service may carry it out later: then the effect stays
 * unknown until a person settles it. Nothing is ever sent again.
 *
 * Every reading of a record counts, whoever asked for it: several effects on one record share its readings, and a page that is open
 * costs no extra request. Only the leading gateway reads; all gateways know the schedule. Longer than 300 lines, since all readings
 * share one queue.
 */
import { Refusal } from '#contract/index.ts'
import { tableChangesOf } from '#server/database/changes.ts'
import { addDependency, createSource } from '#server/database/dependencies.ts'
import { type Snapshot, type Snapshots } from '../cache/cached-reads.ts'
import { type Read, readKey } from '../cache/read.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { type Clock, dateOf } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Requester } from '../shared/requester.ts'
import type { Store } from '../store/store.ts'
import type { Budget } from '../upstream/budget.ts'

const minuteMs = 60_000
/** When the service is read again, ms after the outcome became unknown. */
export const defaultCheckTimesMs: readonly number[] = [
  5_000,
  15_000,
  45_000,
  ...[2, 5, 10, 20, 30, 45, 60].map((minutes) => minutes * minuteMs),
]

/** Time between two rechecks while half of the budget or more is used, ms, so that many unknown effects leave budget for people. */
const busyGapMs = 10_000
/** Longest time that a recheck waits for its slot, ms. */
const maxSlotWaitMs = 8_000

/** An unknown effect and the reading that can settle it. */
export interface Subject {
  effectId: string
  /** When the outcome became unknown, epoch ms. */
  at: number
  read: Read
  who: Requester
  /** Whether a reading shows that the command was carried out. */
  shows: (snapshot: Snapshot) => boolean | Promise<boolean>
  /** Settles the effect as carried out. @returns false when its end is not recorded yet, so that it cannot be settled now */
  settle: (snapshot: Snapshot) => Promise<boolean>
}

/** Returns the subjects of those unknown effects that a read can settle. */
type SubjectSource = (effectIds: readonly string[]) => Promise<readonly Subject[]>

/** When an effect was and will be checked, as the contract shows it (contract: Effect). */
export interface CheckTimes {
  lastCheckedAt: number | null
  nextCheckAt: number | null
}

interface Entry extends Subject {
  key: string
  /** `at` on the steady clock, ms. */
  since: number
  /** Index of the next check in `checks`. */
  nextCheck: number
  /** Steady ms; null when no checks are left. */
  dueAt: number | null
  /** Steady ms of the last reading that did not confirm it. */
  lastReadAt: number
  lastCheckedAt: number | null
  timer?: NodeJS.Timeout
  running?: Promise<void> | undefined
}

export type Rechecks = ReturnType<typeof createRechecks>

/** @param parts.checks ms after an outcome became unknown */
export function createRechecks(parts: {
  snapshots: Snapshots
  budget: Budget
  store: Store
  cluster: Pick<Cluster, 'isLeader'>
  clock: Clock
  log: Log
  checks: readonly number[]
}) {
  const { snapshots, budget, store, cluster, clock, log, checks } = parts
  const entries = new Map<string, Entry>()
  const checkTimesChanged = createSource()
  /** Evaluations of the latest readings, by the read's key. */
  const evaluating = new Map<string, Promise<unknown>>()
  const sources: SubjectSource[] = []
  let closed = false
  let syncing: Promise<void> | null = null
  let mustSyncAgain = false
  /** Readings run one at a time. */
  let queue: Promise<void> = Promise.resolve()
  /** Steady ms of the last reading. */
  let lastRequestAt = Number.NEGATIVE_INFINITY

  const gapBefore = (turn: number) => (checks[turn] ?? 0) - (checks[turn - 1] ?? 0)

  function remove(effectId: string): void {
    clearTimeout(entries.get(effectId)?.timer)
    entries.delete(effectId)
    checkTimesChanged.markChanged()
  }

  async function forget(effectId: string): Promise<void> {
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
      if (/* guard: only-a-read-that-shows-it-settles */ await entry.shows(snapshot)) {
        if (await entry.settle(snapshot)) await forget(entry.effectId)
      } else if (snapshot.readAt >= entry.since) await saveCheck(entry)
    } catch (error) {
      log.error({ effectId: entry.effectId, error: String(error) }, 'could not record the result of a recheck')
    }
  }

  snapshots.observe((read, snapshot) => {
    if (entries.size === 0) return
    const key = readKey(read)
    const concerned = [...entries.values()].filter((entry) => entry.key === key)
    if (concerned.length === 0) return
    const evaluated = Promise.all(concerned.map((entry) => evaluate(entry, snapshot)))
    evaluating.set(key, evaluated)
    void evaluated.finally(() => evaluating.get(key) === evaluated && evaluating.delete(key))
  })

  function schedule(entry: Entry, notBefore = 0): void {
    clearTimeout(entry.timer)
    const check = checks[entry.nextCheck]
    entry.dueAt = check === undefined ? null : Math.max(entry.since + check, notBefore)
    checkTimesChanged.markChanged()
    if (closed || entry.dueAt === null) return
    entry.timer = setTimeout(() => void enqueueCheck(entry), Math.max(0, entry.dueAt - clock.steady()))
    entry.timer.unref()
  }

  /** @throws Refusal when it could not be read */
  async function readAgain(entry: Entry, lane: 'commands' | 'reads'): Promise<Snapshot> {
    lastRequestAt = clock.steady()
    const snapshot = await snapshots.readFresh(entry.read, lane, entry.who, lane === 'reads' ? maxSlotWaitMs : 0)
    await evaluating.get(entry.key)
    return snapshot
  }

  const isBusy = (now: number) => budget.freeSlots(now) < budget.rate.perMinute / 2

  async function check(entry: Entry): Promise<void> {
    if (closed || entries.get(entry.effectId) !== entry) return
    const now = clock.steady()
    // guard: rechecks-leave-half-to-people
    if (now < lastRequestAt + busyGapMs && isBusy(now)) return schedule(entry, lastRequestAt + busyGapMs)
    let notBefore = 0
    // Skip the request if the record was read a moment ago for another reason.
    const isRecent = entry.lastReadAt > (entry.dueAt ?? 0) - gapBefore(entry.nextCheck) / 2
    try {
      // guard: one-gateway-reads-for-unknown-effects
      if (!isRecent && cluster.isLeader()) await readAgain(entry, 'reads')
      entry.nextCheck += 1
    } catch (error) {
      // If the budget was used up or the service sent Retry-After, nothing was read: do not use up a check.
      if (error instanceof Refusal && /* guard: storm-uses-up-no-recheck */ error.code === 'over_budget')
        notBefore = clock.steady() + (error.data.retryAfter ?? 1) * 1_000
      else {
        entry.nextCheck += 1
        if (!(error instanceof Refusal))
          log.error({ effectId: entry.effectId, error: String(error) }, 'a recheck failed')
      }
    }
    if (entries.get(entry.effectId) === entry) schedule(entry, notBefore)
  }

  function add(subject: Subject, lastCheckedAt: number | null = null): void {
    const now = clock.steady()
    const since = now - Math.max(0, clock.now() - subject.at)
    const passed = checks.filter((check) => since + check <= now).length
    const entry: Entry = {
      ...subject,
      key: readKey(subject.read),
      since,
      // After the hour is over, check once more after a start.
      nextCheck: Math.min(passed, checks.length - 1),
      dueAt: null,
      lastReadAt: Number.NEGATIVE_INFINITY,
      lastCheckedAt,
    }
    remove(subject.effectId)
    entries.set(subject.effectId, entry)
    schedule(entry, now + (checks[0] ?? 0))
  }

  async function syncOnce(): Promise<void> {
    const open = await store
      .selectFrom('open_effects as o')
      .leftJoin('rechecks as r', 'r.effect_id', 'o.effect_id')
      .select(['o.effect_id', 'o.state', 'r.at'])
      .where('o.state', 'in', ['sending', 'unknown'])
      .execute()
    const known = new Map(open.map((row) => [row.effect_id, row]))
    for (const [effectId, entry] of entries) {
      const row = known.get(effectId)
      if (!row) remove(effectId)
      else if (row.at !== null) entry.lastCheckedAt = Math.max(row.at, entry.lastCheckedAt ?? 0)
    }
    const others = open.flatMap(({ effect_id, state }) =>
      state === 'unknown' && !entries.has(effect_id) ? effect_id : [],
    )
    if (others.length === 0) return
    for (const subject of (await Promise.all(sources.map((find) => find(others)))).flat())
      if (!entries.has(subject.effectId)) add(subject, known.get(subject.effectId)?.at ?? null)
  }

  /** Runs once more if something changed meanwhile; never twice at the same time. */
  function sync(): Promise<void> {
    if (closed) return syncing ?? Promise.resolve()
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
    /** Adds a source of subjects, for unknown effects that this gateway does not know yet. */
    addSource: (source: SubjectSource): void => void sources.push(source),

    /** Loads the unknown effects of all gateways. Later changes are loaded automatically. */
    sync,

    /** Schedules the checks of an effect, starting with those that are not in the past. */
    add,

    /**
     * Reads the service at once, because a person is about to act on the same record.
     *
     * @returns the reading; null when there is no such effect, or the service could not be read
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

    /** Call it when a person settled the effect. */
    forget,

    close(): void {
      closed = true
      for (const { timer } of entries.values()) clearTimeout(timer)
    },
  }
}
