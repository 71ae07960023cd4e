/** Single calls of the activity: now and then an agent calls a customer outside a batch. */
import { organisations } from '../auth/keys.ts'
import { checkReadiness } from '../calling/call-snapshot.ts'
import { countCallsInProgress, dial } from '../calling/start-call.ts'
import { type CallingAgent, columnsOf, fullNameOf, minuteMs } from '../seed/seed-context.ts'
import type { ServiceContext } from '../shared/context.ts'
import { shuffle } from '../shared/random.ts'
import { findCustomersToCall } from './people.ts'

/** With more calls in progress, no single call is placed, so that operators find free lines. */
const maxInProgress = (lines: number) => Math.floor(lines / 2) - 1

/** Places a call, if somebody may be called now and most lines are free. */
export async function placeCall(context: ServiceContext, callers: readonly CallingAgent[]): Promise<void> {
  const { clock, plan, random, speed } = context
  const now = clock.now()
  for (const caller of shuffle(random, callers)) {
    const time = { from: now, until: now + (10 * minuteMs) / speed, count: 1 }
    const [customer] = await findCustomersToCall(context, caller.market, time)
    if (customer === undefined) continue
    await context.database.transaction().execute(async (database) => {
      const inProgress = await countCallsInProgress(database, organisations.main)
      if (inProgress > maxInProgress(plan.concurrentCalls)) return
      const readiness = await checkReadiness(database, organisations.main, caller.agentId)
      if (!readiness.isReady) return
      const { snapshot, fromNumber, workspace } = readiness
      const call = await dial(context, database, {
        organisation: organisations.main,
        workspace,
        snapshot,
        fromNumber,
        toNumber: customer.phone,
        customerName: fullNameOf(customer),
        columns: columnsOf(customer),
      })
      await database
        .insertInto('activity')
        .values({ kind: 'call', id: call.call_id, created_at: now, max_calls: null })
        .execute()
    })
    context.wakeRunner()
    return
  }
}
