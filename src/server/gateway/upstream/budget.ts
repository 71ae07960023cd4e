/**
 * The request budget: who may send to the service now (specification 8, design: the gateway, Budget). Pure: the time comes in.
 *
 * A request is counted by the service at some moment between our sending it and our having its answer. It therefore occupies
 * the window from its sending until a whole window after its answer: however long requests travel, no 60 s window at the
 * service holds more than the plan. With a burst the plan is a bucket; a request leaves it when sent and counts as spent when
 * answered, so our level is never above the service's. Levels are integers (a token is 60,000 parts, a minute 60,000 ms).
 */
import type { Lane } from '#contract/index.ts'
import type { Requester } from '../shared/requester.ts'

export interface Rate {
  /** Requests that any 60 s may hold, and the bucket's refill a minute. */
  perMinute: number
  /** The bucket's capacity; 0: no bucket, a window. */
  burst: number
}

export interface SentRequest extends Requester {
  lane: Lane
  startedAt: number
  /** When its answer was there; null while it is under way. */
  endedAt: number | null
  /** The service does not know what was asked for. */
  refused?: boolean
  /** Which place it has in the table of all gateways, and the how manieth taking of that place it is. */
  slot?: { place: number; taken: number }
}

const minute = 60_000
/** Clocks tick in whole milliseconds, timers fire a little early. */
const marginMs = 25
const tokenParts = 60_000

/** What is kept for cancel and commands of a plan: 12 of 60 a minute, 2 of them for cancel alone. */
export function reserveOf(perMinute: number): { all: number; cancel: number } {
  const all = Math.min(12, Math.floor(perMinute / 5))
  return { all, cancel: Math.min(2, all) }
}

/** Places that gateways keep for cancels which they may have to send without the database. */
export interface StandbySlots {
  /** By others: nobody here has them. */
  others: number
  /** By this gateway: for its cancels alone. */
  own: number
  /** Of all of them, those that are of the commands' reserve. */
  ofReserve: number
}

/** @param rate the plan */
export function createBudget(rate: Rate) {
  let requests: SentRequest[] = []
  let pausedUntil = 0
  let lastRefusal: number | null = null
  let level: number = rate.burst * tokenParts
  let levelAt: number = 0
  const heldBackUntil = new Map<Lane, number>()
  let keptPlaces: StandbySlots = { others: 0, own: 0, ofReserve: 0 }

  /** Requests that may go now if the lane does not matter. */
  function freeSlots(now: number): number {
    requests = requests.filter((one) => counts(one, now))
    return spareAt(now)
  }

  /** Whether a request of this lane, or so many in a row, may go now. */
  function allows(lane: Lane, now: number, places = 1): boolean {
    if (now < opensAt(lane)) return false
    return freeSlots(now) >= kept(lane, now) + places
  }

  /** The earliest moment at which the lane may go if nothing else happens; `now` when it may go now. */
  function nextAt(lane: Lane, now: number): number {
    let at = Math.max(now, opensAt(lane))
    // What is under way has no end yet: guess that it ends now, and look two windows ahead at most.
    const latest = at + 2 * minute
    while (at < latest) {
      const missing = kept(lane, at) + 1 - spareAt(at)
      if (missing <= 0) return at
      at = rate.burst > 0 ? refilledAt(missing, at) : nextFree(at)
    }
    return latest
  }

  /** Records a request that goes out now. Call `allows` first. */
  function take(lane: Lane, who: Requester, now: number): SentRequest {
    const sent: SentRequest = { lane, ...who, startedAt: now, endedAt: null }
    requests.push(sent)
    return sent
  }

  /** Another process has sent this: one before this one, or one beside it. `end`: the latest moment at which it can have been counted. */
  function addSent(sent: SentRequest): void {
    requests.push(sent)
    if (sent.endedAt !== null) spend(sent.endedAt)
  }

  /** Its answer is there, or will never be. */
  function finish(sent: SentRequest, now: number): void {
    if (sent.endedAt !== null) return
    sent.endedAt = now
    spend(now)
  }

  /** It never reached the service. */
  function refund(sent: SentRequest): void {
    const index = requests.indexOf(sent)
    if (index >= 0 && sent.endedAt === null) requests.splice(index, 1)
  }

  /** The service asked us to wait: every lane but cancel does. `refused`: by a 429. */
  function pause(until: number, refusedAt: number | null): void {
    pausedUntil = Math.max(pausedUntil, until)
    lastRefusal = refusedAt ?? lastRefusal
  }

  /** Somebody who knows more says that this lane has no place before then. */
  function blockUntil(lane: Lane, until: number): void {
    heldBackUntil.set(lane, until)
  }

  /** Somebody who knows more says that the bucket holds no more than this now. */
  function limitLevel(most: number, now: number): void {
    level = Math.min(levelNow(now), most)
    levelAt = Math.max(levelAt, Math.ceil(now))
  }

  /** What was sent in the last minute. */
  function sentLastMinute(now: number): readonly SentRequest[] {
    return requests.filter((one) => one.startedAt > now - minute)
  }

  /** Of these, how many are free now. */
  function freeReadSlots(now: number): number {
    return freeSlots(now) - kept('reads', now)
  }

  /** Operators' reads that still count. */
  function countedReads(now: number): readonly SentRequest[] {
    return requests.filter((one) => one.lane === 'reads' && counts(one, now))
  }

  /** When a request counts no more; of one under way, if it ended now. */
  function expiresAt(sent: SentRequest, now: number): number {
    return (sent.endedAt ?? now) + minute + marginMs
  }

  /** What must stay for the lanes above. Commands that outgrow the reserve take from watching, never from cancel. */
  function kept(lane: Lane, now: number): number {
    if (lane === 'cancel') return 0
    const reserve = reserveOf(rate.perMinute)
    const used = (which: Lane) => requests.filter((one) => one.lane === which && counts(one, now)).length
    const forCancel = Math.max(0, reserve.cancel - used('cancel'))
    const { own, ofReserve } = keptPlaces
    if (lane === 'commands') return forCancel + own
    return forCancel + own + Math.max(0, reserve.all - reserve.cancel - ofReserve - used('commands'))
  }

  function opensAt(lane: Lane): number {
    return Math.max(lane === 'cancel' ? 0 : pausedUntil, heldBackUntil.get(lane) ?? 0)
  }

  function counts(one: SentRequest, now: number): boolean {
    return one.endedAt === null || now < one.endedAt + minute + marginMs
  }

  function spareAt(at: number): number {
    const { others } = keptPlaces
    if (rate.burst === 0) return rate.perMinute - others - requests.filter((one) => counts(one, at)).length
    const underWay = requests.filter((one) => one.endedAt === null).length
    return Math.floor(levelNow(at) / tokenParts) - others - underWay
  }

  /** When the next place of the window is free. */
  function nextFree(at: number): number {
    const frees = requests.map((one) => (one.endedAt ?? at) + minute + marginMs).filter((free) => free > at)
    return Math.min(at + minute, ...frees)
  }

  /** When the bucket has gained so many more tokens. */
  function refilledAt(tokens: number, at: number): number {
    const parts = tokens * tokenParts - (levelNow(at) % tokenParts)
    return Math.max(at, levelAt) + Math.max(1, Math.ceil(parts / rate.perMinute))
  }

  function levelNow(now: number): number {
    const gained = Math.floor(Math.max(0, now - levelAt)) * rate.perMinute
    return Math.min(rate.burst * tokenParts, level + gained)
  }

  function spend(at: number): void {
    // What is not a whole millisecond yet is gained later, never twice.
    const whole = Math.ceil(at)
    level = levelNow(at) - tokenParts
    levelAt = Math.max(levelAt, whole)
  }

  return {
    freeSlots,
    allows,
    nextAt,
    take,
    finish,
    refund,
    addSent,
    blockUntil,
    limitLevel,
    /** Which places gateways keep for themselves now. */
    setStandbySlots: (kept: StandbySlots): void => {
      keptPlaces = kept
    },
    pause,
    get pausedUntil(): number {
      return pausedUntil
    },
    get lastRefusal(): number | null {
      return lastRefusal
    },
    sentLastMinute,
    /** Requests a minute that reads and watching may take together: less the reserve of commands and what gateways keep for cancels. */
    get readsPerMinute(): number {
      const { others, own, ofReserve } = keptPlaces
      return Math.max(0, rate.perMinute - reserveOf(rate.perMinute).all - (others + own - ofReserve))
    },
    /** Places that reading may have at once: of a window those of its minute, of a bucket its capacity, too. */
    get maxReadSlots(): number {
      return rate.perMinute - reserveOf(rate.perMinute).all + rate.burst
    },
    freeReadSlots,
    countedReads,
    expiresAt,
    rate,
  }
}

export type Budget = ReturnType<typeof createBudget>
