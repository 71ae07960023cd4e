/** A log of the requests sent to the service, so that the budget is right after a restart, however the process ended. */
import { type Lane, lanes } from '#contract/index.ts'
import type { Core } from '../cluster/core.ts'
import type { Store } from '../store/store.ts'
import type { Budget, SentRequest } from './budget.ts'
import type { RequestSlots } from './request-queue.ts'

const minute = 60_000
/** A bucket refills within minutes, so the budget does not need older rows. */
const retentionMs = 30 * minute
/** The longest that an exchange with the service can last. */
export const maxExchangeMs = 33_000

/**
 * Reads the requests of an earlier process. Their answers are not recorded, so each counts from the latest moment at which it can
 * have reached the service.
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
      // If the clock was set back, the row lies in the future.
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
 * The slots of a gateway that is the only one: its own budget decides. Each request is recorded before it is sent. A failure to record is
 * only logged, since reads and cancels must work with a full disk.
 *
 * @param deps.budget receives the requests of an earlier process
 */
export async function openOwnSlots(
  deps: Pick<Core, 'store' | 'clock' | 'log'> & {
    budget: Budget
  },
): Promise<RequestSlots> {
  const { store, budget, clock, log } = deps
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
      log.error({ error: String(error) }, 'could not record a request to the service')
    }
  }

  return createOwnSlots(record)
}

/** Slots of a gateway that has the plan alone: every claim succeeds. @param record runs before the slot is granted */
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
