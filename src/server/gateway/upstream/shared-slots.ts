/**
 * The request budget that several gateways share. A request needs a slot of this gateway's own budget and one in the rows of all
 * gateways (slot-rows.ts), which decide. The own budget mirrors the rows, for forecasts, shares and display. It uses this machine's
 * steady clock, so it frees no slot early if the database's clock is set forward.
 *
 * While the database is unavailable, only cancels get slots. A gateway cannot know then whether the others continue to use the plan, so
 * cancels use the standby slots that it leased before (standby-slots.ts). Without a standby slot it sends no cancel.
 */
import { type Lane, lanes } from '#contract/index.ts'
import { tableChangesOf } from '#server/database/changes.ts'
import type { Core } from '../cluster/core.ts'
import type { Budget, SentRequest } from './budget.ts'
import { maxExchangeMs } from './request-log.ts'
import type { RequestSlots } from './request-queue.ts'
import { createSlotRows, type Slot, type SlotRow, slotKey, slotRange, standbyLane } from './slot-rows.ts'
import { createStandbySlots, type StandbySlot } from './standby-slots.ts'

const minuteMs = 60_000
/** A slot may become free in the own budget this much earlier or later than in the rows. */
const marginMs = 25
/** Two readings of the same moment in the rows differ by less than this. */
const measurementErrorMs = 1_000
/** A slot granted later than this is given back: its request might be sent when the slot is no longer ours. */
const maxClaimMs = 5_000
/** A lane that was refused a slot is blocked for this long. */
const defaultBlockMs = 250
const maxBlockMs = 2_000
const unavailableBlockMs = 1_000
/** The own budget is synchronised with the rows this long after a change, and at least this often. */
const syncDelayMs = 500
const syncIntervalMs = 5_000

/**
 * Opens the shared slots, and creates the rows that are missing.
 *
 * @param deps.budget this gateway's own budget, synchronised with the rows from now on
 */
export async function openSharedSlots(
  deps: Pick<Core, 'store' | 'cluster' | 'clock' | 'log'> & {
    budget: Budget
  },
): Promise<RequestSlots & { sync: () => Promise<void> }> {
  const { store, cluster, budget, clock, log } = deps
  const { rate } = budget
  const rows = createSlotRows({ store, cluster, rate })
  /** The rows' requests that the own budget contains, by slot: since when, and whether they are this gateway's. */
  const mirrored = new Map<string, { sent: SentRequest; mirroredAt: number; isOwn: boolean }>()
  const standby = createStandbySlots({ rows, cluster, budget, clock })
  /** Cancels sent while the database was unavailable, each with its standby slot. */
  const unrecorded = new Map<SentRequest, StandbySlot>()
  let unrecordedPause: { until: number; refused: boolean } | null = null
  let isUnavailable = false
  let pendingClaims = 0
  let pendingSync: Promise<void> | null = null
  let syncTimer: NodeJS.Timeout | undefined
  let isClosed = false
  const listeners: (() => void)[] = []

  /** Unblocks all lanes, once the database answers again. */
  function unblockLanes(): void {
    isUnavailable = false
    for (const lane of lanes) budget.blockUntil(lane, 0)
  }

  /** Reads all rows that count and updates the own budget. */
  async function readRows(): Promise<SlotRow[]> {
    const requestedAt = clock.steady()
    const slotRows = await rows.read()
    mirrorRows(slotRows, requestedAt)
    standby.updateBudget(slotRows)
    if (isUnavailable) unblockLanes()
    return slotRows
  }

  /** Updates the mirror with the rows. @param requestedAt when the query was sent, by the steady clock */
  function mirrorRows(slotRows: SlotRow[], requestedAt: number): void {
    const now = clock.steady()
    const [first] = slotRows
    const pausedUntil = now + (first?.paused_for ?? 0)
    const refusedAt = now - Math.max(0, first?.refused_ago ?? Infinity)
    // Two readings of the same moment differ by some milliseconds.
    if (pausedUntil > Math.max(now, budget.pausedUntil + measurementErrorMs)) budget.pause(pausedUntil, null)
    if (refusedAt > (budget.lastRefusedAt ?? 0) + measurementErrorMs) budget.pause(0, refusedAt)
    const taken = slotRows.filter(
      (row): row is SlotRow & { place: number; sent_ago: number } => row.place !== null && row.lane !== standbyLane,
    )
    const seen = new Set(taken.map(slotKey))
    for (const row of taken) {
      const endedAt = row.ended_ago === null ? null : now - Math.max(0, row.ended_ago)
      const mirroredRequest = mirrored.get(slotKey(row))?.sent
      if (row.lane === null) {
        if (mirroredRequest) budget.refund(mirroredRequest)
        mirrored.delete(slotKey(row))
        continue
      }
      if (mirroredRequest) {
        if (endedAt !== null) budget.finish(mirroredRequest, endedAt)
        mirroredRequest.isTargetUnknown ||= row.refused === 1
        continue
      }
      // A request of this gateway whose claim is still pending.
      if (row.gateway === cluster.number && pendingClaims > 0) continue
      const sent: SentRequest = {
        lane: row.lane as Lane,
        page: row.page,
        operator: row.operator,
        startedAt: now - Math.max(0, row.sent_ago),
        endedAt,
        ...(row.person !== null && { person: row.person }),
        isTargetUnknown: row.refused === 1,
      }
      mirrored.set(slotKey(row), { sent, mirroredAt: now, isOwn: false })
      budget.addSent(sent)
    }
    for (const [key, { sent, mirroredAt: since, isOwn: own }] of mirrored) {
      if (seen.has(key) || since >= requestedAt || (own && sent.endedAt === null)) continue
      // By the database's clock its slot is free. By this machine's clock it may count for longer.
      budget.finish(sent, Math.min(now, sent.startedAt + maxExchangeMs))
      mirrored.delete(key)
    }
    if (rate.burst > 0 && first) budget.limitLevel(first.level, now)
  }

  /** Records what happened while the database was unavailable. */
  async function catchUp(): Promise<void> {
    if (unrecordedPause) await rows.pause(Math.max(0, unrecordedPause.until - clock.steady()), unrecordedPause.refused)
    unrecordedPause = null
    for (const [sent, standbySlot] of unrecorded) {
      const isExpired = sent.endedAt !== null && sent.endedAt + minuteMs < clock.steady()
      const slot = isExpired ? undefined : await standby.assign(standbySlot, sent)
      const wasNeverSent = !unrecorded.delete(sent)
      if (!slot) continue
      sent.slot = slot
      mirrored.set(slotKey(slot), { sent, mirroredAt: clock.steady(), isOwn: true })
      if (wasNeverSent) await rows.giveBack(slot)
      else if (sent.endedAt !== null) await rows.finish(slot, sent.isTargetUnknown)
    }
  }

  async function syncOnce(): Promise<void> {
    await catchUp()
    const slotRows = await readRows()
    await rows.repair(slotRows)
    await standby.adjust(slotRows)
    for (const listener of listeners) listener()
  }

  function sync(): Promise<void> {
    pendingSync ??= syncOnce()
      // The database does not answer: the own budget stays as it is, and claims fail.
      .catch(() => {})
      .finally(() => {
        pendingSync = null
      })
    return pendingSync
  }

  function syncLater(): void {
    if (isClosed) return
    syncTimer ??= setTimeout(() => {
      syncTimer = undefined
      void sync()
    }, syncDelayMs).unref()
  }

  /** Blocks a lane until a slot may be free: the rows have none, although the own budget has one. */
  async function blockLane(lane: Lane): Promise<void> {
    const slotRows = await readRows()
    const { from, to } = slotRange(lane, rate)
    const taken = slotRows.filter(({ place, free_in }) => place !== null && place >= from && place <= to && free_in > 0)
    const isFull = taken.length > to - from
    const blockMs = isFull
      ? Math.min(maxBlockMs, marginMs + Math.min(...taken.map(({ free_in }) => free_in)))
      : defaultBlockMs
    budget.blockUntil(lane, clock.steady() + blockMs)
  }

  /** Without the database: reserves a standby slot for this cancel. Returns whether there is one. */
  function reserveStandby(sent: SentRequest): boolean {
    const now = clock.steady()
    const standbySlot = standby.findFree(now)
    if (!standbySlot) {
      budget.blockUntil('cancel', standby.nextAt(now))
      return false
    }
    standby.markInUse(standbySlot)
    unrecorded.set(sent, standbySlot)
    return true
  }

  /** Falls back to a standby slot: a cancel uses one; for other lanes the idle ones are released. */
  async function takeStandby(sent: SentRequest): Promise<Slot | undefined> {
    if (sent.lane === 'outcomes') return undefined
    if (sent.lane !== 'cancel') return (await standby.release()) ? rows.take(sent) : undefined
    const standbySlot = standby.findFree(clock.steady())
    return standbySlot && standby.assign(standbySlot, sent)
  }

  await rows.prepare()
  await syncOnce()
  cluster.onResync(() => {
    // Unblock before commands can be recorded again: a command is refused, not retried, if its lane is blocked.
    /* guard: back-database-opens-all-lanes */ unblockLanes()
    void sync()
  })
  cluster.onTakeOver(async (numbers) => {
    // The slots of one that may still cancel without the database are free when their leases run out.
    const killed = numbers.length > 0 ? await cluster.selectDisconnected(numbers) : []
    if (killed.length > 0) await rows.giveBackStandbyOf(killed)
  })
  tableChangesOf(store).onChange(['request_places', 'request_budget'], syncLater)
  const timer = setInterval(() => void sync(), syncIntervalMs).unref()

  return {
    async claim(sent) {
      pendingClaims += 1
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
        mirrored.set(slotKey(slot), { sent, mirroredAt: clock.steady(), isOwn: true })
        return true
      } catch (error) {
        isUnavailable = true
        log.debug({ lane: sent.lane, error: String(error) }, 'could not take a request slot')
        if (sent.lane === 'cancel') return reserveStandby(sent)
        budget.blockUntil(sent.lane, clock.steady() + unavailableBlockMs)
        return false
      } finally {
        pendingClaims -= 1
      }
    },
    async finish(sent, wasNeverSent) {
      if (!sent.slot) {
        const standbySlot = unrecorded.get(sent)
        if (standbySlot)
          standby.markEnded(standbySlot, wasNeverSent ? clock.steady() : clock.steady() + minuteMs + marginMs)
        if (wasNeverSent) unrecorded.delete(sent)
        return
      }
      if (wasNeverSent) mirrored.delete(slotKey(sent.slot))
      // If this fails, the slot is free after its lease.
      await (wasNeverSent ? rows.giveBack(sent.slot) : rows.finish(sent.slot, sent.isTargetUnknown)).catch(() => {})
    },
    async pause(waitMs, isRefusal) {
      const until = clock.steady() + waitMs
      await rows.pause(waitMs, isRefusal).catch(() => {
        unrecordedPause = { until, refused: isRefusal }
      })
    },
    isDatabaseUnavailable: () => isUnavailable,
    onChange: (listener) => void listeners.push(listener),
    /** Updates the budget from the rows now. */
    sync,
    async close() {
      isClosed = true
      clearInterval(timer)
      clearTimeout(syncTimer)
      await pendingSync
      // Without the database, the standby slots are free when their leases run out.
      await standby.close().catch(() => {})
    },
  }
}
