/** How fresh the answer of a read has to be: for the dashboard, which asks the gateway, and for the gateway, which asks the service. */

/** How closely a person looks at what is read: it decides what the gateway refreshes first. */
export const attentions = ['focus', 'visible', 'background'] as const
export type Attention = (typeof attentions)[number]

export interface Freshness {
  /** The dashboard shows an answer of this age without asking for it again, ms. */
  staleMs: number
  /** The dashboard asks the gateway again after this time while the answer is shown, ms; false: never by itself. Costs the service nothing. */
  pollMs: number | false
  attention: Attention
  /** The gateway answers with a snapshot of this age without asking the service, ms. Only for reads of the service. */
  snapshotMs: number
  /** The gateway refreshes the snapshot in the background while somebody looks; an older one answers at once, with its age. */
  isWatched: boolean
  /** The gateway waits this long after a reading, ms, before an event of the service causes the next one. */
  afterEventMs: number
  /** Events report every change: where events arrive, the gateway does not poll. */
  eventsTellAll: boolean
}

/** The time from a loader's answer until it is on the screen, ms. */
const untilShownMs = 1_000

/**
 * Read when somebody opens it or asks for it.
 *
 * @param seconds for which an answer counts as fresh
 * @param more.afterEvent seconds between a reading and the next one that an event of the service causes
 */
export const onDemand = (seconds: number, { afterEvent = 5 } = {}): Freshness => ({
  staleMs: seconds * 1_000,
  pollMs: false,
  attention: 'visible',
  snapshotMs: seconds * 1_000,
  isWatched: false,
  afterEventMs: afterEvent * 1_000,
  eventsTellAll: false,
})

/** The gateway's own: polled while it is shown. */
export const polled = (seconds: number): Freshness => ({
  ...onDemand(0),
  staleMs: untilShownMs,
  pollMs: seconds * 1_000,
})

/** The service's: the dashboard polls the gateway while it is shown, and the gateway polls the service as the request budget allows. */
export const watched = ({
  everyMs,
  pollMs,
  attention = 'visible',
  eventsTellAll = false,
}: {
  /** The gateway asks the service at most this often, ms. */
  everyMs: number
  /** The dashboard asks the gateway this often, ms. */
  pollMs: number
  attention?: Attention
  eventsTellAll?: boolean
}): Freshness => ({
  staleMs: untilShownMs,
  pollMs,
  attention,
  snapshotMs: everyMs,
  isWatched: true,
  afterEventMs: everyMs,
  eventsTellAll,
})
