/**
 * What the service does by itself, so that hours after its start a demo still has calls that run, batches that are scheduled and drafts that
 * wait. Off by default: only the gateway turns it on, for the service that it embeds. It follows the rules of everybody else: calling hours,
 * the plan's lines, whole batches. It starts things of its own and changes nothing that an operator made. Between its turns it sleeps.
 */

import { dayMs } from '#calling-hours/zone-clock.ts'
import { addOwn, isQueueFull } from '../calling/own.ts'
import type { Department } from '../seed/company.ts'
import { generateCustomers } from '../seed/people.ts'
import { type CallingAgent, type MessagingDesk, readSetting } from '../seed/seed-context.ts'
import { agentFor, allThreads, isByEmail } from '../seed/seed-conversations.ts'
import { isAwake, writeThread } from '../seed/thread-rows.ts'
import type { ServiceContext } from '../shared/context.ts'
import { pick } from '../shared/random.ts'
import { createWorkLoop, type WorkLoop } from '../shared/work-loop.ts'
import { adoptSeededBatches, keepBatches, linesOf, type OwnBatch } from './batches.ts'

const customersToTry = 40

/** Adds a conversation with a draft, of a customer whose day it is and who has no conversation yet. */
async function addConversation(
  { database, random, clock }: ServiceContext,
  workspace: string,
  callers: readonly CallingAgent[],
): Promise<void> {
  const now = clock.now()
  const desks = await readSetting<Record<Department, MessagingDesk>>(database, 'desks')
  if (desks === null || callers.length === 0) return
  const { department, thread } = pick(random, allThreads)
  const candidates = generateCustomers(random, customersToTry).filter((one) => isAwake(one, now))
  const known = await database
    .selectFrom('conversation')
    .select('customer_email')
    .where('workspace', '=', workspace)
    .execute()
  const knownAddresses = new Set(known.map(({ customer_email }) => customer_email))
  const customer = candidates.find(
    ({ email, market }) => !knownAddresses.has(email) && (market === 'US' || !isByEmail(thread, desks[department])),
  )
  if (customer === undefined) return
  const agent = agentFor(random, { department, thread, customer }, callers, desks)
  const { conversation, messages } = writeThread(random, {
    workspace,
    department,
    thread,
    customer,
    agent,
    extraExchanges: pick(random, [0, 0, 0, 1, 2]),
    hasDraft: true,
    lastAt: now,
  })
  await database.transaction().execute(async (database) => {
    await database.insertInto('conversation').values(conversation).execute()
    await database.insertInto('message').values(messages).execute()
    await addOwn(database, 'conversation', conversation.id, now)
  })
}

/** What the activity made is deleted after this time, so that the database does not grow without bound. */
const keptMs = 3 * dayMs
/** Rows of one transaction, because no request is served while it runs. */
const maxRows = 50

/** Deletes some old batches and conversations of the activity, the oldest first. Records of operators are never deleted. */
async function deleteOld({ database, clock }: ServiceContext): Promise<void> {
  const before = clock.now() - keptMs
  await database.transaction().execute(async (database) => {
    const old = await database
      .selectFrom('activity')
      .select(['kind', 'id'])
      .where('kind', '!=', 'seeded-batch')
      .where('created_at', '<', before)
      // A batch that is not complete still has calls.
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('batch')
              .select('batch.id')
              .whereRef('batch.id', '=', 'activity.id')
              .where('status', 'not in', ['completed', 'cancelled', 'failed']),
          ),
        ),
      )
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('call')
              .select('call_id')
              .whereRef('call.batch_id', '=', 'activity.id')
              .where('call.status', '=', 'active'),
          ),
        ),
      )
      .orderBy('created_at')
      .limit(maxRows)
      .execute()
    const idsOf = (kind: string) => old.filter((row) => row.kind === kind).map(({ id }) => id)
    const [batches, calls, conversations] = [idsOf('batch'), idsOf('call'), idsOf('conversation')]
    if (batches.length > 0) {
      await database.deleteFrom('call').where('batch_id', 'in', batches).where('status', '!=', 'active').execute()
      await database.deleteFrom('job').where('batch_id', 'in', batches).execute()
      await database.deleteFrom('batch').where('id', 'in', batches).execute()
    }
    if (calls.length > 0) await database.deleteFrom('call').where('call_id', 'in', calls).execute()
    if (conversations.length > 0) {
      await database.deleteFrom('reply').where('conversation_id', 'in', conversations).execute()
      await database.deleteFrom('message').where('conversation_id', 'in', conversations).execute()
      await database.deleteFrom('conversation').where('id', 'in', conversations).execute()
    }
    for (const { id } of old) await database.deleteFrom('activity').where('id', '=', id).execute()
  })
}

interface ActivityOptions {
  /** The workspace of its conversations. */
  workspace: string
  report: (error: unknown) => void
  /** Called with each batch that it starts or schedules, because no endpoint lists batches. */
  onBatch: (batch: OwnBatch) => Promise<void>
}

/** Time between two turns at speed 1. A draft comes every two turns or so. */
const turnMs = 45_000
/** At a high speed, turns would otherwise follow each other without a pause. */
const minTurnMs = 3_000
const draftsPerTurn = 0.55

/** Creates the activity, stopped. */
export function createActivity(context: ServiceContext, { workspace, report, onBatch }: ActivityOptions): WorkLoop {
  const { clock, random, speed } = context
  let nextTurnAt = clock.now()
  let isFirstTurn = true

  async function takeTurn(): Promise<void> {
    if (isFirstTurn) await adoptSeededBatches(context)
    isFirstTurn = false
    const callers = (await readSetting<CallingAgent[]>(context.database, 'callers')) ?? []
    if (linesOf(context) > 0) for (const batch of await keepBatches(context, callers)) await onBatch(batch)
    if (random() < draftsPerTurn && !(await isQueueFull(context.database, workspace)))
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
