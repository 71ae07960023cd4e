/** The log of what was sent to the service and when, so that the budget is right after a restart, however the process ended. */
import { type Lane, lanes } from '#contract/index.ts'
import type { Log } from '../shared/log.ts'
import type { Store } from '../store/store.ts'
import type { Sent } from './budget.ts'

const minute = 60_000
/** A bucket refills within minutes; older rows tell the budget nothing. */
const kept = 30 * minute
/** The longest that an exchange can last. */
const longest = 33_000

/**
 * Reads what an earlier process sent. When its answers came is not recorded: each counts from the latest moment that it
 * can have reached the service.
 */
export async function earlierSendings(store: Store, now: number): Promise<Sent[]> {
  const rows = await store
    .selectFrom('sends')
    .selectAll()
    .where('at', '>', now - kept)
    .execute()
  return rows
    .filter((row) => (lanes as readonly string[]).includes(row.lane))
    .map((row) => {
      // A clock that was put back must not make a request younger than now.
      const at = Math.min(row.at, now)
      return { lane: row.lane as Lane, page: row.page, operator: row.operator, at, end: Math.min(now, at + longest) }
    })
}

/** Writes a sending down before it goes out. Failing is logged and no more: reading and cancelling go on with a full disk. */
export function recordSendings(store: Store, log: Log, now: () => number): (sent: Sent) => Promise<void> {
  let lastSweep = 0
  return async ({ lane, page, operator }) => {
    const at = now()
    try {
      await store.insertInto('sends').values({ at, lane, page, operator }).execute()
      if (at - lastSweep > kept) {
        lastSweep = at
        await store
          .deleteFrom('sends')
          .where('at', '<', at - kept)
          .execute()
      }
    } catch (error) {
      log.error({ error: String(error) }, 'a sending could not be recorded')
    }
  }
}
