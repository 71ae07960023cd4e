/** Counts webhook deliveries of the last hour at all gateways, by their result. */
import { sql } from 'kysely'
import type { Webhooks as Arrived } from '#contract/index.ts'
import { type Clock, hourMs, minuteMs } from '../shared/clock.ts'
import { createCountBuffer } from '../store/count-buffer.ts'
import type { Store } from '../store/store.ts'

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
  const buffer = createCountBuffer<Count>({
    keyOf: ({ minute, word }) => `${minute} ${word}`,
    add: (one, other) => ({ ...one, count: one.count + other.count, lastAt: Math.max(one.lastAt, other.lastAt) }),
    intervalMs: writeIntervalMs,
    write: (counts) =>
      store.transaction().execute(async (transaction) => {
        for (const { minute, word, count, lastAt } of counts)
          await transaction
            .insertInto('webhook_counts')
            .values({ minute, word, count, last_at: lastAt })
            .onConflict((conflict) =>
              conflict
                .columns(['minute', 'word'])
                .doUpdateSet({ count: sql`webhook_counts.count + ${count}`, last_at: lastAt }),
            )
            .execute()
        // Keep the minute of the last event, however long ago it was.
        await transaction
          .deleteFrom('webhook_counts')
          .where('minute', '<=', clock.now() - hourMs)
          .where('minute', '<', (latest) =>
            latest
              .selectFrom('webhook_counts as w')
              .where('w.word', 'like', wordOf('%'))
              .select((one) => one.fn.coalesce(one.fn.max('w.minute'), sql<number>`0`).as('minute')),
          )
          .execute()
      }),
  })

  return {
    /** Counts one delivery under a word. */
    count(word: string): void {
      const now = clock.now()
      buffer.count({ minute: now - (now % minuteMs), word, count: 1, lastAt: now })
    },

    /** The counts of the last hour, and the last event. */
    async read(): Promise<{ lastHour: Map<string, number>; last: Arrived['last'] }> {
      await buffer.flush()
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
      const notWritten = buffer.unwritten()
      const lastHour = new Map(counts.map(({ word, count }) => [word, count]))
      for (const { word, count } of notWritten) lastHour.set(word, (lastHour.get(word) ?? 0) + count)
      const [last] = [...latest.map(({ word, last_at }) => ({ word, lastAt: last_at })), ...notWritten]
        .filter(({ word }) => eventIn(word) !== null)
        .toSorted((a, b) => b.lastAt - a.lastAt)
      return { lastHour, last: last ? { event: eventIn(last.word) ?? '', at: last.lastAt } : null }
    },

    /** Writes the remaining counts. */
    flush: buffer.flush,
  }
}
