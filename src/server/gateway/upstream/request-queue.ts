/**
 * Where requests wait for the budget. Lanes go strictly in their order: cancel, commands, reads, watching. Of reads the person
 * who has had least goes first. Commands and watching never wait: a command is told "not sent", a watched thing has its turn
 * later.
 */
import { type Lane, lanes } from '#contract/index.ts'
import type { Who } from '../shared/who.ts'
import type { Budget, Sent } from './budget.ts'
import { createShares } from './operator-shares.ts'

interface Waiter {
  lane: Lane
  who: Who
  grant: (sent: Sent | null) => void
}

/** Who has which place, for whoever else uses the same plan, and for the time after a crash. None of it fails. */
export interface Places {
  /** Takes the place that the budget has given, before anything is sent. False: there is none after all. */
  claim: (sent: Sent) => Promise<boolean>
  /** The request's answer is there (or never will be); `never`: it did not reach the service. */
  ended: (sent: Sent, never: boolean) => Promise<void>
  /** The service asked for a pause of so many ms; `refused`: by a 429. */
  paused: (wait: number, refused: boolean) => Promise<void>
  /** Whether they cannot be asked: then only cancels have one. */
  isAway: () => boolean
  /** Calls back when the budget has learned of what others did. */
  onNews: (listener: () => void) => void
  close: () => Promise<void>
}

/** A share is checked again after this long at the latest, ms: others may have left. */
const longestNap = 1_000
/** Who has no place in sight is looked at again after this, ms. */
const longestWait = 60_000

export interface RequestQueue {
  /** This person is active: from now on nobody else's reads take their share. */
  seen: (person: string) => void
  /** The earliest moment at which there may be a place: of the budget, and of the person's share of it. */
  nextAt: (lane: Lane, who: Who) => { at: number; by: 'budget' | 'share' | 'database' }
  /**
   * A place in the budget, recorded before it is given; null if there is none within the wait.
   *
   * @param wait ms; 0: now or not at all. Who would wait in vain is told at once
   */
  take: (lane: Lane, who: Who, wait: number) => Promise<Sent | null>
  /** The request's answer is there (or never will be); `never`: it did not reach the service, and gives its place back. */
  done: (sent: Sent, never?: 'never') => void
  /** The service asked for a pause of so many ms. */
  pause: (wait: number, refused: boolean) => void
  /** Lets go of whoever waits. What finds its place at once still goes; nobody waits any more. */
  close: () => void
}

/**
 * @param budget the pure reckoning
 * @param now a clock that never goes back, ms
 * @param places what the budget has given is taken from them
 */
export function createRequestQueue(budget: Budget, now: () => number, places: Places): RequestQueue {
  let waiters: Waiter[] = []
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const rank = (lane: Lane) => lanes.indexOf(lane)
  const personOf = ({ person = '' }: Who) => person
  const shares = createShares(budget, () =>
    waiters.flatMap(({ lane, who }) => (lane === 'reads' && who.person ? who.person : [])),
  )
  const shareAt = (lane: Lane, who: Who, at: number, before = 0) =>
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
      const wait = next ? budget.nextAt(next.lane, at) - at : Math.min(nextTurnAt(at) - at, longestNap)
      timer = setTimeout(pump, Math.min(longestWait, Math.max(1, Math.ceil(wait))))
      return
    }
    waiters = waiters.filter((waiter) => waiter !== next)
    next.grant(budget.take(next.lane, next.who, at))
    pump()
  }

  function enqueue(lane: Lane, who: Who, wait: number): Promise<Sent | null> {
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
  function findPlace(lane: Lane, who: Who, wait: number): Sent | null | Promise<Sent | null> {
    const at = now()
    const mine = waiters.filter((waiter) => waiter.lane === lane && personOf(waiter.who) === personOf(who)).length
    const hasShare = shareAt(lane, who, at) <= at
    if (hasShare && !overtaken(lane, at) && /* guard: budget-has-room */ budget.allows(lane, at))
      return budget.take(lane, who, at)
    if (closed || Math.max(budget.nextAt(lane, at), shareAt(lane, who, at, mine)) - at > wait) return null
    return enqueue(lane, who, wait)
  }

  places.onNews(pump)

  return {
    async take(lane, who, wait) {
      const until = now() + wait
      for (;;) {
        const sent = await findPlace(lane, who, Math.max(0, until - now()))
        if (!sent || /* guard: place-is-claimed */ (await places.claim(sent))) return sent
        budget.refund(sent)
      }
    },
    seen: (person) => shares.seen(person, now()),
    nextAt(lane, who) {
      const at = now()
      const [place, share] = [budget.nextAt(lane, at), shareAt(lane, who, at)]
      if (places.isAway()) return { at: place, by: 'database' }
      return share > place ? { at: share, by: 'share' } : { at: place, by: 'budget' }
    },
    done(sent, never) {
      if (never) budget.refund(sent)
      else budget.finish(sent, now())
      void places.ended(sent, never !== undefined)
      pump()
    },
    pause(wait, refused) {
      const at = now()
      budget.pause(at + wait, refused ? at : null)
      void places.paused(wait, refused)
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
