/**
 * Runs calls in time: ends those whose script is over, begins scheduled batches, dials waiting rows while lines are free, lets
 * customers answer. It sleeps until the next thing is due and holds nothing in memory: after a restart it simply goes on.
 */
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { House } from '../shared/context.ts'
import { createLoop, type Loop } from '../shared/work-loop.ts'
import type { BatchRow, Database } from '../store/database.ts'
import { closeIfDone } from './batch-state.ts'
import { readyToCall } from './call-script.ts'
import { endCall } from './end-call.ts'
import { receiveReplies } from './messages.ts'
import { dial } from './start-call.ts'

export interface Runner extends Omit<Loop, 'start'> {
  /** Takes up what a former process left, and begins; resolves when what was due has been done. */
  start: () => Promise<void>
}

/** Batches leave a fifth of the lines, so that a single call finds one free; a plan with few lines gives them all. */
export const linesForBatches = (concurrentCalls: number): number => Math.max(1, Math.ceil(concurrentCalls * 0.8))

/** Calls that begin or end in one transaction: each waits for the disk, and nobody else is served meanwhile. */
const atOnce = 10

async function endDueCalls(house: House): Promise<void> {
  const due = await house.database
    .selectFrom('call')
    .select(['call_id', 'due_at'])
    .where('status', '=', 'active')
    .where('due_at', '<=', house.clock.now())
    .orderBy('due_at')
    .execute()
  for (let from = 0; from < due.length; from += atOnce) {
    await house.database.transaction().execute(async (database) => {
      for (const { call_id, due_at } of due.slice(from, from + atOnce)) await endCall(house, database, call_id, due_at)
    })
    await yieldToOthers()
  }
}

const beginScheduled = (house: House) =>
  house.database
    .updateTable('batch')
    .set({ status: 'queued' })
    .where('status', '=', 'scheduled')
    .where('scheduled_at', '<=', house.clock.now())
    .execute()

/**
 * The batch that dials next: of those with rows to dial and a line free, the one with the fewest calls in progress, then the one
 * that waited longest.
 */
async function nextBatch(database: Database, lines: number, now: number): Promise<BatchRow | undefined> {
  return database
    .selectFrom('batch')
    .selectAll()
    .where('status', 'in', ['queued', 'processing'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('job')
          .select('job_id')
          .whereRef('job.batch_id', '=', 'batch.id')
          .where('job.status', '=', 'waiting')
          .where('job.not_before', '<=', now),
      ),
    )
    .where(
      (eb) =>
        eb
          .selectFrom('call')
          .select((eb) => eb.fn.countAll<number>().as('inProgress'))
          .whereRef('call.organisation', '=', 'batch.organisation')
          .where('call.status', '=', 'active'),
      '<',
      lines,
    )
    .orderBy((eb) =>
      eb
        .selectFrom('job')
        .select((eb) => eb.fn.countAll<number>().as('active'))
        .whereRef('job.batch_id', '=', 'batch.id')
        .where('job.status', '=', 'active'),
    )
    .orderBy('dialled_at')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
}

const nameOf = (columns: Record<string, string>): string | null =>
  [columns.first_name, columns.last_name].filter(Boolean).join(' ') || null

/** Dials one waiting row: row and call are written together. False: nothing to dial, or no line free. */
async function dialNext(house: House, database: Database): Promise<boolean> {
  const now = house.clock.now()
  const batch = await nextBatch(database, linesForBatches(house.plan.concurrentCalls), now)
  if (batch === undefined) return false
  const job = await database
    .selectFrom('job')
    .selectAll()
    .where('batch_id', '=', batch.id)
    .where('status', '=', 'waiting')
    .where('not_before', '<=', now)
    // A call-back that is due comes before rows that were never tried.
    .orderBy('not_before', 'desc')
    .orderBy('position')
    .limit(1)
    .executeTakeFirstOrThrow()
  const ofJob = database.updateTable('job').where('job_id', '=', job.job_id)
  await database
    .updateTable('batch')
    .set({ status: 'processing', started_at: batch.started_at ?? now, dialled_at: now })
    .where('id', '=', batch.id)
    .execute()
  const ready = await readyToCall(database, batch.organisation, batch.agent_id)
  if (!ready.ready) {
    await ofJob.set({ status: 'failed', error: ready.details, start_time: now, end_time: now }).execute()
    await closeIfDone(database, batch.id, now)
    return true
  }
  const columns = JSON.parse(job.metadata) as Record<string, string>
  const { call_id } = await dial(house, database, {
    organisation: batch.organisation,
    workspace: ready.workspace,
    briefing: ready.briefing,
    fromNumber: ready.fromNumber,
    toNumber: job.phone_number,
    customerName: nameOf(columns),
    columns,
    job,
  })
  await ofJob
    .set({ status: 'active', call_id, attempts: job.attempts + 1, start_time: now, end_time: null, error: null })
    .execute()
  return true
}

/** Dials while rows wait and lines are free. */
async function dialAll(house: House, stopped: () => boolean): Promise<void> {
  let more = true
  while (more && !stopped()) {
    more = await house.database.transaction().execute(async (database) => {
      for (let dialled = 0; dialled < atOnce; dialled++) if (!(await dialNext(house, database))) return false
      return true
    })
    await yieldToOthers()
  }
}

/** When something is due next, epoch ms; null: nothing is under way. */
async function nextEvent({ database, clock }: House): Promise<number | null> {
  const now = clock.now()
  const times = await Promise.all([
    database
      .selectFrom('call')
      .select(({ fn }) => fn.min<number | null>('due_at').as('at'))
      .where('status', '=', 'active')
      .executeTakeFirstOrThrow(),
    database
      .selectFrom('batch')
      .select(({ fn }) => fn.min<number | null>('scheduled_at').as('at'))
      .where('status', '=', 'scheduled')
      .executeTakeFirstOrThrow(),
    database
      .selectFrom('reply')
      .select(({ fn }) => fn.min<number | null>('due_at').as('at'))
      .executeTakeFirstOrThrow(),
    // Rows that may be dialled now wait for a line, that is for the end of a call; call-backs wait for their time.
    database
      .selectFrom('job')
      .innerJoin('batch', 'batch.id', 'job.batch_id')
      .select(({ fn }) => fn.min<number | null>('job.not_before').as('at'))
      .where('batch.status', 'in', ['queued', 'processing'])
      .where('batch.callback', 'is not', null)
      .where('job.status', '=', 'waiting')
      .where('job.not_before', '>', now)
      .executeTakeFirstOrThrow(),
  ])
  const known = times.map(({ at }) => at).filter((at) => at !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/**
 * Makes the runner; `start` sets it going.
 *
 * @param report told of errors of our own; the runner goes on
 */
export function createRunner(house: House, report: (error: unknown) => void): Runner {
  const loop = createLoop({
    clock: house.clock,
    report,
    turn: async (stopped) => {
      await endDueCalls(house)
      await receiveReplies(house)
      await beginScheduled(house)
      await dialAll(house, stopped)
    },
    next: () => nextEvent(house),
  })
  return {
    ...loop,
    start: async () => {
      // Rows of an upload that was cut off by a crash: nobody was told of that batch.
      await house.database.deleteFrom('batch').where('status', '=', 'receiving').execute()
      loop.start()
      await loop.settled()
    },
  }
}
