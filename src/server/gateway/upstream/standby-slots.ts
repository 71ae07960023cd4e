/**
 * Standby slots of the shared budget: this gateway reserves them for cancels that it may have to send while the database is unavailable.
 * It leases them in advance and renews the leases. No other gateway takes them before the lease has run out, unless this one was killed
 * (`Cluster.selectDisconnected`), so these cancels stay within the plan, whatever the other gateways send.
 *
 * One standby slot per gateway comes from the commands' reserve, of which gateways take half at most, and is leased for an hour. Gateways
 * also lease up to a quarter of the idle slots, for minutes, and release them when they are needed. A plan with a burst (a token bucket)
 * has the first kind only.
 */
import { DatabaseUnavailable } from '#server/database/faults.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { type Clock, minuteMs } from '../shared/clock.ts'
import { type Budget, reserveOf, type SentRequest } from './budget.ts'
import { maxStandbyLeaseMs, type Slot, type SlotRow, type SlotRows, slotKey, standbyLane } from './slot-rows.ts'

/** The lease of an idle slot. */
const idleLeaseMs = 5 * minuteMs
/** A cancel is sent within this time after it gets its slot, or not at all. */
const maxSendDelayMs = 10_000
/** A cancel whose slot could not be recorded may still be sent within this time. */
const unrecordedUseMs = 1_000
/** A lease is renewed once less than this share of it is left. */
const renewBelowShare = 0.5

export interface StandbySlot {
  slot: Slot
  /** The length of its lease, ms. */
  leaseMs: number
  /** By the steady clock. */
  usableUntil: number
  /** When its last cancel stops counting; Infinity while that cancel is under way. */
  freeAt: number
}

/** @param deps.rows the shared rows in which the slots are taken */
export function createStandbySlots(deps: { rows: SlotRows; cluster: Cluster; budget: Budget; clock: Clock }) {
  const { rows, cluster, budget, clock } = deps
  const { rate } = budget
  const isBucket = rate.burst > 0
  const { all, cancel } = reserveOf(rate.perMinute)
  const maxOfReserve = Math.floor((all - cancel) / 2)
  const ownSlots = new Map<string, StandbySlot>()
  /** Keys of slots that were used or released, even if the rows do not show it yet. */
  const releasedKeys = new Set<string>()

  const isFromReserve = ({ place }: { place: number | null }) => place !== null && (isBucket || place <= all)
  const leaseOf = (slot: Slot) => (isFromReserve(slot) ? maxStandbyLeaseMs : idleLeaseMs)
  const findStandbyRows = (slotRows: SlotRow[]) =>
    slotRows.filter(
      (row): row is SlotRow & { place: number } =>
        row.lane === standbyLane && row.ended_ago === null && row.free_in > 0,
    )

  function addSlots(slots: Slot[], requestedAt: number): void {
    for (const slot of slots) {
      const leaseMs = leaseOf(slot)
      const freeAt = ownSlots.get(slotKey(slot))?.freeAt ?? requestedAt
      ownSlots.set(slotKey(slot), { slot, leaseMs, usableUntil: requestedAt + leaseMs - maxSendDelayMs, freeAt })
    }
  }

  function markReleased(slots: Slot[]): void {
    for (const slot of slots) {
      ownSlots.delete(slotKey(slot))
      releasedKeys.add(slotKey(slot))
    }
  }

  const idleSlots = () => [...ownSlots.values()].filter(({ slot }) => !isFromReserve(slot))

  async function releaseSlots(standbySlots: StandbySlot[]): Promise<boolean> {
    // A slot that was used without the database has to be recorded first.
    const slots = standbySlots.filter(({ freeAt }) => freeAt <= clock.steady()).map(({ slot }) => slot)
    if (slots.length === 0) return false
    markReleased(slots)
    await rows.giveBack(...slots)
    return true
  }

  async function renew(): Promise<void> {
    const requestedAt = clock.steady()
    for (const leaseMs of [maxStandbyLeaseMs, idleLeaseMs]) {
      const due = [...ownSlots.values()].filter((one) => one.leaseMs === leaseMs)
      if (!due.some(({ usableUntil: until }) => until - requestedAt < leaseMs * renewBelowShare)) continue
      const renewed = await rows.renewStandby(
        due.map(({ slot }) => slot),
        leaseMs,
      )
      addSlots(renewed, requestedAt)
    }
  }

  /** Takes more slots or releases some, depending on how much of the plan is used. */
  async function resize(slotRows: SlotRow[]): Promise<void> {
    const standbyRows = findStandbyRows(slotRows)
    const reserveCount = standbyRows.filter(isFromReserve).length
    const requestedAt = clock.steady()
    if (![...ownSlots.values()].some(({ slot }) => isFromReserve(slot)) && reserveCount < maxOfReserve)
      addSlots(await rows.takeStandby({ from: cancel + 1, to: all }, 1, maxStandbyLeaseMs), requestedAt)
    if (isBucket) return
    const usedCount = slotRows.filter(
      ({ place, lane, free_in }) => (place ?? 0) > all && lane !== standbyLane && free_in > 0,
    ).length
    const maxIdle = Math.min(all, Math.floor((rate.perMinute - all - usedCount) / 4))
    const othersIdle = standbyRows.length - reserveCount - idleSlots().length
    const idleTarget = Math.max(0, Math.min(Math.floor(maxIdle / cluster.members().length), maxIdle - othersIdle))
    if (idleTarget < idleSlots().length) await releaseSlots(idleSlots().slice(idleTarget))
    // A difference of one slot is not worth a statement.
    else if (idleTarget > idleSlots().length + 1 || (idleTarget > 0 && ownSlots.size === 0))
      addSlots(
        await rows.takeStandby({ from: all + 1, to: rate.perMinute }, idleTarget - idleSlots().length, idleLeaseMs),
        requestedAt,
      )
  }

  return {
    /** Updates the budget with the standby slots in the rows. */
    updateBudget(slotRows: SlotRow[]): void {
      const standbyRows = findStandbyRows(slotRows)
      const ownRows = standbyRows.filter((row) => ownSlots.has(slotKey(row)))
      budget.setStandbySlots({
        others: standbyRows.length - ownRows.length,
        own: ownRows.filter(isFromReserve).length,
        ofReserve: standbyRows.filter(isFromReserve).length,
      })
    },

    /** Synchronises with the rows, renews leases, and takes or releases slots. */
    async adjust(slotRows: SlotRow[]): Promise<void> {
      const standbyRows = findStandbyRows(slotRows)
      const keys = new Set(standbyRows.map(slotKey))
      for (const key of ownSlots.keys()) if (!keys.has(key)) ownSlots.delete(key)
      for (const key of releasedKeys) if (!keys.has(key)) releasedKeys.delete(key)
      // Slots that this gateway took or renewed, but whose confirmation never arrived.
      const unconfirmed = standbyRows.filter(
        (row) => row.gateway === cluster.number && !ownSlots.has(slotKey(row)) && !releasedKeys.has(slotKey(row)),
      )
      const slots = unconfirmed.map(({ place, taken }) => ({ place, taken }))
      addSlots(await rows.renewStandby(slots.filter(isFromReserve), maxStandbyLeaseMs), clock.steady())
      await renew()
      await resize(slotRows)
    },

    /** Finds a slot that may be used now. */
    findFree: (now: number): StandbySlot | undefined =>
      [...ownSlots.values()]
        .toSorted((a, b) => a.leaseMs - b.leaseMs)
        .find(({ usableUntil: until, freeAt }) => /* guard: kept-place-is-free */ freeAt <= now && now < until),

    /** When the next slot may be used without the database; Infinity: never. */
    nextAt: (now: number): number =>
      Math.min(
        ...[...ownSlots.values()].map(({ usableUntil: until, freeAt }) => {
          const nextFreeAt = freeAt === Infinity ? now + minuteMs : Math.max(now, freeAt)
          return nextFreeAt < until ? nextFreeAt : Infinity
        }),
      ),

    /** Marks the slot as used by a cancel that is sent without the database. */
    markInUse: (standbySlot: StandbySlot): void => {
      standbySlot.freeAt = Infinity
    },

    /** Records when the slot's cancel stops counting. With a bucket, it is unknown when the token returns. */
    markEnded: (standbySlot: StandbySlot, freeAt: number): void => {
      standbySlot.freeAt = isBucket && freeAt > clock.steady() ? Infinity : freeAt
    },

    /** Assigns the slot to a cancel in the rows. Undefined: this gateway does not hold the slot any more. */
    async assign(standbySlot: StandbySlot, sent: SentRequest): Promise<Slot | undefined> {
      markReleased([standbySlot.slot])
      try {
        return await rows.assignStandby(standbySlot.slot, sent)
      } catch (error) {
        // The rows may show it as used now: only this cancel may still use it. If nothing was sent to the database, they do not.
        const usableUntil =
          error instanceof DatabaseUnavailable
            ? standbySlot.usableUntil
            : Math.min(standbySlot.usableUntil, clock.steady() + unrecordedUseMs)
        releasedKeys.delete(slotKey(standbySlot.slot))
        ownSlots.set(slotKey(standbySlot.slot), { ...standbySlot, usableUntil })
        throw error
      }
    },

    /** Releases the idle slots. Returns whether there were any. */
    release: (): Promise<boolean> => releaseSlots(idleSlots()),

    /** Releases all slots. */
    async close(): Promise<void> {
      await releaseSlots([...ownSlots.values()])
    },
  }
}
