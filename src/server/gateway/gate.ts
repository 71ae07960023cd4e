/**
 * Where requests wait for the budget. Lanes go strictly in their order: cancel, commands, reads, watching. Commands and
 * watching never wait: a command is told "not sent", a watched thing has its turn later.
 */
import { type Lane, lanes } from '#contract/index.ts'
import type { Budget, Sent, Who } from './budget.ts'

interface Waiter {
  lane: Lane
  who: Who
  grant: (sent: Sent | null) => void
}

export interface Gate {
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
 * @param record writes the sending down, so that it is known after a crash; it may fail without harm to this process
 */
export function createGate(budget: Budget, now: () => number, record: (sent: Sent) => Promise<void>): Gate {
  let waiters: Waiter[] = []
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const rank = (lane: Lane) => lanes.indexOf(lane)
  const overtaken = (lane: Lane) => waiters.some((waiter) => rank(waiter.lane) <= rank(lane))

  function pump(): void {
    clearTimeout(timer)
    const next = waiters.toSorted((a, b) => rank(a.lane) - rank(b.lane))[0]
    if (!next) return
    const at = now()
    if (!budget.allows(next.lane, at)) {
      timer = setTimeout(pump, Math.max(1, Math.ceil(budget.nextAt(next.lane, at) - at)))
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

  return {
    async take(lane, who, wait) {
      let sent: Sent | null = null
      if (!overtaken(lane) && budget.allows(lane, now())) sent = budget.take(lane, who, now())
      else if (!closed && budget.nextAt(lane, now()) - now() <= wait) sent = await enqueue(lane, who, wait)
      if (sent) await record(sent)
      return sent
    },
    done(sent, never) {
      if (never) budget.refund(sent)
      else budget.finish(sent, now())
      pump()
    },
    pause(wait, refused) {
      const at = now()
      budget.pause(at + wait, refused ? at : null)
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
