/**
 * Counts webhook deliveries of the last hour at all gateways, by their result. Counts are written once a second, so that a flood of
 * deliveries does not become a flood of statements.
 */
import { sql } from 'kysely'
import type { Webhooks as Arrived } from '#contract/index.ts'
import type { Clock } from '../shared/clock.ts'
import type { Store } from '../store/store.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const writeIntervalMs = 1_000

const prefix = 'event '
/** The word under which an accepted event is counted. */
export const wordOf = (event: string): string => `${prefix}${event}`
/** The event that a word counts; null when it counts something else. */
export const eventIn = (word: string): string | null => (word.startsWith(prefix) ? word.slice(prefix.length) : null)

interface Count {
  minute: number
  word: string
  count: number
  lastAt: number
}

export type DeliveryCounts = ReturnType<typeof createDeliveryCounts>

export function createDeliveryCounts({ store, clock }: { store: Store; clock: Clock }) {
  /** Counts that are not written yet. */
  let unwritten = new Map<string, Count>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function count(word: string): void {
    const now = clock.now()
    const at = now - (now % minuteMs)
    const key = `${at} ${word}`
    unwritten.set(key, { minute: at, word, count: (unwritten.get(key)?.count ?? 0) + 1, lastAt: now })
    timer ??= setTimeout(() => void write(), writeIntervalMs).unref()
  }

  function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(writeCounts)
    return writing
  }

  /** Counts that cannot be written are written with the next ones. */
  async function writeCounts(): Promise<void> {
    const counts = unwritten
    if (counts.size === 0) return
    unwritten = new Map()
    try {
      await store.transaction().execute(async (store) => {
        for (const { minute, word, count, lastAt } of counts.values())
          await store
            .insertInto('webhook_counts')
            .values({ minute, word, count, last_at: lastAt })
            .onConflict((conflict) =>
              conflict
                .columns(['minute', 'word'])
                .doUpdateSet({ count: sql`webhook_counts.count + ${count}`, last_at: lastAt }),
            )
            .execute()
        // Keep the minute of the last event, however long ago it was.
        await store
          .deleteFrom('webhook_counts')
          .where('minute', '<=', clock.now() - hourMs)
          .where('minute', '<', (latest) =>
            latest
              .selectFrom('webhook_counts as w')
              .where('w.word', 'like', wordOf('%'))
              .select((one) => one.fn.coalesce(one.fn.max('w.minute'), sql<number>`0`).as('minute')),
          )
          .execute()
      })
    } catch {
      for (const [key, one] of counts) {
        const { count = 0, lastAt = 0 } = unwritten.get(key) ?? {}
        unwritten.set(key, { ...one, count: one.count + count, lastAt: Math.max(one.lastAt, lastAt) })
      }
    }
  }

  return {
    /** Counts one delivery under a word. */
    count,

    /** The counts of the last hour, and the last event. */
    async read(): Promise<{ lastHour: Map<string, number>; last: Arrived['last'] }> {
      await write()
      const { fn } = store
      const since = clock.now() - hourMs
      const counts = await store
        .selectFrom('webhook_counts')
        .select(['word', fn.sum<number>('count').as('count')])
        .where('minute', '>', since)
        .groupBy('word')
        .execute()
      const latest = await store
        .selectFrom('webhook_counts')
        .select(['word', 'last_at'])
        .where('word', 'like', wordOf('%'))
        .orderBy('minute', 'desc')
        .orderBy('last_at', 'desc')
        .limit(1)
        .execute()
      // Counts that could not be written, for instance on a full disk.
      const notWritten = [...unwritten.values()]
      const lastHour = new Map(counts.map(({ word, count }) => [word, count]))
      for (const { word, count } of notWritten) lastHour.set(word, (lastHour.get(word) ?? 0) + count)
      const [last] = [...latest.map(({ word, last_at }) => ({ word, lastAt: last_at })), ...notWritten]
        .filter(({ word }) => eventIn(word) !== null)
        .toSorted((a, b) => b.lastAt - a.lastAt)
      return { lastHour, last: last ? { event: eventIn(last.word) ?? '', at: last.lastAt } : null }
    },

    /** Writes the remaining counts. */
    close: write,
  }
}
