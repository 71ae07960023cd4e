/**
 * The request budget that a gateway shares with others: each place that its own budget gives is also taken from the rows of all gateways
 * (slot-rows.ts), which have the last word. The own budget is a mirror of the rows: for forecasts, shares and what is shown. It goes by
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
import type { Budget, SentRequest } from './budget.ts'
import { maxExchangeMs } from './request-log.ts'
import type { RequestSlots } from './request-queue.ts'
import { createSlotRows, type Slot, type SlotRow, slotKey, slotRange, standbyLane } from './slot-rows.ts'
import { createStandbySlots, type StandbySlot } from './standby-slots.ts'

const minute = 60_000
/** The mirror and the rows may see a place free so many ms apart. */
const marginMs = 25
/** Moments of the rows that are so near to each other, ms, are the same. */
const measurementErrorMs = 1_000
/** A place that was given so late, ms after it was asked for, is given back: its request might go out when the place is not ours any more. */
const maxClaimMs = 5_000
/** A lane that was refused a place asks again after this, ms. */
const defaultBlockMs = 250
const maxBlockMs = 2_000
const unavailableBlockMs = 1_000
/** How often the mirror follows the rows, ms: soon after a change, and when none was heard of. */
const syncDelayMs = 500
const syncIntervalMs = 5_000

/**
 * Opens the places, and makes those that the plan has more than before.
 *
 * @param parts.budget the mirror; it follows the rows from now on
 */
export async function openSharedSlots(parts: {
  store: Store
  cluster: Cluster
  budget: Budget
  clock: Clock
  log: Log
}): Promise<RequestSlots & { sync: () => Promise<void> }> {
  const { store, cluster, budget, clock, log } = parts
  const { rate } = budget
  const rows = createSlotRows({ store, cluster, rate })
  /** What the mirror has of the rows, since when, and whether it is this gateway's. */
  const known = new Map<string, { sent: SentRequest; since: number; own: boolean }>()
  const kept = createStandbySlots({ rows, cluster, budget, clock })
  /** Cancels that went while the database was away, each on a place that was kept. */
  const unrecorded = new Map<SentRequest, StandbySlot>()
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
    for (const lane of lanes) budget.blockUntil(lane, 0)
  }

  /** Reads all rows that count, and lets the mirror follow them. */
  async function readRows(): Promise<SlotRow[]> {
    const asked = clock.steady()
    const read = await rows.read()
    follow(read, asked)
    kept.updateBudget(read)
    if (isAway) open()
    return read
  }

  /** What the rows say, into the mirror. @param asked when they were asked for */
  function follow(read: SlotRow[], asked: number): void {
    const at = clock.steady()
    const [first] = read
    const pausedUntil = at + (first?.paused_for ?? 0)
    const refusedAt = at - Math.max(0, first?.refused_ago ?? Infinity)
    // The same moment measured again differs by some milliseconds.
    if (pausedUntil > Math.max(at, budget.pausedUntil + measurementErrorMs)) budget.pause(pausedUntil, null)
    if (refusedAt > (budget.lastRefusal ?? 0) + measurementErrorMs) budget.pause(0, refusedAt)
    const taken = read.filter(
      (row): row is SlotRow & { place: number; sent_ago: number } => row.place !== null && row.lane !== standbyLane,
    )
    const seen = new Set(taken.map(slotKey))
    for (const row of taken) {
      const end = row.ended_ago === null ? null : at - Math.max(0, row.ended_ago)
      const before = known.get(slotKey(row))?.sent
      if (row.lane === null) {
        if (before) budget.refund(before)
        known.delete(slotKey(row))
        continue
      }
      if (before) {
        if (end !== null) budget.finish(before, end)
        before.refused ||= row.refused === 1
        continue
      }
      // One of ours whose claim has not been answered yet.
      if (row.gateway === cluster.number && claiming > 0) continue
      const sent: SentRequest = {
        lane: row.lane as Lane,
        page: row.page,
        operator: row.operator,
        startedAt: at - Math.max(0, row.sent_ago),
        endedAt: end,
        ...(row.person !== null && { person: row.person }),
        refused: row.refused === 1,
      }
      known.set(slotKey(row), { sent, since: at, own: false })
      budget.addSent(sent)
    }
    for (const [key, { sent, since, own }] of known) {
      if (seen.has(key) || since >= asked || (own && sent.endedAt === null)) continue
      // Its place was free by the database's clock. By this one it may count for longer.
      budget.finish(sent, Math.min(at, sent.startedAt + maxExchangeMs))
      known.delete(key)
    }
    if (rate.burst > 0 && first) budget.limitLevel(first.level, at)
  }

  /** What happened while the database was away. */
  async function catchUp(): Promise<void> {
    if (pause) await rows.pause(Math.max(0, pause.until - clock.steady()), pause.refused)
    pause = null
    for (const [sent, one] of unrecorded) {
      const isOver = sent.endedAt !== null && sent.endedAt + minute < clock.steady()
      const place = isOver ? undefined : await kept.assign(one, sent)
      const neverWent = !unrecorded.delete(sent)
      if (!place) continue
      sent.slot = place
      known.set(slotKey(place), { sent, since: clock.steady(), own: true })
      if (neverWent) await rows.giveBack(place)
      else if (sent.endedAt !== null) await rows.finish(place, sent.refused)
    }
  }

  async function syncOnce(): Promise<void> {
    await catchUp()
    const read = await readRows()
    await rows.repair(read)
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
    }, syncDelayMs).unref()
  }

  /** There was no place though the mirror had one: the lane waits until there may be one. */
  async function standBack(lane: Lane): Promise<void> {
    const read = await readRows()
    const { from, to } = slotRange(lane, rate)
    const taken = read.filter(({ place, free_in }) => place !== null && place >= from && place <= to && free_in > 0)
    const isFull = taken.length > to - from
    const nap = isFull
      ? Math.min(maxBlockMs, marginMs + Math.min(...taken.map(({ free_in }) => free_in)))
      : defaultBlockMs
    budget.blockUntil(lane, clock.steady() + nap)
  }

  /** Without the database: whether this cancel may go. */
  function mayGoUnrecorded(sent: SentRequest): boolean {
    const at = clock.steady()
    const one = kept.findFree(at)
    if (!one) {
      budget.blockUntil('cancel', kept.nextAt(at))
      return false
    }
    kept.markInUse(one)
    unrecorded.set(sent, one)
    return true
  }

  /** A place that this gateway has kept, when there is no other. */
  async function takeKept(sent: SentRequest): Promise<Slot | undefined> {
    if (sent.lane !== 'cancel') return (await kept.release()) ? rows.take(sent) : undefined
    const one = kept.findFree(clock.steady())
    return one && kept.assign(one, sent)
  }

  await rows.prepare()
  await syncOnce()
  cluster.onResync(() => {
    // Before anything can be recorded again: a command that finds its lane held back is refused for good.
    /* guard: back-database-opens-all-lanes */ open()
    void sync()
  })
  tableChangesOf(store).onChange(['request_places', 'request_budget'], syncLater)
  const timer = setInterval(() => void sync(), syncIntervalMs).unref()

  return {
    async claim(sent) {
      claiming += 1
      try {
        const place = (await rows.take(sent)) ?? (await takeKept(sent))
        if (!place) {
          await standBack(sent.lane)
          return false
        }
        if (clock.steady() - sent.startedAt > maxClaimMs) {
          await rows.giveBack(place)
          return false
        }
        sent.slot = place
        known.set(slotKey(place), { sent, since: clock.steady(), own: true })
        return true
      } catch (error) {
        isAway = true
        log.debug({ lane: sent.lane, error: String(error) }, 'a place could not be taken')
        if (sent.lane === 'cancel') return mayGoUnrecorded(sent)
        budget.blockUntil(sent.lane, clock.steady() + unavailableBlockMs)
        return false
      } finally {
        claiming -= 1
      }
    },
    async finish(sent, never) {
      if (!sent.slot) {
        const one = unrecorded.get(sent)
        if (one) kept.markEnded(one, never ? clock.steady() : clock.steady() + minute + marginMs)
        if (never) unrecorded.delete(sent)
        return
      }
      if (never) known.delete(slotKey(sent.slot))
      // Where this fails, the place is free after its lease.
      await (never ? rows.giveBack(sent.slot) : rows.finish(sent.slot, sent.refused)).catch(() => {})
    },
    async pause(wait, refused) {
      const until = clock.steady() + wait
      await rows.pause(wait, refused).catch(() => {
        pause = { until, refused }
      })
    },
    isDatabaseUnavailable: () => isAway,
    onChange: (listener) => void listeners.push(listener),
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
