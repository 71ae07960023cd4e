/** Positions in what gateways send each other, so that an operator sees their own changes at whichever gateway they ask next. */
import { setTimeout as pause } from 'node:timers/promises'

/** How long a request waits for a position to arrive. */
const maxWaitMs = 1_000

/** A gateway's number and its mark. */
const positionOf = (gateway: number, mark: number) => `${gateway}.${mark}`

/** The marks that have arrived from the other gateways. The database delivers messages in the order of their commits. */
export function createPositions() {
  const arrived = new Map<number, number>()
  const waiting = new Set<() => void>()
  let last = 0

  /** Everything that the gateway sent before this mark has arrived. */
  function arrive(gateway: number, mark: number): void {
    arrived.set(gateway, Math.max(mark, arrived.get(gateway) ?? 0))
    for (const check of waiting) check()
  }

  return {
    arrive,
    /** Creates the next mark of this gateway. */
    next(gateway: number): { mark: number; position: string } {
      last += 1
      return { mark: last, position: positionOf(gateway, last) }
    },
    /** Waits for a position of one of these gateways, at most a second. A position of another one is ignored. */
    async reach(position: string, gateways: { has: (gateway: number) => boolean }): Promise<void> {
      const [, from, mark] = (/^(\d{1,15})\.(\d{1,15})$/.exec(position) ?? []).map(Number)
      if (from === undefined || mark === undefined || !gateways.has(from)) return
      const hasArrived = () => (arrived.get(from) ?? 0) >= mark
      if (hasArrived()) return
      const wait = Promise.withResolvers<void>()
      const check = () => hasArrived() && wait.resolve()
      waiting.add(check)
      await Promise.race([wait.promise, pause(maxWaitMs, undefined, { ref: false })])
      waiting.delete(check)
      // A lost mark delays one request, not all of them.
      arrive(from, mark)
    },
    forget: (gateway: number) => arrived.delete(gateway),
  }
}
