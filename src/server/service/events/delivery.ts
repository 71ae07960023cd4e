/**
 * Delivers what was announced to one address, at least once: an event leaves the outbox when the receiver has said that it has
 * it. What fails is tried again, later each time, for a day; a receiver that is away is knocked at with one event at a time.
 * Nothing is held in memory that a restart would miss.
 */
import { createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import { Agent, request } from 'undici'
import { type Delivery, signatureHeader } from '#contract/index.ts'
import type { ServiceContext } from '../shared/context.ts'
import { offsetOf, paginationOf } from '../shared/pagination.ts'
import type { Random } from '../shared/random.ts'
import { createWorkLoop, type WorkLoop } from '../shared/work-loop.ts'
import type { EventRow } from '../store/event-table.ts'

type Due = Pick<Selectable<EventRow>, 'seq' | 'body' | 'attempts' | 'created_at'>
interface Outcome {
  event: Due
  /** A status code, or in a word why there is none. */
  answer: string
  at: number
}

/** Ms that a receiver has to answer. */
const patience = 10_000
const connections = 4
/** So many are read, and noted, together: a batch of calls announces thousands, and each note waits for the disk. */
const atOnce = 100
const firstPause = 1_000
const longestPause = 5 * 60_000
const day = 24 * 3_600_000
/** Of those that ended, so many are kept, for a day. */
const mostKept = 20_000

/** The signature of a body under a secret (interface 6). */
export const signatureOf = (secret: string, body: string): string =>
  createHmac('sha256', secret).update(body).digest('hex')

/** Ms to wait after so many failures: doubling up to five minutes, less up to half of it by chance. */
export const pauseAfter = (failures: number, random: Random): number =>
  Math.min(longestPause, firstPause * 2 ** (failures - 1)) * (0.5 + random() / 2)

const isTaken = (answer: string) => /^2\d\d$/.test(answer)
/** What speaks of the receiver, not of this event. */
const isAway = (answer: string) => !/^[234]\d\d$/.test(answer) || answer === '429' || answer === '408'

export interface Deliveries extends WorkLoop {
  /** From now on events go to this address. */
  to: (address: string) => void
  /** Where they go; null: nowhere yet. */
  address: () => string | null
  /** The log, the latest first. */
  list: (page: { page: number; limit: number }) => Promise<{
    deliveries: Delivery[]
    pagination: ReturnType<typeof paginationOf>
  }>
}

/**
 * Makes the delivery. Before it was told an address it delivers nothing, and what is announced waits.
 *
 * @param secret what each body is signed with
 * @param report told of errors of our own
 */
export function createDeliveries(
  context: ServiceContext,
  secret: string,
  report: (error: unknown) => void,
): Deliveries {
  const { database, clock, random } = context
  let address: string | null = null
  /** In a row, of the receiver. */
  let failures = 0
  let restsUntil = 0
  /** Attempts until the next cleaning. */
  let untilCleaning = 0
  const stopping = new AbortController()
  const agent = new Agent({ connections, pipelining: 1, keepAliveTimeout: 10_000, connect: { timeout: 3_000 } })

  async function send(to: string, body: string): Promise<string> {
    const late = AbortSignal.timeout(patience)
    try {
      const answer = await request(to, {
        dispatcher: agent,
        method: 'POST',
        headers: { 'content-type': 'application/json', [signatureHeader]: signatureOf(secret, body) },
        body,
        signal: AbortSignal.any([late, stopping.signal]),
      })
      await answer.body.dump({ limit: 64 * 1024, signal: late })
      return `${answer.statusCode}`
    } catch {
      return late.aborted ? 'no answer in time' : 'no connection'
    }
  }

  /** Sends them over a few connections, the first first; once the receiver is away the others stay where they are. */
  async function sendAll(to: string, events: Due[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    const left = events.values()
    let away = false
    const line = async () => {
      for (const event of left) {
        const answer = await send(to, event.body)
        if (stopping.signal.aborted && !isTaken(answer)) return
        outcomes.push({ event, answer, at: clock.now() })
        away ||= isAway(answer)
        if (away || stopping.signal.aborted) return
      }
    }
    await Promise.all(Array.from({ length: connections }, line))
    return outcomes
  }

  const waiting = () => database.selectFrom('event').where('status', '=', 'waiting')

  async function note(outcomes: Outcome[]): Promise<void> {
    await database.transaction().execute(async (database) => {
      for (const { event, answer, at } of outcomes) {
        const attempts = event.attempts + 1
        const status = isTaken(answer) ? 'delivered' : at - event.created_at > day ? 'given_up' : 'waiting'
        const due = status === 'waiting' && { due_at: Math.ceil(at + pauseAfter(attempts, random)) }
        await database
          .updateTable('event')
          .set({ status, answer, attempts, attempted_at: at, ...due })
          .where('seq', '=', event.seq)
          .execute()
      }
    })
    const away = outcomes.filter(({ answer }) => isAway(answer)).length
    failures = away === 0 ? 0 : failures + 1
    restsUntil = away === 0 ? 0 : clock.now() + pauseAfter(failures, random)
  }

  /** Nobody reads a log of last week, and a receiver that was away for a day has missed what it missed. */
  async function clean(): Promise<void> {
    const yesterday = clock.now() - day
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
          eb('created_at', '<', yesterday - day),
          eb(
            'seq',
            '<=',
            eb.selectFrom('event').select((all) => all(all.fn.max<number>('seq'), '-', mostKept).as('last')),
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
      while (!stopped() && clock.now() >= restsUntil) {
        const events = await waiting()
          .select(['seq', 'body', 'attempts', 'created_at'])
          .where('due_at', '<=', clock.now())
          // By the moment since which they may go: neither what is new nor what failed keeps the other waiting.
          .orderBy('due_at')
          .orderBy('seq')
          .limit(failures === 0 ? atOnce : 1)
          .execute()
        if (events.length === 0) return
        const outcomes = await sendAll(address, events)
        if (outcomes.length === 0) return
        await note(outcomes)
        untilCleaning -= outcomes.length
        if (untilCleaning > 0) continue
        untilCleaning = 1_000
        await clean()
      }
    },
    async nextDueAt() {
      if (address === null) return null
      const { at } = await waiting()
        .select(({ fn }) => fn.min<number | null>('due_at').as('at'))
        .executeTakeFirstOrThrow()
      return at === null ? null : Math.max(at, restsUntil)
    },
  })

  return {
    ...loop,
    to(next) {
      address = next
      restsUntil = 0
      loop.wake()
    },
    address: () => address,
    async stop() {
      stopping.abort()
      await loop.stop()
      await agent.destroy()
    },
    async list(query) {
      const all = database.selectFrom('event')
      const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      const rows = await all.selectAll().orderBy('seq', 'desc').limit(query.limit).offset(offsetOf(query)).execute()
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
      return { deliveries, pagination: paginationOf(query, total) }
    },
  }
}
