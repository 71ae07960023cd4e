/**
 * The queue of requests that wait for a slot. Lanes have strict priority: cancel, commands, reads, watching, outcomes. Among reads, the
 * operator who has used least of their share is served first. Requests of the lanes commands, watching and outcomes never wait: a command
 * is refused as not sent, the others are read later.
 */
import { type Lane, lanes } from '#contract/index.ts'
import type { Requester } from '../shared/requester.ts'
import type { Budget, SentRequest } from './budget.ts'
import { createOperatorShares } from './operator-shares.ts'

interface Waiter {
  lane: Lane
  requester: Requester
  grant: (sent: SentRequest | null) => void
}

/** Slots that were taken together. */
export interface Places {
  /** Takes the next one for a request that is sent now; null if there is none after all; undefined if all were taken. */
  take: () => Promise<SentRequest | null> | undefined
  /** Frees those that were not taken. */
  giveBack: () => void
}

/** Records the slots in use, for other gateways of the same plan and for a restart after a crash. None of its functions fails. */
export interface RequestSlots {
  /** Claims the slot that the budget granted, before anything is sent. False: there is none after all. */
  claim: (sent: SentRequest) => Promise<boolean>
  /** Records that the answer has arrived, or never will. @param wasNeverSent the request did not reach the service */
  finish: (sent: SentRequest, wasNeverSent: boolean) => Promise<void>
  /** Records a pause that the service asked for. @param isRefusal whether it asked with a 429 */
  pause: (waitMs: number, isRefusal: boolean) => Promise<void>
  /** Whether the database does not answer. Only cancels get slots then. */
  isDatabaseUnavailable: () => boolean
  /** Calls back when the budget has changed because of other gateways. */
  onChange: (listener: () => void) => void
  close: () => Promise<void>
}

/** Shares are checked again at least this often, since other operators may have become inactive. */
const maxShareDelayMs = 1_000
/** A place that waited for longer is taken anew, because a slot is for a request that is sent soon. */
const maxPlaceAgeMs = 5_000
/** The longest time until the queue is checked again. */
const maxTimerMs = 60_000

export interface RequestQueue {
  /** Records that an operator is active: other operators' reads leave their share free from now on. */
  markActive: (person: string) => void
  /** The earliest moment at which a slot may be free, and what limits it: the budget, the operator's share or the database. */
  nextAt: (lane: Lane, requester: Requester) => { at: number; limitedBy: 'budget' | 'share' | 'database' }
  /**
   * Takes a slot, recorded before it is granted; null if none becomes free within the wait.
   *
   * @param waitMs 0: now or not at all. Fails fast if no slot can become free within this time
   */
  take: (lane: Lane, requester: Requester, waitMs: number) => Promise<SentRequest | null>
  /** Takes several slots now, or none: for requests that are useless without each other. */
  takeTogether: (lane: Lane, requester: Requester, count: number) => Promise<Places | null>
  /** Records that the answer has arrived, or never will. `never`: the request did not reach the service, and its slot is freed. */
  done: (sent: SentRequest, never?: 'never') => void
  /** Pauses every lane but cancel, as the service asked. @param isRefusal whether it asked with a 429 */
  pause: (waitMs: number, isRefusal: boolean) => void
  /** Ends all waits without a slot. Later requests get a slot at once or none. */
  close: () => void
}

/**
 * @param budget decides which lane may send
 * @param now a clock that never goes back, ms
 * @param slots records each slot that the budget grants
 */
export function createRequestQueue(budget: Budget, now: () => number, slots: RequestSlots): RequestQueue {
  let waiters: Waiter[] = []
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const rank = (lane: Lane) => lanes.indexOf(lane)
  const personOf = ({ person = '' }: Requester) => person
  const shares = createOperatorShares(budget, () =>
    waiters.flatMap(({ lane, requester: who }) => (lane === 'reads' && who.person ? who.person : [])),
  )
  const shareFreeAt = (lane: Lane, requester: Requester, now: number, waitingCount = 0) =>
    /* guard: everybody-has-a-share-of-reads */ lane === 'reads'
      ? shares.nextAt(personOf(requester), now, waitingCount)
      : now
  /** Whether a waiting request has priority over a new one of this lane. */
  const mustWait = (lane: Lane, at: number) =>
    waiters.some(
      (other) => rank(other.lane) < rank(lane) || (other.lane === lane && shareFreeAt(lane, other.requester, at) <= at),
    )

  /** The next request: by lane, then by least used share, then by longest wait. */
  function nextWaiter(at: number): Waiter | undefined {
    const first = waiters.toSorted((a, b) => rank(a.lane) - rank(b.lane))[0]
    if (first?.lane !== 'reads') return first
    const usedWeight = (waiter: Waiter) => shares.usedWeight(personOf(waiter.requester), at)
    return waiters
      .filter(({ lane, requester: who }) => lane === 'reads' && shareFreeAt(lane, who, at) <= at)
      .toSorted((a, b) => usedWeight(a) - usedWeight(b))[0]
  }

  function nextTurnAt(at: number): number {
    return Math.min(
      ...waiters.map(({ lane, requester: who }) => Math.max(budget.nextAt(lane, at), shareFreeAt(lane, who, at))),
    )
  }

  function grantNext(): void {
    clearTimeout(timer)
    if (waiters.length === 0) return
    const at = now()
    const next = nextWaiter(at)
    if (!next || !budget.allows(next.lane, at)) {
      const wait = next ? budget.nextAt(next.lane, at) - at : Math.min(nextTurnAt(at) - at, maxShareDelayMs)
      timer = setTimeout(grantNext, Math.min(maxTimerMs, Math.max(1, Math.ceil(wait))))
      return
    }
    waiters = waiters.filter((waiter) => waiter !== next)
    next.grant(budget.take(next.lane, next.requester, at))
    grantNext()
  }

  function enqueue(lane: Lane, requester: Requester, waitMs: number): Promise<SentRequest | null> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        lane,
        requester,
        grant: (sent) => {
          clearTimeout(timeout)
          resolve(sent)
        },
      }
      const timeout = setTimeout(() => {
        waiters = waiters.filter((other) => other !== waiter)
        resolve(null)
        grantNext()
      }, waitMs)
      waiters.push(waiter)
      grantNext()
    })
  }

  /** Takes a slot of the budget, now or within the wait. */
  function findSlot(
    lane: Lane,
    requester: Requester,
    waitMs: number,
  ): SentRequest | null | Promise<SentRequest | null> {
    const at = now()
    const ownWaiting = waiters.filter(
      (waiter) => waiter.lane === lane && personOf(waiter.requester) === personOf(requester),
    ).length
    const hasShare = shareFreeAt(lane, requester, at) <= at
    if (hasShare && !mustWait(lane, at) && /* guard: budget-has-room */ budget.allows(lane, at))
      return budget.take(lane, requester, at)
    if (isClosed || Math.max(budget.nextAt(lane, at), shareFreeAt(lane, requester, at, ownWaiting)) - at > waitMs)
      return null
    return enqueue(lane, requester, waitMs)
  }

  async function take(lane: Lane, requester: Requester, waitMs: number): Promise<SentRequest | null> {
    const deadline = now() + waitMs
    for (;;) {
      const sent = await findSlot(lane, requester, Math.max(0, deadline - now()))
      if (!sent || /* guard: place-is-claimed */ (await slots.claim(sent))) return sent
      budget.refund(sent)
    }
  }

  async function takeTogether(lane: Lane, requester: Requester, count: number): Promise<Places | null> {
    const at = now()
    if (mustWait(lane, at) || !budget.allows(lane, at, count)) return null
    const taken = Array.from({ length: count }, () => budget.take(lane, requester, at))
    const areClaimed = await Promise.all(taken.map((sent) => slots.claim(sent)))
    const places = taken.filter((sent, index) => {
      if (!areClaimed[index]) budget.refund(sent)
      return areClaimed[index]
    })
    const giveBack = () => {
      for (const sent of places.splice(0)) done(sent, 'never')
    }
    if (places.length < count) {
      giveBack()
      return null
    }
    return {
      giveBack,
      take: () => {
        const sent = places.shift()
        if (!sent || now() - sent.startedAt <= maxPlaceAgeMs) return sent && Promise.resolve(sent)
        done(sent, 'never')
        return take(lane, requester, 0)
      },
    }
  }

  function done(sent: SentRequest, never?: 'never'): void {
    if (never) budget.refund(sent)
    else budget.finish(sent, now())
    void slots.finish(sent, never !== undefined)
    grantNext()
  }

  slots.onChange(grantNext)

  return {
    take,
    takeTogether,
    markActive: (person) => shares.markActive(person, now()),
    nextAt(lane, requester) {
      const at = now()
      const [slotAt, shareAt] = [budget.nextAt(lane, at), shareFreeAt(lane, requester, at)]
      if (slots.isDatabaseUnavailable()) return { at: slotAt, limitedBy: 'database' }
      return shareAt > slotAt ? { at: shareAt, limitedBy: 'share' } : { at: slotAt, limitedBy: 'budget' }
    },
    done,
    pause(waitMs, isRefusal) {
      const at = now()
      budget.pause(at + waitMs, isRefusal ? at : null)
      void slots.pause(waitMs, isRefusal)
      grantNext()
    },
    close() {
      isClosed = true
      clearTimeout(timer)
      for (const waiter of waiters) waiter.grant(null)
      waiters = []
    },
  }
}
