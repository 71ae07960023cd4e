import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isOpen } from '#calling-hours/hours.ts'
import { placeOf } from '#calling-hours/people.ts'
import { dayMs } from '#calling-hours/zone-clock.ts'
import { type Conversation, needsReview } from '#contract/index.ts'
import { scaleForSoak } from '#tools/soak-scale.ts'
import { countJobs } from '../calling/batch-state.ts'
import { findOrCreateConversation } from '../calling/messages.ts'
import { addOwn, maxWaitingDrafts } from '../calling/own.ts'
import { hourMs, minuteMs } from '../seed/seed-context.ts'
import type { ConversationRow } from '../store/database.ts'
import {
  type FakeClock,
  fakeClock,
  openTestService,
  startOfTests,
  type TestService,
  testNumber,
} from '../testing/test-service.ts'

const day = { from: '08:00', until: '20:00', weekdays: [1, 2, 3, 4, 5, 6, 7], closedDays: [] }

/** Counts what an operator can see. */
async function countAll({ database, request, clock }: TestService) {
  const count = async (table: 'call' | 'batch', statuses: string[]) =>
    (
      await database
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('status', 'in', statuses as never[])
        .executeTakeFirstOrThrow()
    ).count
  const conversations = (await request<Conversation[]>('GET', '/v1/api/conversations')).body
  return {
    live: (await request<{ count: number }>('GET', '/v2/api/active-calls')).body.count,
    running: await count('batch', ['queued', 'processing']),
    scheduled: await count('batch', ['scheduled']),
    waiting: conversations.filter(({ messages }) => messages.some(needsReview)).length,
    at: new Date(clock.now()).toISOString(),
  }
}

/** Decides the oldest drafts, as a reviewer does. */
async function approve({ request }: TestService, count: number): Promise<void> {
  const conversations = (await request<Conversation[]>('GET', '/v1/api/conversations')).body
  const drafts = conversations.flatMap(({ _id, messages }) =>
    messages.filter(needsReview).map((draft) => ({ _id, draft })),
  )
  for (const { _id, draft } of drafts.slice(0, count))
    await request('POST', `/v1/api/conversations/${_id}/message/${draft._id}/action`, {
      body: { metadata: { action: 'Approve' } },
    })
}

/** From ten in the morning to four at night in Europe. @returns that time */
function sleepUntilNight(clock: FakeClock): number {
  clock.set(clock.now() + 17 * hourMs)
  return clock.now()
}

/** The calls of the activity, since a time, to people for whom it was night. */
async function findNightCalls({ database }: TestService, since: number) {
  const calls = await database
    .selectFrom('call')
    .innerJoin('activity', 'activity.id', 'batch_id')
    .select(['to_number', 'started_at'])
    .where('activity.kind', '=', 'batch')
    .where('started_at', '>=', since)
    .execute()
  return calls.filter(({ to_number, started_at }) => !isOpen(placeOf(to_number), day, started_at))
}

/** `npm run test:soak` simulates twelve hours. */
const hours = Math.min(12, scaleForSoak(2))

describe('hours after the start', () => {
  it('something is live, running, scheduled and waiting in every quarter of an hour, and nobody was called at night', {
    tags: ['soak'],
    timeout: 400_000,
  }, async () => {
    const service = await openTestService({ seeded: true, hasActivity: true })
    await service.startActivity()
    const missing: unknown[] = []
    for (let quarter = 0; quarter < hours * 4; quarter++) {
      await service.advance(15 * minuteMs)
      let counts = await countAll(service)
      // Between two batches there is a short pause.
      if (counts.live === 0 || counts.running === 0) {
        await service.advance(3 * minuteMs)
        counts = await countAll(service)
      }
      if (Object.values(counts).includes(0) || counts.live > 6 || counts.waiting > 45 || counts.scheduled > 3)
        missing.push(counts)
      // Two people decide, but not every minute.
      await approve(service, quarter % 3 === 0 ? 6 : 2)
    }
    expect(missing).toEqual([])
    const calls = await service.database.selectFrom('call').select(['to_number', 'started_at']).execute()
    expect(calls.length).toBeGreaterThan(60 * hours)
    expect(calls.length).toBeLessThan(250 * hours + 200)
    const atNight = calls.filter(
      ({ to_number, started_at }) =>
        started_at > service.clock.now() - hours * hourMs && !isOpen(placeOf(to_number), day, started_at),
    )
    expect(atNight).toEqual([])
    expect(service.errors).toEqual([])
  })
})

describe('the activity', () => {
  it('leaves drafts only until enough wait', async () => {
    const service = await openTestService({ seeded: true, hasActivity: true })
    await service.startActivity()
    const before = (await countAll(service)).waiting
    await service.advance(hourMs / 3)
    expect((await countAll(service)).waiting).toBe(before)
    await approve(service, 100)
    await service.advance(10 * minuteMs)
    const after = (await countAll(service)).waiting
    expect(after).toBeGreaterThan(0)
    await service.advance(hourMs / 3)
    // Answers to what was approved come in addition.
    expect((await countAll(service)).waiting).toBeLessThan(maxWaitingDrafts + before)
  })

  it('announces its batches, and does not repeat one that an operator cancelled', async () => {
    const service = await openTestService({ seeded: true, hasActivity: true })
    const batches = await service.startActivity()
    const names = batches.map(({ name }) => name)
    const scheduled = batches[0]?.batchId ?? ''
    expect(new Set(names).size).toBe(3)
    await service.request('DELETE', `/v1/api/batch-calls/${scheduled}`)
    await service.advance(1.2 * hourMs)
    expect(await countJobs(service.database, scheduled)).toMatchObject({ waiting: 0, active: 0, completed: 0 })
    expect((await countAll(service)).scheduled).toBe(3)
  })

  it('calls nobody at night when the computer wakes', async () => {
    const service = await openTestService({ seeded: true, hasActivity: true })
    await service.startActivity()
    const wokenAt = sleepUntilNight(service.clock)
    await service.advance(20 * minuteMs)
    expect(await findNightCalls(service, wokenAt)).toEqual([])
    const [overdue] = await service.database
      .selectFrom('batch')
      .select('id')
      .where('scheduled_at', '<', wokenAt)
      .execute()
    expect(overdue).toBeDefined()
  })

  it('calls nobody at night after a restart that turned it off', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'activity-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const options = { file: join(folder, 'service.db'), seeded: true, clock: fakeClock(startOfTests) }
    const before = await openTestService({ ...options, hasActivity: true })
    await before.startActivity()
    await before.close()
    const startedAt = sleepUntilNight(options.clock)
    const service = await openTestService(options)
    await service.advance(20 * minuteMs)
    expect(await findNightCalls(service, startedAt)).toEqual([])
    expect(service.errors).toEqual([])
  })

  it('limits the seeded batch, but neither leaves out its rows nor deletes it', async () => {
    const service = await openTestService({ seeded: true, hasActivity: true })
    const { id } = await service.database
      .selectFrom('batch')
      .select('id')
      .where('status', '=', 'processing')
      .executeTakeFirstOrThrow()
    await service.startActivity()
    sleepUntilNight(service.clock)
    await service.advance(20 * minuteMs)
    expect(await countJobs(service.database, id)).toMatchObject({ cancelled: 0, total: 120 })
    expect((await countJobs(service.database, id)).active).toBeLessThanOrEqual(2)
    await service.request('DELETE', `/v1/api/batch-calls/${id}`)
    service.clock.set(service.clock.now() + 4 * dayMs)
    await service.advance(10 * minuteMs)
    expect((await countJobs(service.database, id)).total).toBe(120)
  })

  it.each([1, 3, 4, 10])('leaves an operator a free line if the plan has %d', async (concurrentCalls) => {
    const service = await openTestService({ seeded: true, hasActivity: true, concurrentCalls })
    const { agentId } = await service.createCallingAgent()
    // On a plan with one line, no batch leaves a line free, and the seed data has one.
    const seeded = await service.database.selectFrom('batch').select('id').where('status', '=', 'processing').execute()
    for (const { id } of seeded) await service.request('DELETE', `/v1/api/batch-calls/${id}`)
    await service.advance(20 * minuteMs)
    await service.startActivity()
    for (let call = 0; call < 3; call++) {
      await service.advance(15 * minuteMs)
      const body = { agentId, toNumber: testNumber(call) }
      expect((await service.request('POST', '/api/v1/calls/call', { body })).status).toBe(200)
    }
    const own = await service.database.selectFrom('activity').select('id').where('kind', '=', 'batch').execute()
    expect(own.length > 0).toBe(concurrentCalls >= 4)
  })

  it('pauses between its turns at any speed', async () => {
    const service = await openTestService({ hasActivity: true, speed: 1000 })
    await service.startActivity()
    expect(service.clock.nextTimer()?.time).toBe(service.clock.now() + 3_000)
  })

  it('changes no record, and uses no agent, that an operator made', async () => {
    const service = await openTestService({ seeded: true, hasActivity: true })
    const { agentId } = await service.createCallingAgent('Visitor')
    const { body } = await service.startBatch(agentId, 3, {
      scheduledAt: new Date(service.clock.now() + 5 * dayMs).toISOString(),
    })
    const records = () => service.database.selectFrom('agent').selectAll().orderBy('id').execute()
    const before = await records()
    await service.startActivity()
    await service.advance(hourMs / 2)
    expect(await records()).toEqual(before)
    const own = await service.database.selectFrom('call').select('agent_id').where('agent_id', '=', agentId).execute()
    expect(own).toEqual([])
    expect(await countJobs(service.database, body.batchId)).toMatchObject({ waiting: 3 })
  })

  it('deletes the conversations of its calls too, but not one that an operator writes in', async () => {
    const service = await openTestService({ seeded: true, hasActivity: true })
    await service.startActivity()
    await approve(service, 100)
    await service.advance(1.4 * hourMs)
    const ofCalls = await service.database
      .selectFrom('conversation')
      .innerJoin('call', (join) =>
        join.onRef('to_number', '=', 'customer_phone').onRef('call.agent_id', '=', 'conversation.agent_id'),
      )
      .innerJoin('activity', 'activity.id', 'call.batch_id')
      .selectAll('conversation')
      .distinct()
      .where('activity.kind', '=', 'batch')
      .whereRef('conversation.created_at', '>=', 'activity.created_at')
      .execute()
    expect(ofCalls.length).toBeGreaterThan(1)
    const [used, ...others] = ofCalls as [ConversationRow, ...ConversationRow[]]
    // As a requested call and Generate do.
    expect(await findOrCreateConversation(service.context, service.database, used, service.clock.now())).toBe(used.id)
    service.clock.set(service.clock.now() + 4 * dayMs)
    await service.advance(30 * minuteMs)
    const left = (await service.database.selectFrom('conversation').select('id').execute()).map(({ id }) => id)
    expect(others.filter(({ id }) => left.includes(id))).toEqual([])
    expect(left).toContain(used.id)
  })

  it('deletes the calls after three days that an earlier version placed by itself', async () => {
    const service = await openTestService({ seeded: true, hasActivity: true })
    const { agentId } = await service.createCallingAgent()
    for (const number of [1, 2])
      await service.request('POST', '/api/v1/calls/call', { body: { agentId, toNumber: testNumber(number) } })
    const findCalls = () =>
      service.database.selectFrom('call').select(['call_id', 'to_number']).where('agent_id', '=', agentId).execute()
    const own = (await findCalls()).find(({ to_number }) => to_number === testNumber(1))?.call_id ?? ''
    await addOwn(service.database, 'call', own, service.clock.now())
    await service.startActivity()
    await service.advance(10 * minuteMs)
    expect(await findCalls()).toHaveLength(2)
    service.clock.set(service.clock.now() + 4 * dayMs)
    await service.advance(10 * minuteMs)
    expect(await findCalls()).toMatchObject([{ to_number: testNumber(2) }])
  })

  it('deletes what it made after three days, and nothing else', async () => {
    const clock = fakeClock(Date.UTC(2026, 10, 20, 10))
    const service = await openTestService({ seeded: true, hasActivity: true, clock })
    await service.startActivity()
    await service.request('POST', '/api/v1/calls/call', {
      body: { agentId: (await service.createCallingAgent()).agentId, toNumber: testNumber(1) },
    })
    await service.advance(10 * minuteMs)
    const ownIds = async () =>
      (
        await service.database
          .selectFrom('activity')
          .select('id')
          .where('kind', '!=', 'seeded-batch')
          .orderBy('created_at')
          .execute()
      ).map(({ id }) => id)
    const [first = ''] = await ownIds()
    // It is scheduled, and would call for an hour.
    await service.request('DELETE', `/v1/api/batch-calls/${first}`)
    const seededBatches = (await service.database.selectFrom('batch').select('id').execute()).length
    // Nothing happens in between, so that the test is quick.
    clock.set(clock.now() + 3 * dayMs + hourMs)
    await service.advance(10 * minuteMs)
    await service.advance(10 * minuteMs)
    expect(await ownIds()).not.toContain(first)
    const batches = await service.database.selectFrom('batch').select('id').execute()
    expect(batches.map(({ id }) => id)).not.toContain(first)
    expect(batches.length).toBeLessThan(seededBatches + 8)
    const requested = await service.database
      .selectFrom('call')
      .select('call_id')
      .where('to_number', '=', testNumber(1))
      .execute()
    expect(requested).toHaveLength(1)
    expect(service.errors).toEqual([])
  })
})
