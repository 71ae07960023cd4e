/**
 * Where requests wait for the budget. Lanes go strictly in their order: cancel, commands, reads, watching. Of reads the person
 * who has had least goes first. Commands and watching never wait: a command is told "not sent", a watched thing has its turn
 * later.
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

/** Who has which place, for whoever else uses the same plan, and for the time after a crash. None of it fails. */
export interface RequestSlots {
  /** Takes the place that the budget has given, before anything is sent. False: there is none after all. */
  claim: (sent: SentRequest) => Promise<boolean>
  /** The request's answer is there (or never will be); `never`: it did not reach the service. */
  finish: (sent: SentRequest, never: boolean) => Promise<void>
  /** The service asked for a pause of so many ms; `refused`: by a 429. */
  pause: (wait: number, refused: boolean) => Promise<void>
  /** Whether they cannot be asked: then only cancels have one. */
  isDatabaseUnavailable: () => boolean
  /** Calls back when the budget has learned of what others did. */
  onChange: (listener: () => void) => void
  close: () => Promise<void>
}

/** A share is checked again after this long at the latest, ms: others may have left. */
const maxShareDelayMs = 1_000
/** Who has no place in sight is looked at again after this, ms. */
const maxTimerMs = 60_000

export interface RequestQueue {
  /** This person is active: from now on nobody else's reads take their share. */
  markActive: (person: string) => void
  /** The earliest moment at which there may be a place: of the budget, and of the person's share of it. */
  nextAt: (lane: Lane, who: Requester) => { at: number; by: 'budget' | 'share' | 'database' }
  /**
   * A place in the budget, recorded before it is given; null if there is none within the wait.
   *
   * @param wait ms; 0: now or not at all. Who would wait in vain is told at once
   */
  take: (lane: Lane, who: Requester, wait: number) => Promise<SentRequest | null>
  /** The request's answer is there (or never will be); `never`: it did not reach the service, and gives its place back. */
  done: (sent: SentRequest, never?: 'never') => void
  /** The service asked for a pause of so many ms. */
  pause: (wait: number, refused: boolean) => void
  /** Lets go of whoever waits. What finds its place at once still goes; nobody waits any more. */
  close: () => void
}

/**
 * @param budget the pure reckoning
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
  /** Waiting requests that go before a request of this lane. */
  const overtaken = (lane: Lane, at: number) =>
    waiters.some(
      (waiter) => rank(waiter.lane) < rank(lane) || (waiter.lane === lane && shareAt(lane, waiter.who, at) <= at),
    )

  /** Whose turn it is: by lane, then who has had least, then who has waited longest. */
  function turn(at: number): Waiter | undefined {
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

  function pump(): void {
    clearTimeout(timer)
    if (waiters.length === 0) return
    const at = now()
    const next = turn(at)
    if (!next || !budget.allows(next.lane, at)) {
      const wait = next ? budget.nextAt(next.lane, at) - at : Math.min(nextTurnAt(at) - at, maxShareDelayMs)
      timer = setTimeout(pump, Math.min(maxTimerMs, Math.max(1, Math.ceil(wait))))
      return
    }
    waiters = waiters.filter((waiter) => waiter !== next)
    next.grant(budget.take(next.lane, next.who, at))
    pump()
  }

  function enqueue(lane: Lane, who: Requester, wait: number): Promise<SentRequest | null> {
    return new Promise((resolve) => {
      const waiter: Waiter = {
        lane,
        who,
        grant: (sent) => {
          clearTimeout(patience)
          resolve(sent)
        },
      }
      const patience = setTimeout(() => {
        waiters = waiters.filter((one) => one !== waiter)
        resolve(null)
        pump()
      }, wait)
      waiters.push(waiter)
      pump()
    })
  }

  /** A place that the budget has now, or within the wait. */
  function findPlace(lane: Lane, who: Requester, wait: number): SentRequest | null | Promise<SentRequest | null> {
    const at = now()
    const mine = waiters.filter((waiter) => waiter.lane === lane && personOf(waiter.who) === personOf(who)).length
    const hasShare = shareAt(lane, who, at) <= at
    if (hasShare && !overtaken(lane, at) && /* guard: budget-has-room */ budget.allows(lane, at))
      return budget.take(lane, who, at)
    if (closed || Math.max(budget.nextAt(lane, at), shareAt(lane, who, at, mine)) - at > wait) return null
    return enqueue(lane, who, wait)
  }

  slots.onChange(pump)

  return {
    async take(lane, who, wait) {
      const until = now() + wait
      for (;;) {
        const sent = await findPlace(lane, who, Math.max(0, until - now()))
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
      pump()
    },
    pause(wait, refused) {
      const at = now()
      budget.pause(at + wait, refused ? at : null)
      void slots.pause(wait, refused)
      pump()
    },
    close() {
      closed = true
      clearTimeout(timer)
      for (const waiter of waiters) waiter.grant(null)
      waiters = []
    },
  }
}
