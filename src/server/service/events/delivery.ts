/**
 * Delivers enqueued events to one address, at least once: an event leaves the outbox when the receiver confirms it with a 2xx.
 * Failed events are retried with exponential backoff for a day. While the receiver is unavailable, one event at a time is
 * tried. All state is in the database, so it survives a restart.
 */
import { createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import { Agent, request } from 'undici'
import { dayMs } from '#calling-hours/zone-clock.ts'
import { type Delivery, type Pagination, signatureHeader } from '#contract/index.ts'
import type { ServiceContext } from '../shared/context.ts'
import { readPage } from '../shared/pagination.ts'
import type { Random } from '../shared/random.ts'
import { createWorkLoop, type WorkLoop } from '../shared/work-loop.ts'
import type { EventRow } from '../store/database.ts'

type DueEvent = Pick<Selectable<EventRow>, 'seq' | 'body' | 'attempts' | 'created_at'>
interface Outcome {
  event: DueEvent
  /** A status code, or the reason why there is none. */
  answer: string
  /** When the attempt ended, epoch ms. */
  at: number
}

const receiverTimeoutMs = 10_000
const maxConnections = 4
/** Events are read and recorded together: a batch of calls causes thousands, and every transaction waits for the disk. */
const eventsPerTurn = 100
const minRetryDelayMs = 1_000
const maxRetryDelayMs = 5 * 60_000
/** The log keeps this many finished events, for up to two days. */
const maxLoggedEvents = 20_000

/** Signs a body: hex HMAC-SHA-256 under the webhook secret (interface section 6). */
export const signatureOf = (secret: string, body: string): string =>
  createHmac('sha256', secret).update(body).digest('hex')

/** Ms to wait after this many failures: exponential backoff up to five minutes, minus a random part of up to half. */
export const retryDelayMs = (failures: number, random: Random): number =>
  Math.min(maxRetryDelayMs, minRetryDelayMs * 2 ** (failures - 1)) * (0.5 + random() / 2)

const isDelivered = (answer: string) => /^2\d\d$/.test(answer)
/** Whether the answer means that the receiver is unavailable or overloaded, rather than that it refuses this event. */
const isReceiverUnavailable = (answer: string) => !/^[234]\d\d$/.test(answer) || answer === '429' || answer === '408'

export interface Deliveries extends WorkLoop {
  /** Delivers events to this address from now on. */
  setAddress: (address: string) => void
  /** The receiver's address; null if not set yet. */
  address: () => string | null
  /** The delivery log, latest first. */
  list: (page: { page: number; limit: number }) => Promise<{ deliveries: Delivery[]; pagination: Pagination }>
}

/**
 * Creates the delivery, stopped. Events wait until an address is set.
 *
 * @param secret signs each body
 * @param report called with internal errors
 */
export function createDeliveries(
  context: ServiceContext,
  secret: string,
  report: (error: unknown) => void,
): Deliveries {
  const { database, clock, random } = context
  let address: string | null = null
  /** Consecutive turns in which the receiver was unavailable. */
  let failures = 0
  let pausedUntil = 0
  let attemptsUntilCleanup = 0
  const stopping = new AbortController()
  const agent = new Agent({
    connections: maxConnections,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    connect: { timeout: 3_000 },
  })

  async function send(to: string, body: string): Promise<string> {
    const timeoutSignal = AbortSignal.timeout(receiverTimeoutMs)
    try {
      const answer = await request(to, {
        dispatcher: agent,
        method: 'POST',
        headers: { 'content-type': 'application/json', [signatureHeader]: signatureOf(secret, body) },
        body,
        signal: AbortSignal.any([timeoutSignal, stopping.signal]),
      })
      await answer.body.dump({ limit: 64 * 1024, signal: timeoutSignal })
      return `${answer.statusCode}`
    } catch {
      return timeoutSignal.aborted ? 'no answer in time' : 'no connection'
    }
  }

  /** Sends events in order over a few connections. Stops at the first sign that the receiver is unavailable. */
  async function sendAll(to: string, events: DueEvent[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    const remaining = events.values()
    let isUnavailable = false
    const sendNextEvents = async () => {
      for (const event of remaining) {
        const answer = await send(to, event.body)
        if (stopping.signal.aborted && !isDelivered(answer)) return
        outcomes.push({ event, answer, at: clock.now() })
        isUnavailable ||= isReceiverUnavailable(answer)
        if (isUnavailable || stopping.signal.aborted) return
      }
    }
    await Promise.all(Array.from({ length: maxConnections }, sendNextEvents))
    return outcomes
  }

  const waitingEvents = () => database.selectFrom('event').where('status', '=', 'waiting')

  async function recordOutcomes(outcomes: Outcome[]): Promise<void> {
    await database.transaction().execute(async (database) => {
      for (const { event, answer, at } of outcomes) {
        const attempts = event.attempts + 1
        const status = isDelivered(answer) ? 'delivered' : at - event.created_at > dayMs ? 'given_up' : 'waiting'
        const retry = status === 'waiting' && { due_at: Math.ceil(at + retryDelayMs(attempts, random)) }
        await database
          .updateTable('event')
          .set({ status, answer, attempts, attempted_at: at, ...retry })
          .where('seq', '=', event.seq)
          .execute()
      }
    })
    const unavailableCount = outcomes.filter(({ answer }) => isReceiverUnavailable(answer)).length
    failures = unavailableCount === 0 ? 0 : failures + 1
    pausedUntil = unavailableCount === 0 ? 0 : clock.now() + retryDelayMs(failures, random)
  }

  /** Gives up on events older than a day and deletes finished events that are older than two days or beyond the log's limit. */
  async function deleteOldEvents(): Promise<void> {
    const yesterday = clock.now() - dayMs
    await database
      .updateTable('event')
      .set({ status: 'given_up' })
      .where('status', '=', 'waiting')
      .where('created_at', '<', yesterday)
      .execute()
    await database
      .deleteFrom('event')
      .where('status', '!=', 'waiting')
      .where((eb) =>
        eb.or([
          eb('created_at', '<', yesterday - dayMs),
          eb(
            'seq',
            '<=',
            eb
              .selectFrom('event')
              .select((event) => event(event.fn.max<number>('seq'), '-', maxLoggedEvents).as('last')),
          ),
        ]),
      )
      .execute()
  }

  const loop = createWorkLoop({
    clock,
    report,
    async runDueWork(stopped) {
      if (address === null) return
      while (!stopped() && clock.now() >= pausedUntil) {
        const events = await waitingEvents()
          .select(['seq', 'body', 'attempts', 'created_at'])
          .where('due_at', '<=', clock.now())
          // In due order, so that new events and retries do not starve each other.
          .orderBy('due_at')
          .orderBy('seq')
          .limit(failures === 0 ? eventsPerTurn : 1)
          .execute()
        if (events.length === 0) return
        const outcomes = await sendAll(address, events)
        if (outcomes.length === 0) return
        await recordOutcomes(outcomes)
        attemptsUntilCleanup -= outcomes.length
        if (attemptsUntilCleanup > 0) continue
        attemptsUntilCleanup = 1_000
        await deleteOldEvents()
      }
    },
    async nextDueAt() {
      if (address === null) return null
      const { at } = await waitingEvents()
        .select(({ fn }) => fn.min<number | null>('due_at').as('at'))
        .executeTakeFirstOrThrow()
      return at === null ? null : Math.max(at, pausedUntil)
    },
  })

  return {
    ...loop,
    setAddress(newAddress) {
      address = newAddress
      pausedUntil = 0
      loop.wake()
    },
    address: () => address,
    async stop() {
      stopping.abort()
      await loop.stop()
      await agent.destroy()
    },
    async list(query) {
      const ordered = database.selectFrom('event').selectAll().orderBy('seq', 'desc')
      const { rows, pagination } = await readPage(ordered, query)
      const deliveries = rows.map(
        (row): Delivery => ({
          id: row.id,
          event: row.event,
          status: row.status,
          attempts: row.attempts,
          answer: row.answer,
          createdAt: row.created_at,
          attemptedAt: row.attempted_at,
          dueAt: row.status === 'waiting' ? row.due_at : null,
        }),
      )
      return { deliveries, pagination }
    },
  }
}
