/**
 * Standby slots of the shared budget: this gateway reserves them for cancels that it may have to send without the database. It takes
 * them in advance and renews them. No other gateway takes them until some time after this one has stopped using them. So these
 * cancels stay within the plan, whatever the other gateways send.
 *
 * One standby slot per gateway comes from the commands' reserve, of which gateways take half at most, and is leased for an hour. Gateways
 * also lease up to a quarter of the idle slots, for minutes, and release them when they are needed. A bucket has the first kind only.
 */
import type { Cluster } from '../cluster/cluster.ts'
import type { Clock } from '../shared/clock.ts'
import { type Budget, reserveOf, type SentRequest } from './budget.ts'
import { maxStandbyLeaseMs, type Slot, type SlotRow, type SlotRows, slotKey, standbyLane } from './slot-rows.ts'

const minute = 60_000
/** The lease of an idle slot. */
const idleLeaseMs = 5 * minute
/** A cancel is written within this time after it gets its slot. */
const maxSendDelayMs = 10_000
/** A cancel whose slot could not be recorded may still be sent within this time. */
const unrecordedUseMs = 1_000
/** A lease is renewed once less than this part of it is left. */
const renewAtShare = 0.5

export interface StandbySlot {
  slot: Slot
  /** The length of its lease, ms. */
  leaseMs: number
  /** Until when it may be used, by the steady clock. */
  until: number
  /** When its last cancel stops counting; Infinity while that cancel is under way. */
  freeAt: number
}

export type StandbySlotPool = ReturnType<typeof createStandbySlots>

/** @param deps.rows the shared rows in which the slots are taken */
export function createStandbySlots(deps: { rows: SlotRows; cluster: Cluster; budget: Budget; clock: Clock }) {
  const { rows, cluster, budget, clock } = deps
  const { rate } = budget
  const isBucket = rate.burst > 0
  const { all, cancel } = reserveOf(rate.perMinute)
  const maxOfReserve = Math.floor((all - cancel) / 2)
  const own = new Map<string, StandbySlot>()
  /** Keys of slots that were used or released, even if the rows do not show it yet. */
  const forgotten = new Set<string>()

  const isOfReserve = ({ place }: { place: number | null }) => place !== null && (isBucket || place <= all)
  const leaseOf = (slot: Slot) => (isOfReserve(slot) ? maxStandbyLeaseMs : idleLeaseMs)
  const standbyIn = (read: SlotRow[]) =>
    read.filter(
      (row): row is SlotRow & { place: number } =>
        row.lane === standbyLane && row.ended_ago === null && row.free_in > 0,
    )

  function add(slots: Slot[], asked: number): void {
    for (const slot of slots) {
      const leaseMs = leaseOf(slot)
      const freeAt = own.get(slotKey(slot))?.freeAt ?? asked
      own.set(slotKey(slot), { slot, leaseMs, until: asked + leaseMs - maxSendDelayMs, freeAt })
    }
  }

  function forget(slots: Slot[]): void {
    for (const slot of slots) {
      own.delete(slotKey(slot))
      forgotten.add(slotKey(slot))
    }
  }

  const idle = () => [...own.values()].filter(({ slot }) => !isOfReserve(slot))

  async function releaseSlots(ones: StandbySlot[]): Promise<boolean> {
    // A slot that was used without the database has to be recorded first.
    const slots = ones.filter(({ freeAt }) => freeAt <= clock.steady()).map(({ slot }) => slot)
    if (slots.length === 0) return false
    forget(slots)
    await rows.giveBack(...slots)
    return true
  }

  async function renew(): Promise<void> {
    const asked = clock.steady()
    for (const leaseMs of [maxStandbyLeaseMs, idleLeaseMs]) {
      const due = [...own.values()].filter((one) => one.leaseMs === leaseMs)
      if (!due.some(({ until }) => until - asked < leaseMs * renewAtShare)) continue
      const renewed = await rows.renewStandby(
        due.map(({ slot }) => slot),
        leaseMs,
      )
      add(renewed, asked)
    }
  }

  /** Takes more slots or releases some, depending on how much of the plan is used. */
  async function resize(read: SlotRow[]): Promise<void> {
    const standby = standbyIn(read)
    const ofReserve = standby.filter(isOfReserve).length
    const asked = clock.steady()
    if (![...own.values()].some(({ slot }) => isOfReserve(slot)) && ofReserve < maxOfReserve)
      add(await rows.takeStandby({ from: cancel + 1, to: all }, 1, maxStandbyLeaseMs), asked)
    if (isBucket) return
    const used = read.filter(
      ({ place, lane, free_in }) => (place ?? 0) > all && lane !== standbyLane && free_in > 0,
    ).length
    const maxIdle = Math.min(all, Math.floor((rate.perMinute - all - used) / 4))
    const others = standby.length - ofReserve - idle().length
    const wanted = Math.max(0, Math.min(Math.floor(maxIdle / cluster.members().length), maxIdle - others))
    if (wanted < idle().length) await releaseSlots(idle().slice(wanted))
    // A difference of one slot is not worth a statement.
    else if (wanted > idle().length + 1 || (wanted > 0 && own.size === 0))
      add(await rows.takeStandby({ from: all + 1, to: rate.perMinute }, wanted - idle().length, idleLeaseMs), asked)
  }

  return {
    /** Updates the budget with the standby slots in the rows. */
    updateBudget(read: SlotRow[]): void {
      const standby = standbyIn(read)
      const ours = standby.filter((row) => own.has(slotKey(row)))
      budget.setStandbySlots({
        others: standby.length - ours.length,
        own: ours.filter(isOfReserve).length,
        ofReserve: standby.filter(isOfReserve).length,
      })
    },

    /** Synchronises with the rows, renews leases, and takes or releases slots. */
    async adjust(read: SlotRow[]): Promise<void> {
      const standby = standbyIn(read)
      const keys = new Set(standby.map(slotKey))
      for (const key of own.keys()) if (!keys.has(key)) own.delete(key)
      for (const key of forgotten) if (!keys.has(key)) forgotten.delete(key)
      // Slots that were taken or renewed without the confirmation arriving.
      const unknown = standby.filter(
        (row) => row.gateway === cluster.number && !own.has(slotKey(row)) && !forgotten.has(slotKey(row)),
      )
      const slots = unknown.map(({ place, taken }) => ({ place, taken }))
      add(await rows.renewStandby(slots.filter(isOfReserve), maxStandbyLeaseMs), clock.steady())
      await renew()
      await resize(read)
    },

    /** A slot that may be used now. */
    findFree: (at: number): StandbySlot | undefined =>
      [...own.values()]
        .toSorted((a, b) => a.leaseMs - b.leaseMs)
        .find(({ until, freeAt }) => /* guard: kept-place-is-free */ freeAt <= at && at < until),

    /** When the next slot may be used without the database; Infinity: never. */
    nextAt: (at: number): number =>
      Math.min(
        ...[...own.values()].map(({ until, freeAt }) => {
          const next = freeAt === Infinity ? at + minute : Math.max(at, freeAt)
          return next < until ? next : Infinity
        }),
      ),

    /** Marks the slot as used by a cancel that is sent without the database. */
    markInUse: (one: StandbySlot): void => {
      one.freeAt = Infinity
    },

    /** Records when the slot's cancel stops counting. With a bucket, when its token returns is unknown. */
    markEnded: (one: StandbySlot, freeAt: number): void => {
      one.freeAt = isBucket && freeAt > clock.steady() ? Infinity : freeAt
    },

    /** Assigns the slot to a cancel in the rows. Undefined: this gateway does not hold the slot any more. */
    async assign(one: StandbySlot, sent: SentRequest): Promise<Slot | undefined> {
      forget([one.slot])
      try {
        return await rows.assignStandby(one.slot, sent)
      } catch (error) {
        // The rows may show it as used now: only this cancel may still use it.
        forgotten.delete(slotKey(one.slot))
        own.set(slotKey(one.slot), { ...one, until: Math.min(one.until, clock.steady() + unrecordedUseMs) })
        throw error
      }
    },

    /** Releases the idle slots. Returns whether there were any. */
    release: (): Promise<boolean> => releaseSlots(idle()),

    /** Releases all slots. */
    async close(): Promise<void> {
      await releaseSlots([...own.values()])
    },
  }
}
