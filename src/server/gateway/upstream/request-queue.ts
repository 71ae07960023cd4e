/**
 * The queue of requests that wait for a slot. Lanes have strict priority: cancel, commands, reads, watching. Among reads, the operator
 * who has used least of their share goes first. Commands and watching never wait: a command is refused as not sent, a watched read is
 * polled later.
 */
import { type Lane, lanes } from '#contract/index.ts'
import type { Requester } from '../shared/requester.ts'
import type { Budget, SentRequest } from './budget.ts'
import { createOperatorShares } from './operator-shares.ts'

interface Waiter {
  lane: Lane
  who: Requester
  grant: (sent: SentRequest | null) => void
}

/** Records the slots in use, for other gateways of the same plan and for the time after a crash. None of its functions fails. */
export interface RequestSlots {
  /** Claims the slot that the budget granted, before anything is sent. False: there is none after all. */
  claim: (sent: SentRequest) => Promise<boolean>
  /** Records that the answer has arrived, or never will. `never`: the request did not reach the service. */
  finish: (sent: SentRequest, never: boolean) => Promise<void>
  /** Records a pause that the service asked for, ms. `refused`: with a 429. */
  pause: (wait: number, refused: boolean) => Promise<void>
  /** Whether the database does not answer: then only cancels get slots. */
  isDatabaseUnavailable: () => boolean
  /** Calls back when the budget has changed because of other gateways. */
  onChange: (listener: () => void) => void
  close: () => Promise<void>
}

/** Shares are checked again at least this often, since other operators may have become inactive. */
const maxShareDelayMs = 1_000
/** The longest time until the queue is checked again. */
const maxTimerMs = 60_000

export interface RequestQueue {
  /** Records that an operator is active: other operators' reads leave their share free from now on. */
  markActive: (person: string) => void
  /** The earliest moment at which a slot may be free, and what limits it: the budget, the operator's share or the database. */
  nextAt: (lane: Lane, who: Requester) => { at: number; by: 'budget' | 'share' | 'database' }
  /**
   * Takes a slot, recorded before it is granted; null if none becomes free within the wait.
   *
   * @param wait ms; 0: now or not at all. Fails fast if no slot can become free within it
   */
  take: (lane: Lane, who: Requester, wait: number) => Promise<SentRequest | null>
  /** Records that the answer has arrived, or never will. `never`: the request did not reach the service, and its slot is freed. */
  done: (sent: SentRequest, never?: 'never') => void
  /** Pauses every lane but cancel for this long, ms, as the service asked. `refused`: with a 429. */
  pause: (wait: number, refused: boolean) => void
  /** Ends all waits without a slot. Later requests get a slot at once or none. */
  close: () => void
}

/**
 * @param budget decides which lane may send
 * @param now a clock that never goes back, ms
 * @param slots what the budget has given is taken from them
 */
export function createRequestQueue(budget: Budget, now: () => number, slots: RequestSlots): RequestQueue {
  let waiters: Waiter[] = []
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const rank = (lane: Lane) => lanes.indexOf(lane)
  const personOf = ({ person = '' }: Requester) => person
  const shares = createOperatorShares(budget, () =>
    waiters.flatMap(({ lane, who }) => (lane === 'reads' && who.person ? who.person : [])),
  )
  const shareAt = (lane: Lane, who: Requester, at: number, before = 0) =>
    /* guard: everybody-has-a-share-of-reads */ lane === 'reads' ? shares.nextAt(personOf(who), at, before) : at
  /** Whether waiting requests go before a new request of this lane. */
  const mustWait = (lane: Lane, at: number) =>
    waiters.some(
      (waiter) => rank(waiter.lane) < rank(lane) || (waiter.lane === lane && shareAt(lane, waiter.who, at) <= at),
    )

  /** The next request: by lane, then by least used share, then by longest wait. */
  function nextWaiter(at: number): Waiter | undefined {
    const first = waiters.toSorted((a, b) => rank(a.lane) - rank(b.lane))[0]
    if (first?.lane !== 'reads') return first
    const used = (waiter: Waiter) => shares.used(personOf(waiter.who), at)
    return waiters
      .filter(({ lane, who }) => lane === 'reads' && shareAt(lane, who, at) <= at)
      .toSorted((a, b) => used(a) - used(b))[0]
  }

  function nextTurnAt(at: number): number {
    return Math.min(...waiters.map(({ lane, who }) => Math.max(budget.nextAt(lane, at), shareAt(lane, who, at))))
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
    next.grant(budget.take(next.lane, next.who, at))
    grantNext()
  }

  function enqueue(lane: Lane, who: Requester, wait: number): Promise<SentRequest | null> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        lane,
        who,
        grant: (sent) => {
          clearTimeout(timeout)
          resolve(sent)
        },
      }
      const timeout = setTimeout(() => {
        waiters = waiters.filter((one) => one !== waiter)
        resolve(null)
        grantNext()
      }, wait)
      waiters.push(waiter)
      grantNext()
    })
  }

  /** Takes a slot of the budget, now or within the wait. */
  function findSlot(lane: Lane, who: Requester, wait: number): SentRequest | null | Promise<SentRequest | null> {
    const at = now()
    const mine = waiters.filter((waiter) => waiter.lane === lane && personOf(waiter.who) === personOf(who)).length
    const hasShare = shareAt(lane, who, at) <= at
    if (hasShare && !mustWait(lane, at) && /* guard: budget-has-room */ budget.allows(lane, at))
      return budget.take(lane, who, at)
    if (closed || Math.max(budget.nextAt(lane, at), shareAt(lane, who, at, mine)) - at > wait) return null
    return enqueue(lane, who, wait)
  }

  slots.onChange(grantNext)

  return {
    async take(lane, who, wait) {
      const until = now() + wait
      for (;;) {
        const sent = await findSlot(lane, who, Math.max(0, until - now()))
        if (!sent || /* guard: place-is-claimed */ (await slots.claim(sent))) return sent
        budget.refund(sent)
      }
    },
    markActive: (person) => shares.markActive(person, now()),
    nextAt(lane, who) {
      const at = now()
      const [place, share] = [budget.nextAt(lane, at), shareAt(lane, who, at)]
      if (slots.isDatabaseUnavailable()) return { at: place, by: 'database' }
      return share > place ? { at: share, by: 'share' } : { at: place, by: 'budget' }
    },
    done(sent, never) {
      if (never) budget.refund(sent)
      else budget.finish(sent, now())
      void slots.finish(sent, never !== undefined)
      grantNext()
    },
    pause(wait, refused) {
      const at = now()
      budget.pause(at + wait, refused ? at : null)
      void slots.pause(wait, refused)
      grantNext()
    },
    close() {
      closed = true
      clearTimeout(timer)
      for (const waiter of waiters) waiter.grant(null)
      waiters = []
    },
  }
}
