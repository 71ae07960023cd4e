/**
 * The request budget: whether a lane may send to the service now (specification 8). Callers pass the time, so there is no clock in here.
 *
 * The service counts a request at some moment between its sending and its answer. So a request occupies a slot from its sending
 * until a whole window after its answer. However long requests travel, no 60 s window at the service holds more than the plan.
 * With a burst, the plan is a token bucket: a request takes a token when sent, which counts as spent when answered, so this bucket's level
 * is never above the service's. Levels are integers (a token is 60,000 parts, a minute 60,000 ms).
 */
import type { Lane } from '#contract/index.ts'
import type { Requester } from '../shared/requester.ts'

export interface Rate {
  /** The most requests in any 60 s; with a bucket, the tokens that it gains per minute. */
  perMinute: number
  /** The bucket's capacity; 0: the plan is a window, not a bucket. */
  burst: number
}

export interface SentRequest extends Requester {
  lane: Lane
  startedAt: number
  /** When the answer arrived; null while the request is under way. */
  endedAt: number | null
  /** The service answered that it does not know the requested record. */
  isTargetUnknown?: boolean
  /** Its slot in the table of all gateways: the slot's number, and how often the slot had been taken by then. */
  slot?: { place: number; taken: number }
}

const minuteMs = 60_000
/** Clocks tick in whole milliseconds, and timers fire slightly early. */
const marginMs = 25
const partsPerToken = 60_000

/** The part of a plan that is reserved for cancel and commands: 12 of 60 a minute, 2 of them for cancel alone. */
export function reserveOf(perMinute: number): { all: number; cancel: number } {
  const all = Math.min(12, Math.floor(perMinute / 5))
  return { all, cancel: Math.min(2, all) }
}

/** The most of the plan that the lowest lane, which nobody waits for, may use. */
export const maxOutcomeShare = 0.5

/** Slots that gateways hold for cancels that they may have to send without the database. */
export interface StandbySlots {
  /** Held by other gateways. */
  others: number
  /** Held by this gateway, for its cancels alone. */
  own: number
  /** How many of all these belong to the commands' reserve. */
  ofReserve: number
}

/** @param rate the plan */
export function createBudget(rate: Rate) {
  let requests: SentRequest[] = []
  let pausedUntil = 0
  let lastRefusedAt: number | null = null
  let level: number = rate.burst * partsPerToken
  let levelAt: number = 0
  const blockedUntil = new Map<Lane, number>()
  let standbySlots: StandbySlots = { others: 0, own: 0, ofReserve: 0 }
  let outcomeShare = maxOutcomeShare

  /** How many requests may be sent now, regardless of lane. */
  function freeSlots(now: number): number {
    requests = requests.filter((sent) => isCounted(sent, now))
    return spareSlotsAt(now)
  }

  /** Whether this many requests of the lane may be sent now. */
  function allows(lane: Lane, now: number, count = 1): boolean {
    if (now < laneOpensAt(lane)) return false
    return freeSlots(now) >= reservedFor(lane, now) + count && hasShare(lane, now, count)
  }

  /** The earliest moment at which the lane may send this many requests if nothing else is sent; `now` when it may send now. */
  function nextAt(lane: Lane, now: number, count = 1): number {
    let at = Math.max(now, laneOpensAt(lane))
    // Requests under way have no end yet: assume that they end now. Search two windows ahead at most.
    const limit = at + 2 * minuteMs
    while (at < limit) {
      const missing = reservedFor(lane, at) + count - spareSlotsAt(at)
      if (missing <= 0 && hasShare(lane, at, count)) return at
      at = rate.burst > 0 && missing > 0 ? refilledAt(missing, at) : nextFreeAt(at)
    }
    return limit
  }

  /**
   * The moment until which this many commands can have been sent, one after another, even if every other lane sends as much as it may: the
   * commands' reserve is theirs alone. Other commands and cancels delay it.
   *
   * @param together how many are sent at once at the end
   * @returns Infinity if the reserve has not so many at once
   */
  function commandsAt(count: number, now: number, together = 1): number {
    const { all, cancel } = reserveOf(rate.perMinute)
    const reserve = all - cancel - standbySlots.ofReserve
    if (together > reserve) return Infinity
    const takenUntil = requests
      .filter((sent) => sent.lane === 'commands' && isCounted(sent, now))
      .map((sent) => expiresAt(sent, now))
      .toSorted((a, b) => a - b)
      .slice(-reserve)
    const freeAt = [...Array.from({ length: reserve - takenUntil.length }, () => now), ...takenUntil]
    const [rounds, place] = [Math.floor((count - 1) / reserve), (count - 1) % reserve]
    // A bucket may be empty but for the cancels' reserve, and has to gain their tokens one after another.
    const gainMs = rate.burst > 0 ? (Math.min(count, reserve) * minuteMs) / rate.perMinute : 0
    return Math.max(laneOpensAt('commands'), freeAt[place] ?? now) + rounds * (minuteMs + marginMs) + gainMs
  }

  /** Records a request that is sent now. Call `allows` first. */
  function take(lane: Lane, requester: Requester, now: number): SentRequest {
    const sent: SentRequest = { lane, ...requester, startedAt: now, endedAt: null }
    requests.push(sent)
    return sent
  }

  /** Records a request of another process, earlier or concurrent. `endedAt`: the latest moment at which the service can have counted it. */
  function addSent(sent: SentRequest): void {
    requests.push(sent)
    if (sent.endedAt !== null) spendToken(sent.endedAt)
  }

  /** Records that the answer has arrived, or will never arrive. */
  function finish(sent: SentRequest, now: number): void {
    if (sent.endedAt !== null) return
    sent.endedAt = now
    spendToken(now)
  }

  /** Frees the slot of a request that never reached the service. */
  function refund(sent: SentRequest): void {
    const index = requests.indexOf(sent)
    if (index >= 0 && sent.endedAt === null) requests.splice(index, 1)
  }

  /** Pauses every lane but cancel, as the service asked. @param refusedAt when a 429 asked for it; null for other answers */
  function pause(until: number, refusedAt: number | null): void {
    pausedUntil = Math.max(pausedUntil, until)
    lastRefusedAt = refusedAt ?? lastRefusedAt
  }

  /** Blocks a lane until then: the shared slots have none for it before. */
  function blockUntil(lane: Lane, until: number): void {
    blockedUntil.set(lane, until)
  }

  /** Lowers the bucket's level to that of the shared bucket, if it is lower. */
  function limitLevel(maxParts: number, now: number): void {
    level = Math.min(levelNow(now), maxParts)
    levelAt = Math.max(levelAt, Math.ceil(now))
  }

  /** The requests of the last minute. */
  function sentLastMinute(now: number): readonly SentRequest[] {
    return requests.filter((sent) => sent.startedAt > now - minuteMs)
  }

  /** How many slots are free for reads now. */
  function freeReadSlots(now: number): number {
    return freeSlots(now) - reservedFor('reads', now)
  }

  /** Operators' reads that still occupy a slot. */
  function countedReads(now: number): readonly SentRequest[] {
    return requests.filter((sent) => sent.lane === 'reads' && isCounted(sent, now))
  }

  /** When a request stops occupying a slot. One under way is assumed to end now. */
  function expiresAt(sent: SentRequest, now: number): number {
    return (sent.endedAt ?? now) + minuteMs + marginMs
  }

  /** When the slots that reads and polling occupy become free, in order. */
  function readSlotsFreeAt(now: number): number[] {
    return requests
      .filter((sent) => sent.lane !== 'cancel' && sent.lane !== 'commands' && isCounted(sent, now))
      .map((sent) => expiresAt(sent, now))
      .toSorted((a, b) => a - b)
  }

  /** How many slots are reserved for other lanes. Commands beyond the reserve take slots from watching, never from cancel. */
  function reservedFor(lane: Lane, now: number): number {
    if (lane === 'cancel') return 0
    const reserve = reserveOf(rate.perMinute)
    const forCancel = Math.max(0, reserve.cancel - countOf('cancel', now))
    const { own, ofReserve } = standbySlots
    if (lane === 'commands') return forCancel + own
    const forAbove = forCancel + own + Math.max(0, reserve.all - reserve.cancel - ofReserve - countOf('commands', now))
    // What a person opens next finds free slots, whatever the lowest lane has used.
    return /* guard: people-find-free-slots */ lane === 'outcomes'
      ? forAbove + Math.floor(rate.perMinute / 10)
      : forAbove
  }

  const countOf = (lane: Lane, now: number) =>
    requests.filter((sent) => sent.lane === lane && isCounted(sent, now)).length

  /** Whether the lane has this many requests left of its share of the plan. Only the lowest lane has a share. */
  function hasShare(lane: Lane, now: number, count: number): boolean {
    if (lane !== 'outcomes') return true
    return (
      /* guard: lowest-lane-has-its-share */ countOf(lane, now) + count <= Math.floor(rate.perMinute * outcomeShare)
    )
  }

  function laneOpensAt(lane: Lane): number {
    return Math.max(lane === 'cancel' ? 0 : pausedUntil, blockedUntil.get(lane) ?? 0)
  }

  function isCounted(sent: SentRequest, now: number): boolean {
    return sent.endedAt === null || now < sent.endedAt + minuteMs + marginMs
  }

  function spareSlotsAt(at: number): number {
    const { others } = standbySlots
    if (rate.burst === 0) return rate.perMinute - others - requests.filter((sent) => isCounted(sent, at)).length
    const underWay = requests.filter((sent) => sent.endedAt === null).length
    return Math.floor(levelNow(at) / partsPerToken) - others - underWay
  }

  /** When the window's next slot becomes free. */
  function nextFreeAt(at: number): number {
    const freeTimes = requests.map((sent) => (sent.endedAt ?? at) + minuteMs + marginMs).filter((freeAt) => freeAt > at)
    return Math.min(at + minuteMs, ...freeTimes)
  }

  /** When the bucket has gained this many more tokens. */
  function refilledAt(tokens: number, at: number): number {
    const parts = tokens * partsPerToken - (levelNow(at) % partsPerToken)
    return Math.max(at, levelAt) + Math.max(1, Math.ceil(parts / rate.perMinute))
  }

  function levelNow(now: number): number {
    const gained = Math.floor(Math.max(0, now - levelAt)) * rate.perMinute
    return Math.min(rate.burst * partsPerToken, level + gained)
  }

  function spendToken(at: number): void {
    // A fraction of a millisecond is credited later, never twice.
    const wholeMs = Math.ceil(at)
    level = levelNow(at) - partsPerToken
    levelAt = Math.max(levelAt, wholeMs)
  }

  return {
    freeSlots,
    allows,
    nextAt,
    commandsAt,
    take,
    finish,
    refund,
    addSent,
    blockUntil,
    limitLevel,
    /** Sets the slots that gateways hold now for cancels without the database. */
    setStandbySlots: (slots: StandbySlots): void => {
      standbySlots = slots
    },
    /** Sets how much of the plan the lowest lane may use: at most `maxOutcomeShare`. */
    setOutcomeShare: (share: number): void => {
      outcomeShare = Math.min(maxOutcomeShare, share)
    },
    /** The most requests of the lowest lane in any minute. */
    get outcomesPerMinute(): number {
      return Math.floor(rate.perMinute * outcomeShare)
    },
    pause,
    get pausedUntil(): number {
      return pausedUntil
    },
    get lastRefusedAt(): number | null {
      return lastRefusedAt
    },
    sentLastMinute,
    /** Requests per minute for reads and watching together: the plan, less the commands' reserve and the gateways' standby slots. */
    get readsPerMinute(): number {
      const { others, own, ofReserve } = standbySlots
      return Math.max(0, rate.perMinute - reserveOf(rate.perMinute).all - (others + own - ofReserve))
    },
    /** Requests per minute that are reserved for commands. */
    get commandReserve(): number {
      const { all, cancel } = reserveOf(rate.perMinute)
      return all - cancel
    },
    /** The most slots that reads can occupy at once: the plan less the reserve, and with a bucket also its capacity. */
    get maxReadSlots(): number {
      return rate.perMinute - reserveOf(rate.perMinute).all + rate.burst
    },
    freeReadSlots,
    readSlotsFreeAt,
    countedReads,
    expiresAt,
    rate,
  }
}

export type Budget = ReturnType<typeof createBudget>
