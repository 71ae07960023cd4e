/** A log of request times, so that tests can check the rate limit from outside. Not part of the service's interface. */
interface Arrival {
  /** Epoch ms. */
  at: number
  refused: boolean
}

/** How long arrivals stay in the log. */
const retentionMs = 10 * 60_000

export interface RequestLog {
  record: (organisation: string, arrival: Arrival) => void
  /** Returns the times of the last ten minutes, epoch ms. */
  read: (organisation: string, now: number) => { requests: number[]; refused: number[] }
}

/** Creates an empty log. A restart clears it, as it resets the limit. */
export function createRequestLog(): RequestLog {
  const arrivals = new Map<string, Arrival[]>()
  /** Drops old entries, which come first because entries are in order of arrival. */
  const recent = (organisation: string, now: number) => {
    const entries = arrivals.get(organisation) ?? []
    const firstRecentIndex = entries.findIndex(({ at }) => at > now - retentionMs)
    entries.splice(0, firstRecentIndex === -1 ? entries.length : firstRecentIndex)
    arrivals.set(organisation, entries)
    return entries
  }
  return {
    record: (organisation, arrival) => void recent(organisation, arrival.at).push(arrival),
    read: (organisation, now) => {
      const list = recent(organisation, now)
      const times = (refused: boolean) => list.filter((arrival) => arrival.refused === refused).map(({ at }) => at)
      return { requests: times(false), refused: times(true) }
    },
  }
}
