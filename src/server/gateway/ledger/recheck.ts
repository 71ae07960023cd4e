/**
 * Rechecks: the service is read again for every unknown effect, at growing intervals for an hour (design: the ledger). A reading can
 * show that a command was carried out; it never shows that it was not, because a service may carry it out later. So an effect that no
 * reading shows stays unknown until a person settles it. Nothing is ever sent again.
 *
 * Anybody's reading of the same thing counts, so several effects on one record share its readings, and what people look at anyway
 * costs nothing more. Of several gateways one reads; all know what is read when. Longer than 300 lines, since all readings share one queue.
 */
import { Refusal } from '#contract/index.ts'
import { tableChangesOf } from '#server/database/changes.ts'
import { createSource, dependsOn } from '#server/database/dependencies.ts'
import { type Snapshot, type Snapshots } from '../cache/cached-reads.ts'
import { keyOf, type Read } from '../cache/read.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { type Clock, dateOf } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Who } from '../shared/who.ts'
import type { Store } from '../store/store.ts'
import type { Budget } from '../upstream/budget.ts'

const minute = 60_000
/** When the service is read again, ms after the outcome became unknown. */
export const usualChecks: readonly number[] = [
  5_000,
  15_000,
  45_000,
  ...[2, 5, 10, 20, 30, 45, 60].map((minutes) => minutes * minute),
]

/** While half of the budget or more is used, ms between two readings: many unknown effects leave the rest to people. */
const gapWhenBusy = 10_000
/** ms that a reading waits for its place. */
const patience = 8_000

/** One unknown effect, and the reading that can settle it. */
export interface Subject {
  /** The effect in the ledger that is unknown. */
  effectId: string
  /** Epoch ms: when its outcome became unknown. */
  at: number
  read: Read
  who: Who
  /** Whether this reading shows that the command was carried out. */
  shows: (snapshot: Snapshot) => boolean | Promise<boolean>
  /** Records that it was. @returns false when its end is not recorded yet, so that it cannot be settled either */
  settle: (snapshot: Snapshot) => Promise<boolean>
}

/** Those of these unknown effects that a reading can settle. */
type SubjectSource = (effectIds: readonly string[]) => Promise<readonly Subject[]>

/** What is known of the readings, as people see it (contract: Effect). */
export interface Checked {
  lastCheckedAt: number | null
  nextCheckAt: number | null
}

interface Entry extends Subject {
  key: string
  /** `at` by the steady clock. */
  since: number
  /** Which of the checks comes next. */
  turn: number
  /** Steady ms; null: it is not read by itself any more. */
  dueAt: number | null
  /** Steady ms of the last reading that did not show it. */
  seenAt: number
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
  const planned = createSource()
  /** The evaluation of the latest reading, by the read's key. */
  const evaluating = new Map<string, Promise<unknown>>()
  const sources: SubjectSource[] = []
  let closed = false
  let syncing: Promise<void> | null = null
  let isOutdated = false
  /** One reading at a time. */
  let queue: Promise<void> = Promise.resolve()
  /** Steady ms of the last one. */
  let askedAt = Number.NEGATIVE_INFINITY

  const gapBefore = (turn: number) => (checks[turn] ?? 0) - (checks[turn - 1] ?? 0)

  function remove(effectId: string): void {
    clearTimeout(entries.get(effectId)?.timer)
    entries.delete(effectId)
    planned.changed()
  }

  async function forget(effectId: string): Promise<void> {
    remove(effectId)
    await store.deleteFrom('rechecks').where('effect_id', '=', effectId).execute()
  }

  /** Kept for people who look after a restart; a disk that takes nothing changes nothing else. */
  async function noteLook(entry: Entry): Promise<void> {
    entry.seenAt = clock.steady()
    entry.lastCheckedAt = clock.now()
    planned.changed()
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
      } else if (snapshot.readAt >= entry.since) await noteLook(entry)
    } catch (error) {
      log.error(
        { effectId: entry.effectId, error: String(error) },
        'what was read of an unknown effect could not be recorded',
      )
    }
  }

  snapshots.observe((read, snapshot) => {
    if (entries.size === 0) return
    const key = keyOf(read)
    const concerned = [...entries.values()].filter((entry) => entry.key === key)
    if (concerned.length === 0) return
    const evaluated = Promise.all(concerned.map((entry) => evaluate(entry, snapshot)))
    evaluating.set(key, evaluated)
    void evaluated.finally(() => evaluating.get(key) === evaluated && evaluating.delete(key))
  })

  function schedule(entry: Entry, notBefore = 0): void {
    clearTimeout(entry.timer)
    const check = checks[entry.turn]
    entry.dueAt = check === undefined ? null : Math.max(entry.since + check, notBefore)
    planned.changed()
    if (closed || entry.dueAt === null) return
    entry.timer = setTimeout(() => void run(entry), Math.max(0, entry.dueAt - clock.steady()))
    entry.timer.unref()
  }

  /** @throws Refusal when it could not be read */
  async function readAgain(entry: Entry, lane: 'commands' | 'reads'): Promise<Snapshot> {
    askedAt = clock.steady()
    const snapshot = await snapshots.fresh(entry.read, lane, entry.who, lane === 'reads' ? patience : 0)
    await evaluating.get(entry.key)
    return snapshot
  }

  const isBusy = (now: number) => budget.spare(now) < budget.rate.perMinute / 2

  async function check(entry: Entry): Promise<void> {
    if (closed || entries.get(entry.effectId) !== entry) return
    const now = clock.steady()
    // guard: rechecks-leave-half-to-people
    if (now < askedAt + gapWhenBusy && isBusy(now)) return schedule(entry, askedAt + gapWhenBusy)
    let notBefore = 0
    // Somebody else has just read it: that reading was as good.
    const isRecent = entry.seenAt > (entry.dueAt ?? 0) - gapBefore(entry.turn) / 2
    try {
      // guard: one-gateway-reads-for-unknown-effects
      if (!isRecent && cluster.isLeader()) await readAgain(entry, 'reads')
      entry.turn += 1
    } catch (error) {
      // A spent budget or a pause uses up no check: nothing was asked.
      if (error instanceof Refusal && /* guard: storm-uses-up-no-recheck */ error.code === 'over_budget')
        notBefore = clock.steady() + (error.data.retryAfter ?? 1) * 1_000
      else {
        entry.turn += 1
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
      key: keyOf(subject.read),
      since,
      // Also where the hour is over: once after a start.
      turn: Math.min(passed, checks.length - 1),
      dueAt: null,
      seenAt: Number.NEGATIVE_INFINITY,
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

  /** Once more when something changed meanwhile; never two at a time. */
  function sync(): Promise<void> {
    if (closed) return syncing ?? Promise.resolve()
    if (syncing) {
      isOutdated = true
      return syncing
    }
    syncing = syncOnce()
      .catch((error: unknown) => log.error({ error: String(error) }, 'the unknown effects could not be read'))
      .finally(() => {
        syncing = null
        if (isOutdated) {
          isOutdated = false
          void sync()
        }
      })
    return syncing
  }
  tableChangesOf(store).on(['open_effects', 'rechecks'], () => void sync())

  function run(entry: Entry): Promise<void> {
    entry.running ??= queue = queue
      .then(() => check(entry))
      .finally(() => {
        entry.running = undefined
      })
    return entry.running
  }

  return {
    /** Where the unknown effects are found that this gateway has not heard of. */
    findIn: (source: SubjectSource): void => void sources.push(source),

    /** Learns which effects are unknown, at whichever gateway. Whatever changes them later is learnt by itself. */
    sync,

    /** Reads the service again for an effect, from its first check on, or from the one that an earlier process came to. */
    add,

    /**
     * Reads the service at once, because somebody is about to act on the same thing.
     *
     * @returns the reading; null when there is no such effect, or it could not be read
     */
    async now(effectId: string): Promise<Snapshot | null> {
      const entry = entries.get(effectId)
      return entry ? readAgain(entry, 'commands').catch(() => null) : null
    },

    of(effectId: string): Checked {
      dependsOn(planned)
      const entry = entries.get(effectId)
      if (!entry) return { lastCheckedAt: null, nextCheckAt: null }
      const { lastCheckedAt, dueAt } = entry
      return { lastCheckedAt, nextCheckAt: dueAt === null ? null : dateOf(clock, dueAt) }
    },

    /** Makes every reading that is due by now, and resolves when all were made. */
    async due(): Promise<void> {
      const now = clock.steady()
      await Promise.all([...entries.values()].filter(({ dueAt }) => dueAt !== null && dueAt <= now).map(run))
    },

    /** It was settled by a person. */
    forget,

    close(): void {
      closed = true
      for (const { timer } of entries.values()) clearTimeout(timer)
    },
  }
}
