/**
 * What the service does by itself, so that hours after its start a demo still has calls that run, batches that are scheduled and drafts that
 * wait. Off by default: only the gateway turns it on, for the service that it embeds. It follows the rules of everybody else: calling hours,
 * the plan's lines, whole batches. It starts things of its own and changes nothing that an operator made. Between its turns it sleeps.
 */

import { countWaitingDrafts, maxWaitingDrafts } from '../calling/own-drafts.ts'
import type { ServiceContext } from '../shared/context.ts'
import { createWorkLoop, type WorkLoop } from '../shared/work-loop.ts'
import { adoptSeededBatches, keepBatches, linesOf, type OwnBatch } from './batches.ts'
import { addConversation } from './conversations.ts'
import { deleteOld } from './delete-old.ts'
import { readCallers } from './people.ts'
import { placeCall } from './single-calls.ts'

interface ActivityOptions {
  /** The workspace of its conversations. */
  workspace: string
  report: (error: unknown) => void
  /** Called with each batch that it starts or schedules, because no endpoint lists batches. */
  onBatch: (batch: OwnBatch) => Promise<void>
}

/** Time between two turns at speed 1. A draft comes every two turns or so, a single call every ten. */
const turnMs = 45_000
/** At a high speed, turns would otherwise follow each other without a pause. */
const minTurnMs = 3_000
const draftsPerTurn = 0.55
const callsPerTurn = 0.12

/** Creates the activity, stopped. */
export function createActivity(context: ServiceContext, { workspace, report, onBatch }: ActivityOptions): WorkLoop {
  const { clock, random, speed } = context
  let nextTurnAt = clock.now()
  let isFirstTurn = true

  async function takeTurn(): Promise<void> {
    if (isFirstTurn) await adoptSeededBatches(context)
    isFirstTurn = false
    const callers = await readCallers(context)
    if (linesOf(context) > 0) {
      for (const batch of await keepBatches(context, callers)) await onBatch(batch)
      if (random() < callsPerTurn) await placeCall(context, callers)
    }
    if (random() < draftsPerTurn && (await countWaitingDrafts(context.database, workspace)) < maxWaitingDrafts)
      await addConversation(context, workspace, callers)
    await deleteOld(context)
  }

  return createWorkLoop({
    clock,
    report,
    runDueWork: async () => {
      if (clock.now() < nextTurnAt) return
      nextTurnAt = clock.now() + Math.max(minTurnMs, Math.ceil(turnMs / speed))
      await takeTurn()
    },
    nextDueAt: () => Promise.resolve(nextTurnAt),
  })
}
