/**
 * The lists, batches and conversations that are kept under a minute old for half an hour after somebody last looked at them, so that they
 * are there at once when somebody returns. That takes at most a tenth of the plan, of what would go unused.
 */
import { LRUCache } from 'lru-cache'
import { atMost } from '../shared/at-most.ts'
import { type Clock, minuteMs } from '../shared/clock.ts'
import { type Read, readKey } from './read.ts'
import { freshnessOf } from './read-rules.ts'

/** How long after the last look. */
const keptForMs = 30 * minuteMs
/** What is as old is read again: an answer is under a minute old with the time of its request. */
export const keptAgeMs = 50_000
/** More than any plan can keep. */
const maxReads = 500

/** The most requests in any minute: a tenth of the plan. */
export const keptPerMinute = (perMinute: number): number => Math.floor(perMinute / 10)

/** The shortest time between two of these requests. */
export const keptSpacingMs = (perMinute: number): number => minuteMs / keptPerMinute(perMinute)

/** Creates the list of what somebody has looked at. */
export function createKeptReads({ clock }: { clock: Clock }) {
  const looks = new LRUCache<string, { read: Read; at: number }>(atMost(maxReads))

  return {
    /** Records that an operator looks at a read now. */
    look(read: Read): void {
      if (freshnessOf(read.name).isKept) looks.set(readKey(read), { read, at: clock.steady() })
    },

    /**
     * The reads to keep, as many as a tenth of the plan can keep under a minute old: lists first, then what was looked at last.
     *
     * @param mayChange whether a read may be answered otherwise now, and is not read for those who view it
     */
    list(perMinute: number, mayChange: (read: Read) => boolean): Read[] {
      const now = clock.steady()
      const isList = ({ params }: Read) => Object.keys(params).length === 0
      return [...looks.values()]
        .filter(({ at }) => /* guard: kept-for-half-an-hour */ now - at < keptForMs)
        .filter(({ read }) => mayChange(read))
        .toSorted((a, b) => Number(isList(b.read)) - Number(isList(a.read)) || b.at - a.at)
        .slice(0, Math.floor((keptPerMinute(perMinute) * keptAgeMs) / minuteMs))
        .map(({ read }) => read)
    },
  }
}
