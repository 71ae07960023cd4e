/**
 * The request budget that several gateways share. A request needs a slot of this gateway's own budget and one in the rows of all
 * gateways (slot-rows.ts), which decide. The own budget mirrors the rows, for forecasts, shares and display. It uses this machine's
 * steady clock, so a database whose clock is set forward frees no slot early.
 *
 * While the database is unavailable, only cancels get slots. A gateway cannot know then whether the others continue to use the plan, so
 * cancels use the standby slots that it leased before (standby-slots.ts). Without a standby slot it sends no cancel.
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
/** The mirror and the rows may see a slot become free this far apart. */
const marginMs = 25
/** Two measurements of the same moment in the rows differ by less. */
const measurementErrorMs = 1_000
/** A slot granted later than this is given back: its request might be sent when the slot is no longer ours. */
const maxClaimMs = 5_000
/** A lane that was refused a slot is blocked for this long. */
const defaultBlockMs = 250
const maxBlockMs = 2_000
const unavailableBlockMs = 1_000
/** When the mirror is synchronised with the rows: this long after a change, and at least this often. */
const syncDelayMs = 500
const syncIntervalMs = 5_000

/**
 * Opens the shared slots, and creates the rows that are missing.
 *
 * @param deps.budget the mirror: synchronised with the rows from now on
 */
export async function openSharedSlots(deps: {
  store: Store
  cluster: Cluster
  budget: Budget
  clock: Clock
  log: Log
}): Promise<RequestSlots & { sync: () => Promise<void> }> {
  const { store, cluster, budget, clock, log } = deps
  const { rate } = budget
  const rows = createSlotRows({ store, cluster, rate })
  /** The requests of the rows that the mirror has, since when, and whether they are this gateway's. */
  const known = new Map<string, { sent: SentRequest; since: number; own: boolean }>()
  const standby = createStandbySlots({ rows, cluster, budget, clock })
  /** Cancels sent while the database was unavailable, each with its standby slot. */
  const unrecorded = new Map<SentRequest, StandbySlot>()
  let pause: { until: number; refused: boolean } | null = null
  let isUnavailable = false
  let claiming = 0
  let syncing: Promise<void> | null = null
  let syncTimer: NodeJS.Timeout | undefined
  let closed = false
  const listeners: (() => void)[] = []

  /** The database answers again: unblocks all lanes. */
  function unblockLanes(): void {
    isUnavailable = false
    for (const lane of lanes) budget.blockUntil(lane, 0)
  }

  /** Reads all rows that count and updates the mirror. */
  async function readRows(): Promise<SlotRow[]> {
    const asked = clock.steady()
    const read = await rows.read()
    updateMirror(read, asked)
    standby.updateBudget(read)
    if (isUnavailable) unblockLanes()
    return read
  }

  /** Updates the mirror with the rows. @param asked when the query was sent, by the steady clock */
  function updateMirror(read: SlotRow[], asked: number): void {
    const at = clock.steady()
    const [first] = read
    const pausedUntil = at + (first?.paused_for ?? 0)
    const refusedAt = at - Math.max(0, first?.refused_ago ?? Infinity)
    // Repeated measurements of the same moment differ by some milliseconds.
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
      // One of ours: its claim is still pending.
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
      // By the database's clock its slot is free. By this machine's clock it may count for longer.
      budget.finish(sent, Math.min(at, sent.startedAt + maxExchangeMs))
      known.delete(key)
    }
    if (rate.burst > 0 && first) budget.limitLevel(first.level, at)
  }

  /** Records what happened while the database was unavailable. */
  async function catchUp(): Promise<void> {
    if (pause) await rows.pause(Math.max(0, pause.until - clock.steady()), pause.refused)
    pause = null
    for (const [sent, one] of unrecorded) {
      const isOver = sent.endedAt !== null && sent.endedAt + minute < clock.steady()
      const slot = isOver ? undefined : await standby.assign(one, sent)
      const neverWent = !unrecorded.delete(sent)
      if (!slot) continue
      sent.slot = slot
      known.set(slotKey(slot), { sent, since: clock.steady(), own: true })
      if (neverWent) await rows.giveBack(slot)
      else if (sent.endedAt !== null) await rows.finish(slot, sent.refused)
    }
  }

  async function syncOnce(): Promise<void> {
    await catchUp()
    const read = await readRows()
    await rows.repair(read)
    await standby.adjust(read)
    for (const listener of listeners) listener()
  }

  function sync(): Promise<void> {
    syncing ??= syncOnce()
      // The database does not answer: the mirror stays as it is, and claims fail.
      .catch(() => {})
      .finally(() => {
        syncing = null
      })
    return syncing
  }

  function syncLater(): void {
    if (closed) return
    syncTimer ??= setTimeout(() => {
      syncTimer = undefined
      void sync()
    }, syncDelayMs).unref()
  }

  /** The rows have no slot though the mirror has one: blocks the lane until one may be free. */
  async function blockLane(lane: Lane): Promise<void> {
    const read = await readRows()
    const { from, to } = slotRange(lane, rate)
    const taken = read.filter(({ place, free_in }) => place !== null && place >= from && place <= to && free_in > 0)
    const isFull = taken.length > to - from
    const blockMs = isFull
      ? Math.min(maxBlockMs, marginMs + Math.min(...taken.map(({ free_in }) => free_in)))
      : defaultBlockMs
    budget.blockUntil(lane, clock.steady() + blockMs)
  }

  /** Without the database: whether a standby slot allows this cancel. */
  function sendOnStandby(sent: SentRequest): boolean {
    const at = clock.steady()
    const one = standby.findFree(at)
    if (!one) {
      budget.blockUntil('cancel', standby.nextAt(at))
      return false
    }
    standby.markInUse(one)
    unrecorded.set(sent, one)
    return true
  }

  /** Falls back to a standby slot: a cancel uses one; for other lanes the idle ones are released. */
  async function takeStandby(sent: SentRequest): Promise<Slot | undefined> {
    if (sent.lane !== 'cancel') return (await standby.release()) ? rows.take(sent) : undefined
    const one = standby.findFree(clock.steady())
    return one && standby.assign(one, sent)
  }

  await rows.prepare()
  await syncOnce()
  cluster.onResync(() => {
    // Before anything can be recorded again: a command whose lane is blocked is refused for good.
    /* guard: back-database-opens-all-lanes */ unblockLanes()
    void sync()
  })
  tableChangesOf(store).onChange(['request_places', 'request_budget'], syncLater)
  const timer = setInterval(() => void sync(), syncIntervalMs).unref()

  return {
    async claim(sent) {
      claiming += 1
      try {
        const slot = (await rows.take(sent)) ?? (await takeStandby(sent))
        if (!slot) {
          await blockLane(sent.lane)
          return false
        }
        if (clock.steady() - sent.startedAt > maxClaimMs) {
          await rows.giveBack(slot)
          return false
        }
        sent.slot = slot
        known.set(slotKey(slot), { sent, since: clock.steady(), own: true })
        return true
      } catch (error) {
        isUnavailable = true
        log.debug({ lane: sent.lane, error: String(error) }, 'could not take a request slot')
        if (sent.lane === 'cancel') return sendOnStandby(sent)
        budget.blockUntil(sent.lane, clock.steady() + unavailableBlockMs)
        return false
      } finally {
        claiming -= 1
      }
    },
    async finish(sent, never) {
      if (!sent.slot) {
        const one = unrecorded.get(sent)
        if (one) standby.markEnded(one, never ? clock.steady() : clock.steady() + minute + marginMs)
        if (never) unrecorded.delete(sent)
        return
      }
      if (never) known.delete(slotKey(sent.slot))
      // If this fails, the slot is free after its lease.
      await (never ? rows.giveBack(sent.slot) : rows.finish(sent.slot, sent.refused)).catch(() => {})
    },
    async pause(wait, refused) {
      const until = clock.steady() + wait
      await rows.pause(wait, refused).catch(() => {
        pause = { until, refused }
      })
    },
    isDatabaseUnavailable: () => isUnavailable,
    onChange: (listener) => void listeners.push(listener),
    /** Updates the budget from the rows now. */
    sync,
    async close() {
      closed = true
      clearInterval(timer)
      clearTimeout(syncTimer)
      await syncing
      // Without the database, the standby slots are free when their leases run out.
      await standby.close().catch(() => {})
    },
  }
}
