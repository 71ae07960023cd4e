/** How fresh the answer of a read has to be, both between dashboard and gateway and between gateway and service. */

/** How prominently a page shows a read. Decides what the gateway refreshes first. */
export const attentionLevels = ['focus', 'visible', 'background'] as const
export type Attention = (typeof attentionLevels)[number]

export interface Freshness {
  /** The dashboard uses an answer up to this age without repeating the read, ms. */
  staleMs: number
  /** The dashboard polls the gateway at this interval while the answer is shown, ms; false: never. Costs the service nothing. */
  pollMs: number | false
  attention: Attention
  /** The gateway answers from a snapshot up to this age, ms. Only for reads of the service. */
  snapshotMs: number
  /** The gateway refreshes the snapshot in the background while it is viewed. An older one is answered at once, with its age. */
  isWatched: boolean
  /** The gateway reads it again for half an hour after somebody looked, so that it is under a minute old, with requests that would go unused. */
  isKept: boolean
  /** Minimum time between a read and the next one that an event of the service causes, ms. */
  afterEventMs: number
  /** Events report every change, so the gateway does not poll if it receives events. */
  eventsAreComplete: boolean
}

/** Time from a loader's answer until it is on the screen, ms. */
const untilShownMs = 1_000

/**
 * Freshness of reads that are made only when somebody opens a page.
 *
 * @param seconds how long an answer counts as fresh
 * @param options.afterEvent minimum seconds between a read and the next one that an event of the service causes
 * @param options.snapshot up to which age the gateway's own snapshot is answered, if that is longer
 */
export const onDemand = (seconds: number, { afterEvent = 5, snapshot = seconds, isKept = false } = {}): Freshness => ({
  staleMs: seconds * 1_000,
  pollMs: false,
  attention: 'visible',
  snapshotMs: snapshot * 1_000,
  isWatched: false,
  isKept,
  afterEventMs: afterEvent * 1_000,
  eventsAreComplete: false,
})

/** Freshness of gateway endpoints that the dashboard polls while it shows them. */
export const polled = (seconds: number): Freshness => ({
  ...onDemand(0),
  staleMs: untilShownMs,
  pollMs: seconds * 1_000,
})

/** Freshness of service reads that the dashboard polls while it shows them, and the gateway polls as the request budget allows. */
export const watched = ({
  everyMs,
  pollMs,
  attention = 'visible',
  eventsAreComplete = false,
  isKept = false,
}: {
  /** Minimum interval of the gateway's reads, ms. */
  everyMs: number
  /** Interval of the dashboard's polls, ms. */
  pollMs: number
  attention?: Attention
  eventsAreComplete?: boolean
  isKept?: boolean
}): Freshness => ({
  staleMs: untilShownMs,
  pollMs,
  attention,
  snapshotMs: everyMs,
  isWatched: true,
  isKept,
  afterEventMs: everyMs,
  eventsAreComplete: eventsAreComplete,
})
