/**
 * The places of the shared budget that this gateway keeps for cancels which it may have to send while it is cut off from the database. It
 * takes them in advance and renews them; nobody else takes them until some time after this gateway has stopped using them. So what it
 * sends meanwhile is within the plan, whatever the others send.
 *
 * One is of the commands' reserve and is kept for an hour, for as many gateways as half of that reserve has places. Of what nobody uses,
 * gateways keep a quarter at most, for minutes, and give it up again when it is wanted. A bucket has the first kind alone.
 */
import type { Cluster } from '../cluster/cluster.ts'
import type { Clock } from '../shared/clock.ts'
import { type Budget, reserveOf, type SentRequest } from './budget.ts'
import { maxStandbyLeaseMs, type Slot, type SlotRow, type SlotRows, slotKey, standbyLane } from './slot-rows.ts'

const minute = 60_000
/** How long a place that nobody used is kept without being renewed, ms. */
const idleLeaseMs = 5 * minute
/** A cancel is written at the latest so long after it was given its place, ms. */
const maxSendDelayMs = 10_000
/** A cancel whose place could not be recorded goes within this, ms. */
const unrecordedUseMs = 1_000
/** Renewed when this part of the time is over. */
const renewAtShare = 0.5

export interface StandbySlot {
  slot: Slot
  /** How long it is kept without being renewed, ms. */
  leaseMs: number
  /** It may be used until then, by the steady clock. */
  until: number
  /** Its last cancel counts until then; Infinity while that one is under way. */
  freeAt: number
}

export type StandbySlotPool = ReturnType<typeof createStandbySlots>

/** @param parts.rows where they are taken */
export function createStandbySlots(parts: { rows: SlotRows; cluster: Cluster; budget: Budget; clock: Clock }) {
  const { rows, cluster, budget, clock } = parts
  const { rate } = budget
  const isBucket = rate.burst > 0
  const { all, cancel } = reserveOf(rate.perMinute)
  const mostOfReserve = Math.floor((all - cancel) / 2)
  const own = new Map<string, StandbySlot>()
  /** Used or given back, whatever the database has heard of it. */
  const left = new Set<string>()

  const isOfReserve = ({ place }: { place: number | null }) => place !== null && (isBucket || place <= all)
  const lastsOf = (slot: Slot) => (isOfReserve(slot) ? maxStandbyLeaseMs : idleLeaseMs)
  const keptIn = (read: SlotRow[]) =>
    read.filter(
      (row): row is SlotRow & { place: number } =>
        row.lane === standbyLane && row.ended_ago === null && row.free_in > 0,
    )

  function add(places: Slot[], asked: number): void {
    for (const place of places) {
      const lasts = lastsOf(place)
      const freeAt = own.get(slotKey(place))?.freeAt ?? asked
      own.set(slotKey(place), { slot: place, leaseMs: lasts, until: asked + lasts - maxSendDelayMs, freeAt })
    }
  }

  function leave(places: Slot[]): void {
    for (const place of places) {
      own.delete(slotKey(place))
      left.add(slotKey(place))
    }
  }

  const idle = () => [...own.values()].filter(({ slot: place }) => !isOfReserve(place))

  async function giveUp(ones: StandbySlot[]): Promise<boolean> {
    // One that was used without the database has to be told of first.
    const places = ones.filter(({ freeAt }) => freeAt <= clock.steady()).map(({ slot: place }) => place)
    if (places.length === 0) return false
    leave(places)
    await rows.giveBack(...places)
    return true
  }

  async function renew(): Promise<void> {
    const asked = clock.steady()
    for (const lasts of [maxStandbyLeaseMs, idleLeaseMs]) {
      const due = [...own.values()].filter((one) => one.leaseMs === lasts)
      if (!due.some(({ until }) => until - asked < lasts * renewAtShare)) continue
      const renewed = await rows.renewStandby(
        due.map(({ slot: place }) => place),
        lasts,
      )
      add(renewed, asked)
    }
  }

  /** Keeps more, or gives up some, as the plan is used now. */
  async function resize(read: SlotRow[]): Promise<void> {
    const kept = keptIn(read)
    const ofReserve = kept.filter(isOfReserve).length
    const asked = clock.steady()
    if (![...own.values()].some(({ slot: place }) => isOfReserve(place)) && ofReserve < mostOfReserve)
      add(await rows.takeStandby({ from: cancel + 1, to: all }, 1, maxStandbyLeaseMs), asked)
    if (isBucket) return
    const used = read.filter(
      ({ place, lane, free_in }) => (place ?? 0) > all && lane !== standbyLane && free_in > 0,
    ).length
    const most = Math.min(all, Math.floor((rate.perMinute - all - used) / 4))
    const others = kept.length - ofReserve - idle().length
    const wanted = Math.max(0, Math.min(Math.floor(most / cluster.members().length), most - others))
    if (wanted < idle().length) await giveUp(idle().slice(wanted))
    // One more or less is not worth a statement each time.
    else if (wanted > idle().length + 1 || (wanted > 0 && own.size === 0))
      add(await rows.takeStandby({ from: all + 1, to: rate.perMinute }, wanted - idle().length, idleLeaseMs), asked)
  }

  return {
    /** What the rows say of kept places, into the budget. */
    updateBudget(read: SlotRow[]): void {
      const kept = keptIn(read)
      const ours = kept.filter((row) => own.has(slotKey(row)))
      budget.setStandbySlots({
        others: kept.length - ours.length,
        own: ours.filter(isOfReserve).length,
        ofReserve: kept.filter(isOfReserve).length,
      })
    },

    /** As many as it needs, as the rows are. */
    async adjust(read: SlotRow[]): Promise<void> {
      const kept = keptIn(read)
      const keys = new Set(kept.map(slotKey))
      for (const key of own.keys()) if (!keys.has(key)) own.delete(key)
      for (const key of left) if (!keys.has(key)) left.delete(key)
      // Those whose keeping was never confirmed.
      const unknown = kept.filter(
        (row) => row.gateway === cluster.number && !own.has(slotKey(row)) && !left.has(slotKey(row)),
      )
      const places = unknown.map(({ place, taken }) => ({ place, taken }))
      add(await rows.renewStandby(places.filter(isOfReserve), maxStandbyLeaseMs), clock.steady())
      await renew()
      await resize(read)
    },

    /** One that may be used now. */
    findFree: (at: number): StandbySlot | undefined =>
      [...own.values()]
        .toSorted((a, b) => a.leaseMs - b.leaseMs)
        .find(({ until, freeAt }) => /* guard: kept-place-is-free */ freeAt <= at && at < until),

    /** When the next one may be used without the database; Infinity: none any more. */
    nextAt: (at: number): number =>
      Math.min(
        ...[...own.values()].map(({ until, freeAt }) => {
          const next = freeAt === Infinity ? at + minute : Math.max(at, freeAt)
          return next < until ? next : Infinity
        }),
      ),

    /** A cancel goes on it without the database. */
    markInUse: (one: StandbySlot): void => {
      one.freeAt = Infinity
    },

    /** Its cancel is over, and counts until then. With a bucket nobody knows when its token is there again. */
    markEnded: (one: StandbySlot, freeAt: number): void => {
      one.freeAt = isBucket && freeAt > clock.steady() ? Infinity : freeAt
    },

    /** It is the place of this cancel. Undefined: it was not kept any more. */
    async assign(one: StandbySlot, sent: SentRequest): Promise<Slot | undefined> {
      leave([one.slot])
      try {
        return await rows.assignStandby(one.slot, sent)
      } catch (error) {
        // Perhaps it is used now: this cancel may still go on it, and no other.
        left.delete(slotKey(one.slot))
        own.set(slotKey(one.slot), { ...one, until: Math.min(one.until, clock.steady() + unrecordedUseMs) })
        throw error
      }
    },

    /** Gives up what nobody used. Returns whether there was any. */
    release: (): Promise<boolean> => giveUp(idle()),

    /** Gives up everything. */
    async close(): Promise<void> {
      await giveUp([...own.values()])
    },
  }
}
