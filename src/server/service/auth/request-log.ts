/** When requests arrived, so that a test can check from outside what the organization's limit made of them. Not of the interface. */
interface Arrival {
  at: number
  refused: boolean
}

/** ms */
const retentionMs = 10 * 60_000

export interface RequestLog {
  record: (organisation: string, arrival: Arrival) => void
  /** The last ten minutes, epoch ms. */
  read: (organisation: string, now: number) => { requests: number[]; refused: number[] }
}

/** Makes an empty log. It is not kept over a restart: nor is the limit that it tells of. */
export function createRequestLog(): RequestLog {
  const arrivals = new Map<string, Arrival[]>()
  /** In the order of their arrival, so that what is too old stands first. */
  const recent = (organisation: string, now: number) => {
    const list = arrivals.get(organisation) ?? []
    const first = list.findIndex(({ at }) => at > now - retentionMs)
    list.splice(0, first === -1 ? list.length : first)
    arrivals.set(organisation, list)
    return list
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
