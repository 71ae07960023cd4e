/** The log of what was sent to the service and when, so that the budget is right after a restart, however the process ended. */
import { type Lane, lanes } from '#contract/index.ts'
import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Store } from '../store/store.ts'
import type { Budget, SentRequest } from './budget.ts'
import type { RequestSlots } from './request-queue.ts'

const minute = 60_000
/** A bucket refills within minutes; older rows tell the budget nothing. */
const retentionMs = 30 * minute
/** The longest that an exchange can last, ms. */
export const maxExchangeMs = 33_000

/**
 * Reads what an earlier process sent. When its answers came is not recorded: each counts from the latest moment that it
 * can have reached the service.
 */
async function readEarlierRequests(store: Store, now: number): Promise<SentRequest[]> {
  const rows = await store
    .selectFrom('sends')
    .selectAll()
    .where('at', '>', now - retentionMs)
    .orderBy('at')
    .execute()
  return rows
    .filter((row) => (lanes as readonly string[]).includes(row.lane))
    .map((row) => {
      // A clock that was put back must not make a request younger than now.
      const at = Math.min(row.at, now)
      return {
        lane: row.lane as Lane,
        page: row.page,
        operator: row.operator,
        startedAt: at,
        endedAt: Math.min(now, at + maxExchangeMs),
      }
    })
}

/**
 * The places of the only gateway: what its own budget gives is given. Each sending is written down before it goes out; failing is logged
 * and no more, since reading and cancelling go on with a full disk.
 *
 * @param parts.budget learns what an earlier process sent
 */
export async function openOwnSlots(parts: {
  store: Store
  budget: Budget
  clock: Clock
  log: Log
}): Promise<RequestSlots> {
  const { store, budget, clock, log } = parts
  let lastSweep = 0
  for (const sent of await readEarlierRequests(store, clock.now())) budget.addSent(sent)

  async function record({ lane, page, operator }: SentRequest): Promise<void> {
    const at = clock.now()
    try {
      await store.insertInto('sends').values({ at, lane, page, operator }).execute()
      if (at - lastSweep > retentionMs) {
        lastSweep = at
        await store
          .deleteFrom('sends')
          .where('at', '<', at - retentionMs)
          .execute()
      }
    } catch (error) {
      log.error({ error: String(error) }, 'a sending could not be recorded')
    }
  }

  return createOwnSlots(record)
}

/** Places of a gateway that has the plan alone: there is always one. @param record is done before the place is given */
export const createOwnSlots = (record: (sent: SentRequest) => Promise<void>): RequestSlots => ({
  claim: async (sent) => {
    await record(sent)
    return true
  },
  finish: () => Promise.resolve(),
  pause: () => Promise.resolve(),
  isDatabaseUnavailable: () => false,
  onChange: () => {},
  close: () => Promise.resolve(),
})
