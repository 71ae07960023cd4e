/**
 * The request budget that a gateway shares with others: each place that its own budget gives is also taken from the rows of all gateways
 * (place-rows.ts), which have the last word. The own budget is a mirror of the rows: for forecasts, shares and what is shown. It goes by
 * this machine's steady clock, and a request needs a place in both: so a database whose clock is set forward frees nothing early.
 *
 * While the database is away nothing has a place but a cancel. A gateway cannot know then whether the others go on and spend the plan, so
 * its cancels go on places that it has kept for this (kept-places.ts), and a gateway that could keep none sends none.
 */
import { type Lane, lanes } from '#contract/index.ts'
import { tableChangesOf } from '#server/database/changes.ts'
import type { Cluster } from '../cluster/cluster.ts'
import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Store } from '../store/store.ts'
import type { Budget, Sent } from './budget.ts'
import { createKeptPlaces, type KeptPlace } from './kept-places.ts'
import { createPlaceRows, keptLane, keyOf, type Place, type PlaceRow, rangeOf } from './place-rows.ts'
import { longestExchange } from './request-log.ts'
import type { Places } from './request-queue.ts'

const minute = 60_000
/** The mirror and the rows may see a place free so many ms apart. */
const margin = 25
/** Moments of the rows that are so near to each other, ms, are the same. */
const remeasured = 1_000
/** A place that was given so late, ms after it was asked for, is given back: its request might go out when the place is not ours any more. */
const claimedWithin = 5_000
/** A lane that was refused a place asks again after this, ms. */
const usualNap = 250
const longestNap = 2_000
const awayNap = 1_000
/** How often the mirror follows the rows, ms: soon after a change, and when none was heard of. */
const syncSoon = 500
const syncEvery = 5_000

/**
 * Opens the places, and makes those that the plan has more than before.
 *
 * @param parts.budget the mirror; it follows the rows from now on
 */
export async function openSharedPlaces(parts: {
  store: Store
  cluster: Cluster
  budget: Budget
  clock: Clock
  log: Log
}): Promise<Places & { sync: () => Promise<void> }> {
  const { store, cluster, budget, clock, log } = parts
  const { rate } = budget
  const rows = createPlaceRows({ store, cluster, rate })
  /** What the mirror has of the rows, since when, and whether it is this gateway's. */
  const known = new Map<string, { sent: Sent; since: number; own: boolean }>()
  const kept = createKeptPlaces({ rows, cluster, budget, clock })
  /** Cancels that went while the database was away, each on a place that was kept. */
  const unrecorded = new Map<Sent, KeptPlace>()
  let pause: { until: number; refused: boolean } | null = null
  let isAway = false
  let claiming = 0
  let syncing: Promise<void> | null = null
  let soon: NodeJS.Timeout | undefined
  let closed = false
  const listeners: (() => void)[] = []

  /** The database is back: who was held back because of it may ask for a place. */
  function open(): void {
    isAway = false
    for (const lane of lanes) budget.holdBack(lane, 0)
  }

  /** Reads all rows that count, and lets the mirror follow them. */
  async function readRows(): Promise<PlaceRow[]> {
    const asked = clock.steady()
    const read = await rows.read()
    follow(read, asked)
    kept.follow(read)
    if (isAway) open()
    return read
  }

  /** What the rows say, into the mirror. @param asked when they were asked for */
  function follow(read: PlaceRow[], asked: number): void {
    const at = clock.steady()
    const [first] = read
    const pausedUntil = at + (first?.paused_for ?? 0)
    const refusedAt = at - Math.max(0, first?.refused_ago ?? Infinity)
    // The same moment measured again differs by some milliseconds.
    if (pausedUntil > Math.max(at, budget.pausedUntil + remeasured)) budget.pause(pausedUntil, null)
    if (refusedAt > (budget.lastRefusal ?? 0) + remeasured) budget.pause(0, refusedAt)
    const taken = read.filter(
      (row): row is PlaceRow & { place: number; sent_ago: number } => row.place !== null && row.lane !== keptLane,
    )
    const seen = new Set(taken.map(keyOf))
    for (const row of taken) {
      const end = row.ended_ago === null ? null : at - Math.max(0, row.ended_ago)
      const before = known.get(keyOf(row))?.sent
      if (row.lane === null) {
        if (before) budget.refund(before)
        known.delete(keyOf(row))
        continue
      }
      if (before) {
        if (end !== null) budget.finish(before, end)
        before.refused ||= row.refused === 1
        continue
      }
      // One of ours whose claim has not been answered yet.
      if (row.gateway === cluster.number && claiming > 0) continue
      const sent: Sent = {
        lane: row.lane as Lane,
        page: row.page,
        operator: row.operator,
        at: at - Math.max(0, row.sent_ago),
        end,
        ...(row.person !== null && { person: row.person }),
        refused: row.refused === 1,
      }
      known.set(keyOf(row), { sent, since: at, own: false })
      budget.note(sent)
    }
    for (const [key, { sent, since, own }] of known) {
      if (seen.has(key) || since >= asked || (own && sent.end === null)) continue
      // Its place was free by the database's clock. By this one it may count for longer.
      budget.finish(sent, Math.min(at, sent.at + longestExchange))
      known.delete(key)
    }
    if (rate.burst > 0 && first) budget.limitLevel(first.level, at)
  }

  /** What happened while the database was away. */
  async function catchUp(): Promise<void> {
    if (pause) await rows.pause(Math.max(0, pause.until - clock.steady()), pause.refused)
    pause = null
    for (const [sent, one] of unrecorded) {
      const isOver = sent.end !== null && sent.end + minute < clock.steady()
      const place = isOver ? undefined : await kept.use(one, sent)
      const neverWent = !unrecorded.delete(sent)
      if (!place) continue
      sent.place = place
      known.set(keyOf(place), { sent, since: clock.steady(), own: true })
      if (neverWent) await rows.giveBack(place)
      else if (sent.end !== null) await rows.finish(place, sent.refused)
    }
  }

  async function syncOnce(): Promise<void> {
    await catchUp()
    const read = await readRows()
    await rows.mend(read)
    await kept.adjust(read)
    for (const listener of listeners) listener()
  }

  function sync(): Promise<void> {
    syncing ??= syncOnce()
      // It is away: the mirror stays as it is, and no place is given meanwhile.
      .catch(() => {})
      .finally(() => {
        syncing = null
      })
    return syncing
  }

  function syncLater(): void {
    if (closed) return
    soon ??= setTimeout(() => {
      soon = undefined
      void sync()
    }, syncSoon).unref()
  }

  /** There was no place though the mirror had one: the lane waits until there may be one. */
  async function standBack(lane: Lane): Promise<void> {
    const read = await readRows()
    const { from, to } = rangeOf(lane, rate)
    const taken = read.filter(({ place, free_in }) => place !== null && place >= from && place <= to && free_in > 0)
    const isFull = taken.length > to - from
    const nap = isFull ? Math.min(longestNap, margin + Math.min(...taken.map(({ free_in }) => free_in))) : usualNap
    budget.holdBack(lane, clock.steady() + nap)
  }

  /** Without the database: whether this cancel may go. */
  function mayGoUnrecorded(sent: Sent): boolean {
    const at = clock.steady()
    const one = kept.free(at)
    if (!one) {
      budget.holdBack('cancel', kept.nextAt(at))
      return false
    }
    kept.spent(one)
    unrecorded.set(sent, one)
    return true
  }

  /** A place that this gateway has kept, when there is no other. */
  async function takeKept(sent: Sent): Promise<Place | undefined> {
    if (sent.lane !== 'cancel') return (await kept.release()) ? rows.take(sent) : undefined
    const one = kept.free(clock.steady())
    return one && kept.use(one, sent)
  }

  await rows.prepare()
  await syncOnce()
  cluster.onResync(() => {
    // Before anything can be recorded again: a command that finds its lane held back is refused for good.
    /* guard: back-database-opens-all-lanes */ open()
    void sync()
  })
  tableChangesOf(store).on(['request_places', 'request_budget'], syncLater)
  const timer = setInterval(() => void sync(), syncEvery).unref()

  return {
    async claim(sent) {
      claiming += 1
      try {
        const place = (await rows.take(sent)) ?? (await takeKept(sent))
        if (!place) {
          await standBack(sent.lane)
          return false
        }
        if (clock.steady() - sent.at > claimedWithin) {
          await rows.giveBack(place)
          return false
        }
        sent.place = place
        known.set(keyOf(place), { sent, since: clock.steady(), own: true })
        return true
      } catch (error) {
        isAway = true
        log.debug({ lane: sent.lane, error: String(error) }, 'a place could not be taken')
        if (sent.lane === 'cancel') return mayGoUnrecorded(sent)
        budget.holdBack(sent.lane, clock.steady() + awayNap)
        return false
      } finally {
        claiming -= 1
      }
    },
    async ended(sent, never) {
      if (!sent.place) {
        const one = unrecorded.get(sent)
        if (one) kept.ended(one, never ? clock.steady() : clock.steady() + minute + margin)
        if (never) unrecorded.delete(sent)
        return
      }
      if (never) known.delete(keyOf(sent.place))
      // Where this fails, the place is free after its lease.
      await (never ? rows.giveBack(sent.place) : rows.finish(sent.place, sent.refused)).catch(() => {})
    },
    async paused(wait, refused) {
      const until = clock.steady() + wait
      await rows.pause(wait, refused).catch(() => {
        pause = { until, refused }
      })
    },
    isAway: () => isAway,
    onNews: (listener) => void listeners.push(listener),
    /** Lets the budget follow the rows now. */
    sync,
    async close() {
      closed = true
      clearInterval(timer)
      clearTimeout(soon)
      await syncing
      // Without the database they are kept for others until they lapse.
      await kept.close().catch(() => {})
    },
  }
}
