/** Seeds running and finished batches. */

import { dayMs } from '#calling-hours/zone-clock.ts'
import { organisations } from '../auth/keys.ts'
import { type CallSnapshot, checkReadiness, scriptFor, storeSnapshot } from '../calling/call-snapshot.ts'
import { maxBatchCalls } from '../calling/run-calls.ts'
import { callErrors, outcomeOf } from '../carrier/outcome.ts'
import { placeOf } from '../carrier/place.ts'
import { purposeOf } from '../carrier/purpose.ts'
import { callStateAt } from '../carrier/simulate-call.ts'
import { variablesOf } from '../carrier/variables.ts'
import type { ServiceContext } from '../shared/context.ts'
import { newId, type Random } from '../shared/random.ts'
import type { CallRow, JobRow } from '../store/database.ts'
import type { Department } from './company.ts'
import { type Customer, generateCustomers } from './people.ts'
import { type CallingAgent, columnsOf, fullNameOf, hourMs, minuteMs, type SeedContext } from './seed-context.ts'
import { isAwake, lastTimeAwake } from './thread-rows.ts'

export interface BatchToSeed {
  label: string
  department: Department
  rows: number
  isFinished: boolean
}

const batchColumns = (random: Random, customer: Customer, agentName: string, now: number): Record<string, string> => {
  const {
    date = '',
    time = '',
    amount = '',
    technician = '',
  } = variablesOf(random, {
    columns: {},
    customerName: null,
    agentName,
    number: customer.phone,
    purpose: purposeOf({ name: agentName, prompt: '' }, agentName),
    now,
  })
  return { ...columnsOf(customer), date, time, amount, technician }
}

interface WaitingJob {
  batchId: string
  /** From `newId.jobStem`, the same for all jobs of the batch. */
  stem: string
  position: number
  agentName: string
  /** The time from which dates in its columns count, epoch ms. */
  at: number
}

/** The job of a customer who was not called yet. */
export const waitingJob = (
  random: Random,
  customer: Customer,
  { batchId, stem, position, agentName, at }: WaitingJob,
): JobRow => ({
  job_id: newId.job(stem, position),
  batch_id: batchId,
  position,
  phone_number: customer.phone,
  metadata: JSON.stringify(batchColumns(random, customer, agentName, at)),
  status: 'waiting',
  not_before: 0,
  attempts: 0,
  call_id: null,
  error: null,
  start_time: null,
  end_time: null,
  duration: null,
})

/** That time or, if it is night in the West of the United States, an hour and a half before that night. */
function eveningBefore(time: number): number {
  const awake = lastTimeAwake(placeOf('+12065550100'), time)
  return awake === time ? time : awake - 90 * minuteMs
}

/** The first of the agents for whose market there are enough people whose day it is, or the first one. */
function findPeople(random: Random, callers: readonly CallingAgent[], rows: number, from: number) {
  const until = from + hourMs
  for (const caller of callers) {
    const customers = generateCustomers(random, rows * 4, caller.market)
      .filter((customer) => isAwake(customer, from) && isAwake(customer, until))
      .slice(0, rows)
    if (customers.length === rows) return { caller, customers }
  }
  const [caller] = callers
  return caller === undefined ? null : { caller, customers: generateCustomers(random, rows, caller.market) }
}

/**
 * Seeds a batch as if its rows had been dialled on a few lines until now. A call's script is computed from its
 * random seed, so the runner continues the calls in progress.
 */
export async function seedBatch(
  { database, random, workspace, now, context }: SeedContext,
  { label, department, rows, isFinished }: BatchToSeed,
  callers: readonly CallingAgent[],
): Promise<void> {
  const startedAt = isFinished ? eveningBefore(now - 3 * dayMs - 2 * hourMs) : now - 12 * minuteMs
  const found = findPeople(
    random,
    callers.filter((one) => one.department === department),
    rows,
    startedAt,
  )
  if (found === null) return
  const { caller, customers } = found
  const readiness = await checkReadiness(database, organisations.main, caller.agentId)
  if (!readiness.isReady) return
  const snapshotId = await storeSnapshot(database, readiness.snapshot)
  const id = newId.batch(random)
  const lineCount = Math.min(isFinished ? 3 : 4, maxBatchCalls(context.plan.concurrentCalls))
  const lineFreeAt = Array.from({ length: lineCount }, (_, line) => startedAt + line * 1_500)
  const stem = newId.jobStem(random)
  const calls: CallRow[] = []
  const jobs = customers.map((customer, i): JobRow => {
    const job = waitingJob(random, customer, {
      batchId: id,
      stem,
      position: i + 1,
      agentName: caller.agentName,
      at: startedAt,
    })
    const line = lineFreeAt.indexOf(Math.min(...lineFreeAt))
    const startsAt = lineFreeAt[line] ?? startedAt
    if (startsAt >= now) return job
    const call = seededCallRow(
      newCallIdAndSeed(context, random),
      { job, customer, startsAt, now, workspace, snapshotId, context },
      readiness.snapshot,
      readiness.fromNumber,
    )
    calls.push(call)
    lineFreeAt[line] = call.due_at + 400
    return {
      ...job,
      status: call.status,
      attempts: 1,
      call_id: call.call_id,
      error: errorOf(call),
      start_time: startsAt,
      end_time: call.ended_at,
      duration: call.duration,
    }
  })
  const endTimes = jobs.map(({ end_time }) => end_time ?? 0)
  await database
    .insertInto('batch')
    .values({
      id,
      organisation: organisations.main,
      agent_id: caller.agentId,
      status: isFinished ? 'completed' : 'processing',
      total: rows,
      created_at: startedAt - 5_000,
      started_at: startedAt,
      dialled_at: calls.at(-1)?.started_at ?? null,
      completed_at: isFinished ? Math.max(...endTimes) : null,
      label,
    })
    .execute()
  await database.insertInto('call').values(calls).execute()
  await database.insertInto('job').values(jobs).execute()
}

const newCallIdAndSeed = (context: ServiceContext, random: Random) => {
  const callId = newId.call(random)
  return { callId, seed: `${context.seed}/${callId}` }
}

const errorOf = ({ outcome }: CallRow): string | null => callErrors[outcome ?? ''] ?? null

interface CallToSeed {
  job: JobRow
  customer: Customer
  startsAt: number
  now: number
  workspace: string
  snapshotId: string
  context: ServiceContext
}

function seededCallRow(
  { callId, seed }: { callId: string; seed: string },
  { job, customer, startsAt, now, workspace, snapshotId, context }: CallToSeed,
  { agent, flow }: CallSnapshot,
  fromNumber: string,
): CallRow {
  const facts = {
    seed,
    started_at: startsAt,
    to_number: customer.phone,
    planned_outcome: outcomeOf(seed, customer.phone, startsAt, context.outcomes),
    customer_name: fullNameOf(customer),
    metadata: job.metadata,
  }
  const script = scriptFor(facts, { agent, flow })
  const due_at = startsAt + Math.ceil(script.endsAt * 1000)
  const isOver = due_at <= now
  const wasReached = script.outcome === 'completed' || script.outcome === 'voicemail'
  return {
    ...facts,
    call_id: callId,
    room_name: `${agent.id}-${callId}`,
    organisation: organisations.main,
    workspace,
    agent_id: agent.id,
    flow_id: flow.id,
    briefing: snapshotId,
    batch_id: job.batch_id,
    job_id: job.job_id,
    from_number: fromNumber,
    speed: 1,
    status: isOver ? (wasReached ? 'completed' : 'failed') : 'active',
    outcome: isOver ? script.outcome : null,
    due_at,
    ended_at: isOver ? due_at : null,
    duration: isOver ? callStateAt(script, script.endsAt).duration : null,
    muted_at: null,
  }
}
