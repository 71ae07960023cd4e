/**
 * How many deliveries of the service arrived within the last hour, at any gateway, by what became of them. Written together once a second: a
 * flood of them is not a flood of statements.
 */
import { sql } from 'kysely'
import type { Webhooks as Arrived } from '#contract/index.ts'
import type { Clock } from '../shared/clock.ts'
import type { Store } from '../store/store.ts'

const minute = 60_000
const hour = 60 * minute
const writeEvery = 1_000

const prefix = 'event '
/** The word under which an event that was taken is counted. */
export const arrived = (event: string): string => `${prefix}${event}`
/** The event that a word counts; null: it counts something else. */
export const eventIn = (word: string): string | null => (word.startsWith(prefix) ? word.slice(prefix.length) : null)

interface Count {
  minute: number
  word: string
  count: number
  lastAt: number
}

export type DeliveryCounts = ReturnType<typeof createDeliveryCounts>

export function createDeliveryCounts({ store, clock }: { store: Store; clock: Clock }) {
  /** What is not written yet. */
  let fresh = new Map<string, Count>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  function note(word: string): void {
    const now = clock.now()
    const at = now - (now % minute)
    const key = `${at} ${word}`
    fresh.set(key, { minute: at, word, count: (fresh.get(key)?.count ?? 0) + 1, lastAt: now })
    timer ??= setTimeout(() => void write(), writeEvery).unref()
  }

  function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(writeFresh)
    return writing
  }

  /** What cannot be written is written with what comes next. */
  async function writeFresh(): Promise<void> {
    const counts = fresh
    if (counts.size === 0) return
    fresh = new Map()
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
        // The last event stays, however long ago it was.
        await store
          .deleteFrom('webhook_counts')
          .where('minute', '<=', clock.now() - hour)
          .where('minute', '<', (latest) =>
            latest
              .selectFrom('webhook_counts as w')
              .where('w.word', 'like', arrived('%'))
              .select((one) => one.fn.coalesce(one.fn.max('w.minute'), sql<number>`0`).as('minute')),
          )
          .execute()
      })
    } catch {
      for (const [key, one] of counts) {
        const { count = 0, lastAt = 0 } = fresh.get(key) ?? {}
        fresh.set(key, { ...one, count: one.count + count, lastAt: Math.max(one.lastAt, lastAt) })
      }
    }
  }

  return {
    /** One more of these has come. */
    note,

    /** How many of each came within the last hour, and the event that arrived last. */
    async read(): Promise<{ lastHour: Map<string, number>; last: Arrived['last'] }> {
      await write()
      const { fn } = store
      const since = clock.now() - hour
      const counts = await store
        .selectFrom('webhook_counts')
        .select(['word', fn.sum<number>('count').as('count')])
        .where('minute', '>', since)
        .groupBy('word')
        .execute()
      const latest = await store
        .selectFrom('webhook_counts')
        .select(['word', 'last_at'])
        .where('word', 'like', arrived('%'))
        .orderBy('minute', 'desc')
        .orderBy('last_at', 'desc')
        .limit(1)
        .execute()
      // On a full disk these could not be written.
      const unwritten = [...fresh.values()]
      const lastHour = new Map(counts.map(({ word, count }) => [word, count]))
      for (const { word, count } of unwritten) lastHour.set(word, (lastHour.get(word) ?? 0) + count)
      const [last] = [...latest.map(({ word, last_at }) => ({ word, lastAt: last_at })), ...unwritten]
        .filter(({ word }) => eventIn(word) !== null)
        .toSorted((a, b) => b.lastAt - a.lastAt)
      return { lastHour, last: last ? { event: eventIn(last.word) ?? '', at: last.lastAt } : null }
    },

    /** Writes what is not written yet. */
    close: write,
  }
}
