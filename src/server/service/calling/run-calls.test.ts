import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { SmartCallback } from '#contract/index.ts'
import { runs } from '#tools/runs.ts'
import type { Clock } from '../shared/clock.ts'
import {
  fakeClock,
  numberOf,
  openTestService,
  progressOf,
  startOfTests,
  type TestService,
} from '../testing/test-service.ts'
import { countJobs } from './batch-state.ts'
import { maxBatchCalls } from './run-calls.ts'

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'service-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'service.db')
}

const hour = 3_600_000

type Step =
  | { kind: 'start'; rows: number; attempts: number; afterMinutes: number }
  | { kind: 'cancel'; which: number }
  | { kind: 'pass'; seconds: number }
  | { kind: 'restart'; after: number; speed: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('start' as const),
    rows: fc.integer({ min: 1, max: 25 }),
    attempts: fc.integer({ min: 1, max: 4 }),
    afterMinutes: fc.integer({ min: 0, max: 15 }),
  }),
  fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(5) }),
  fc.record({ kind: fc.constant('pass' as const), seconds: fc.integer({ min: 0, max: 400 }) }),
  fc.record({
    kind: fc.constant('restart' as const),
    after: fc.integer({ min: 0, max: 600 }),
    speed: fc.constantFrom(0.5, 1, 20),
  }),
)

/** A third of the batches start ten minutes later. */
const scheduled = (clock: Clock, rows: number): { scheduledAt: string } | null =>
  rows % 3 === 0 ? { scheduledAt: new Date(clock.now() + 600_000).toISOString() } : null

/** Checks the invariants that hold at all times. */
async function check({ database, context, runner }: TestService): Promise<void> {
  await runner.whenIdle()
  for (const { id, total } of await database.selectFrom('batch').selectAll().execute()) {
    const { total: counted, ...states } = await countJobs(database, id)
    expect(counted).toBe(total)
    expect(Object.values(states).reduce((sum, count) => sum + count, 0)).toBe(total)
  }
  const calls = await database.selectFrom('call').select(['job_id', 'status']).execute()
  const callsOf = Map.groupBy(calls, ({ job_id }) => job_id)
  const jobs = await database
    .selectFrom('job')
    .innerJoin('batch', 'batch.id', 'job.batch_id')
    .select(['job.job_id', 'job.status', 'job.call_id', 'job.attempts', 'batch.callback', 'batch.status as of'])
    .execute()
  for (const { job_id, status, call_id, attempts, callback, of } of jobs) {
    const dialled = callsOf.get(job_id) ?? []
    const maxAttempts = callback === null ? 1 : (JSON.parse(callback) as SmartCallback).maxAttempts
    // A row is dialled again only after a failed call, and never while another of its calls is in progress.
    expect(dialled.length).toBe(attempts)
    expect(attempts).toBeLessThanOrEqual(maxAttempts)
    expect(dialled.filter((call) => call.status !== 'failed').length).toBeLessThanOrEqual(1)
    expect(dialled.some((call) => call.status === 'active')).toBe(status === 'active')
    expect(dialled.some((call) => call.status === 'completed')).toBe(status === 'completed')
    expect(call_id !== null).toBe(attempts > 0)
    expect(status === 'failed' && attempts < maxAttempts && of !== 'cancelled').toBe(false)
  }
  const active = calls.filter(({ status }) => status === 'active').length
  expect(active).toBeLessThanOrEqual(maxBatchCalls(context.plan.concurrentCalls))
}

describe('the runner', () => {
  it('dials every row exactly once and keeps counts consistent through cancellations and restarts', {
    tags: ['soak', 'R21', 'I4-22'],
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const file = temporaryFile()
        const clock = fakeClock(startOfTests)
        let service = await openTestService({ file, clock })
        const { agentId } = await service.createCaller()
        const batches: string[] = []
        for (const next of steps) {
          if (next.kind === 'start') {
            const gaps = [{ days: 0, hours: next.afterMinutes / 60 }]
            const smartCallbackConfig = JSON.stringify({ enabled: true, maxAttempts: next.attempts, gaps })
            const fields = scheduled(clock, next.rows) ?? {}
            batches.push(
              (await service.startBatch(agentId, next.rows, { smartCallbackConfig, ...fields })).body.batchId,
            )
          }
          if (next.kind === 'cancel' && batches.length > 0) {
            await service.request('DELETE', `/v1/api/batch-calls/${batches[next.which % batches.length]}`)
          }
          if (next.kind === 'pass') await service.advance(next.seconds * 1000)
          if (next.kind === 'restart') {
            await service.close()
            clock.set(clock.now() + next.after * 1000)
            service = await openTestService({ file, clock, speed: next.speed })
          }
          await check(service)
        }
        await service.advance(24 * hour)
        await check(service)
        const left = await service.database
          .selectFrom('job')
          .select('status')
          .where('status', 'in', ['waiting', 'active'])
          .execute()
        expect(left).toEqual([])
        await service.close()
      }),
      runs(10),
    )
  })

  it('ends calls that finished while it was down at their due times, and continues the rest', async () => {
    const file = temporaryFile()
    const clock = fakeClock(startOfTests)
    const before = await openTestService({ file, clock })
    const { agentId } = await before.createCaller()
    const { batchId } = (await before.startBatch(agentId, 20)).body
    await before.advance(5_000)
    await before.close()
    clock.set(clock.now() + 3_600_000)
    const after = await openTestService({ file, clock })
    const ended = await after.database.selectFrom('job').selectAll().where('end_time', 'is not', null).execute()
    expect(ended.length).toBeGreaterThanOrEqual(8)
    for (const { end_time, start_time } of ended) {
      expect(end_time ?? 0).toBeLessThan(startOfTests + 400_000)
      expect(end_time ?? 0).toBeGreaterThan(start_time ?? 0)
    }
    expect((await countJobs(after.database, batchId)).active).toBe(8)
  })

  it('starts a scheduled batch at its time, or later if the service was down', async () => {
    const file = temporaryFile()
    const clock = fakeClock(startOfTests)
    const before = await openTestService({ file, clock })
    const { agentId } = await before.createCaller()
    const at = (minutes: number) => ({ scheduledAt: new Date(startOfTests + minutes * 60_000).toISOString() })
    const early = (await before.startBatch(agentId, 2, at(5))).body.batchId
    const late = (await before.startBatch(agentId, 2, at(120))).body.batchId
    await before.close()
    clock.set(startOfTests + hour)
    const after = await openTestService({ file, clock })
    const statusOf = async (batchId: string) => (await progressOf(after, batchId)).status
    expect([await statusOf(early), await statusOf(late)]).toEqual(['processing', 'scheduled'])
    await after.advance(hour - 1)
    expect(await statusOf(late)).toBe('scheduled')
    await after.advance(1)
    expect(await progressOf(after, late)).toMatchObject({ status: 'processing', active: 2, startTime: clock.now() })
  })

  it('ends every call after an hour of carrier time', async () => {
    const service = await openTestService({ speed: 60 })
    const { agentId, flowId } = await service.createCaller()
    const settings = { callSetting: { maxCallDuration: 3600 } }
    await service.request('PATCH', `/api/v1/flows/${flowId}`, { body: { settings } })
    await service.request('POST', '/api/v1/calls/call', { body: { agentId, toNumber: '+12025550105' } })
    await service.advance(60_000)
    const call = () => service.database.selectFrom('call').selectAll().executeTakeFirstOrThrow()
    expect((await call()).status).toBe('active')
    await service.advance(300)
    expect(await call()).toMatchObject({ status: 'completed', duration: 3600 })
  })

  it('continues a call with the same transcript after a restart', async () => {
    const file = temporaryFile()
    const clock = fakeClock(startOfTests)
    const before = await openTestService({ file, clock })
    const { agentId } = await before.createCaller()
    const { body } = await before.request<{ roomName: string }>('POST', '/api/v1/calls/call', {
      body: { agentId, toNumber: '+12025550100' },
    })
    await before.advance(30_000)
    const path = `/v2/api/active-calls/${body.roomName}`
    const original = (await before.request('GET', path)).body
    await before.close()
    const after = await openTestService({ file, clock })
    expect((await after.request('GET', path)).body).toEqual(original)
  })

  it('deletes a batch whose upload was interrupted by a crash', async () => {
    const file = temporaryFile()
    const before = await openTestService({ file })
    const { agentId } = await before.createCaller()
    const { batchId } = (await before.startBatch(agentId, 3)).body
    await before.runner.stop()
    await before.database.updateTable('batch').set({ status: 'receiving' }).where('id', '=', batchId).execute()
    await before.close()
    const after = await openTestService({ file })
    expect((await after.request('GET', `/v1/api/batch-calls/${batchId}`)).status).toBe(404)
    expect(await after.database.selectFrom('batch').selectAll().execute()).toEqual([])
  })

  it('sleeps until something is due', async () => {
    const service = await openTestService()
    expect(service.clock.next()).toBeNull()
    const { agentId } = await service.createCaller()
    await service.startBatch(agentId, [numberOf(1)], { scheduledAt: '2026-11-27T10:00:00Z' })
    await service.runner.whenIdle()
    expect(service.clock.next()?.time).toBe(Date.UTC(2026, 10, 27, 10))
  })

  it('continues after an internal error', async () => {
    const service = await openTestService()
    const { agentId } = await service.createCaller()
    const { batchId } = (await service.startBatch(agentId, ['+12025550101', '+12025550100'])).body
    await service.runner.whenIdle()
    await service.database.schema.alterTable('reply').renameTo('gone').execute()
    await service.advance(60_000)
    expect(service.errors.length).toBeGreaterThan(0)
    await service.database.schema.alterTable('gone').renameTo('reply').execute()
    await service.advance(600_000)
    expect(await countJobs(service.database, batchId)).toMatchObject({ waiting: 0, active: 0 })
  })
})
