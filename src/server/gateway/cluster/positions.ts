/** Positions in the messages of each gateway, so that an operator sees their own changes at whichever gateway answers next. */
import { setTimeout as pause } from 'node:timers/promises'

/** How long a request waits for a position to arrive. */
const maxWaitMs = 1_000

/** A gateway's number and its mark. */
const positionOf = (gateway: number, mark: number) => `${gateway}.${mark}`

/** The marks that have arrived from the other gateways. The database delivers messages in the order of their commits. */
export function createPositions() {
  const arrivedMarks = new Map<number, number>()
  const pendingChecks = new Set<() => void>()
  let lastMark = 0

  /** Records that everything which the gateway sent before this mark has arrived. */
  function recordArrival(gateway: number, mark: number): void {
    arrivedMarks.set(gateway, Math.max(mark, arrivedMarks.get(gateway) ?? 0))
    for (const check of pendingChecks) check()
  }

  return {
    arrive: recordArrival,
    /** Creates the next mark of this gateway. */
    createNext(gateway: number): { mark: number; position: string } {
      lastMark += 1
      return { mark: lastMark, position: positionOf(gateway, lastMark) }
    },
    /** Waits at most a second for a position of one of these gateways. A position of any other gateway is ignored. */
    async waitFor(position: string, gateways: { has: (gateway: number) => boolean }): Promise<void> {
      const [, from, mark] = (/^(\d{1,15})\.(\d{1,15})$/.exec(position) ?? []).map(Number)
      if (from === undefined || mark === undefined || !gateways.has(from)) return
      const hasArrived = () => (arrivedMarks.get(from) ?? 0) >= mark
      if (hasArrived()) return
      const arrival = Promise.withResolvers<void>()
      const resolveIfArrived = () => hasArrived() && arrival.resolve()
      pendingChecks.add(resolveIfArrived)
      await Promise.race([arrival.promise, pause(maxWaitMs, undefined, { ref: false })])
      pendingChecks.delete(resolveIfArrived)
      // A lost mark delays one request, not all of them.
      recordArrival(from, mark)
    },
    forget: (gateway: number) => arrivedMarks.delete(gateway),
  }
}
