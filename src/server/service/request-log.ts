/** When requests arrived, so that a test can check from outside what the organization's limit made of them. Not of the interface. */
interface Arrival {
  at: number
  refused: boolean
}

const kept = 10 * 60_000

export interface RequestLog {
  note: (organisation: string, arrival: Arrival) => void
  /** The last ten minutes, epoch ms. */
  read: (organisation: string, now: number) => { requests: number[]; refused: number[] }
}

export function requestLog(): RequestLog {
  const arrivals = new Map<string, Arrival[]>()
  const recent = (organisation: string, now: number) =>
    (arrivals.get(organisation) ?? []).filter(({ at }) => at > now - kept)
  let sinceCleaning = 0
  return {
    note: (organisation, arrival) => {
      const list = arrivals.get(organisation) ?? []
      list.push(arrival)
      arrivals.set(organisation, list)
      if (++sinceCleaning < 1_000) return
      sinceCleaning = 0
      arrivals.set(organisation, recent(organisation, arrival.at))
    },
    read: (organisation, now) => {
      const list = recent(organisation, now)
      const times = (refused: boolean) => list.filter((arrival) => arrival.refused === refused).map(({ at }) => at)
      return { requests: times(false), refused: times(true) }
    },
  }
}
