import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { SmartCallback } from '#contract/index.ts'
import { propertyTestParameters } from '#tools/soak-scale.ts'
import type { Clock } from '../shared/clock.ts'
import {
  fakeClock,
  openTestService,
  progressOf,
  startOfTests,
  type TestService,
  testNumber,
} from '../testing/test-service.ts'
import { countJobs } from './batch-state.ts'
import { maxBatchCalls } from './run-calls.ts'

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'service-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'service.db')
}

const hourMs = 3_600_000

type Step =
  | { kind: 'start'; rows: number; attempts: number; gapMinutes: number }
  | { kind: 'cancel'; batchIndex: number }
  | { kind: 'wait'; seconds: number }
  | { kind: 'restart'; afterSeconds: number; speed: number }
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('start' as const),
    rows: fc.integer({ min: 1, max: 25 }),
    attempts: fc.integer({ min: 1, max: 4 }),
    gapMinutes: fc.integer({ min: 0, max: 15 }),
  }),
  fc.record({ kind: fc.constant('cancel' as const), batchIndex: fc.nat(5) }),
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 0, max: 400 }) }),
  fc.record({
    kind: fc.constant('restart' as const),
    afterSeconds: fc.integer({ min: 0, max: 600 }),
    speed: fc.constantFrom(0.5, 1, 20),
  }),
)

/** A third of the batches start ten minutes later. */
const scheduleFor = (clock: Clock, rows: number): { scheduledAt: string } | null =>
  rows % 3 === 0 ? { scheduledAt: new Date(clock.now() + 600_000).toISOString() } : null

/** Checks what must hold at all times. */
async function checkInvariants({ database, context, runner }: TestService): Promise<void> {
  await runner.whenIdle()
  for (const { id, total } of await database.selectFrom('batch').selectAll().execute()) {
    const { total: counted, ...states } = await countJobs(database, id)
    expect(counted).toBe(total)
    expect(Object.values(states).reduce((sum, count) => sum + count, 0)).toBe(total)
  }
  const calls = await database.selectFrom('call').select(['job_id', 'status']).execute()
  const callsByJob = Map.groupBy(calls, ({ job_id }) => job_id)
  const jobs = await database
    .selectFrom('job')
    .innerJoin('batch', 'batch.id', 'job.batch_id')
    .select([
      'job.job_id',
      'job.status',
      'job.call_id',
      'job.attempts',
      'batch.callback',
      'batch.status as batch_status',
    ])
    .execute()
  for (const { job_id, status, call_id, attempts, callback, batch_status } of jobs) {
    const jobCalls = callsByJob.get(job_id) ?? []
    const maxAttempts = callback === null ? 1 : (JSON.parse(callback) as SmartCallback).maxAttempts
    // A row is dialled again only after a failed call, and never while another of its calls is in progress.
    expect(jobCalls.length).toBe(attempts)
    expect(attempts).toBeLessThanOrEqual(maxAttempts)
    expect(jobCalls.filter((call) => call.status !== 'failed').length).toBeLessThanOrEqual(1)
    expect(jobCalls.some((call) => call.status === 'active')).toBe(status === 'active')
    expect(jobCalls.some((call) => call.status === 'completed')).toBe(status === 'completed')
    expect(call_id !== null).toBe(attempts > 0)
    expect(status === 'failed' && attempts < maxAttempts && batch_status !== 'cancelled').toBe(false)
  }
  const active = calls.filter(({ status }) => status === 'active').length
  expect(active).toBeLessThanOrEqual(maxBatchCalls(context.plan.concurrentCalls))
}

describe('the runner', () => {
  it('dials every row exactly once and keeps counts consistent through cancellations and restarts', {
    tags: ['soak', 'R21', 'I4-22'],
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 14 }), async (steps) => {
        const file = temporaryFile()
        const clock = fakeClock(startOfTests)
        let service = await openTestService({ file, clock })
        const { agentId } = await service.createCallingAgent()
        const batches: string[] = []
        for (const step of steps) {
          if (step.kind === 'start') {
            const gaps = [{ days: 0, hours: step.gapMinutes / 60 }]
            const smartCallbackConfig = JSON.stringify({ enabled: true, maxAttempts: step.attempts, gaps })
            const fields = scheduleFor(clock, step.rows) ?? {}
            batches.push(
              (await service.startBatch(agentId, step.rows, { smartCallbackConfig, ...fields })).body.batchId,
            )
          }
          if (step.kind === 'cancel' && batches.length > 0) {
            await service.request('DELETE', `/v1/api/batch-calls/${batches[step.batchIndex % batches.length]}`)
          }
          if (step.kind === 'wait') await service.advance(step.seconds * 1000)
          if (step.kind === 'restart') {
            await service.close()
            clock.set(clock.now() + step.afterSeconds * 1000)
            service = await openTestService({ file, clock, speed: step.speed })
          }
          await checkInvariants(service)
        }
        await service.advance(24 * hourMs)
        await checkInvariants(service)
        const unfinished = await service.database
          .selectFrom('job')
          .select('status')
          .where('status', 'in', ['waiting', 'active'])
          .execute()
        expect(unfinished).toEqual([])
        await service.close()
      }),
      propertyTestParameters(10),
    )
  })

  it('ends calls that finished while it was down at their due times, and continues the rest', async () => {
    const file = temporaryFile()
    const clock = fakeClock(startOfTests)
    const firstService = await openTestService({ file, clock })
    const { agentId } = await firstService.createCallingAgent()
    const { batchId } = (await firstService.startBatch(agentId, 20)).body
    await firstService.advance(5_000)
    await firstService.close()
    clock.set(clock.now() + 3_600_000)
    const restarted = await openTestService({ file, clock })
    const endedJobs = await restarted.database.selectFrom('job').selectAll().where('end_time', 'is not', null).execute()
    expect(endedJobs.length).toBeGreaterThanOrEqual(8)
    for (const { end_time, start_time } of endedJobs) {
      expect(end_time ?? 0).toBeLessThan(startOfTests + 400_000)
      expect(end_time ?? 0).toBeGreaterThan(start_time ?? 0)
    }
    expect((await countJobs(restarted.database, batchId)).active).toBe(8)
  })

  it('starts a scheduled batch at its time, or later if the service was down', async () => {
    const file = temporaryFile()
    const clock = fakeClock(startOfTests)
    const firstService = await openTestService({ file, clock })
    const { agentId } = await firstService.createCallingAgent()
    const startingAfter = (minutes: number) => ({
      scheduledAt: new Date(startOfTests + minutes * 60_000).toISOString(),
    })
    const early = (await firstService.startBatch(agentId, 2, startingAfter(5))).body.batchId
    const late = (await firstService.startBatch(agentId, 2, startingAfter(120))).body.batchId
    await firstService.close()
    clock.set(startOfTests + hourMs)
    const restarted = await openTestService({ file, clock })
    const statusOf = async (batchId: string) => (await progressOf(restarted, batchId)).status
    expect([await statusOf(early), await statusOf(late)]).toEqual(['processing', 'scheduled'])
    await restarted.advance(hourMs - 1)
    expect(await statusOf(late)).toBe('scheduled')
    await restarted.advance(1)
    expect(await progressOf(restarted, late)).toMatchObject({ status: 'processing', active: 2, startTime: clock.now() })
  })

  it('ends every call after an hour of carrier time', async () => {
    const service = await openTestService({ speed: 60 })
    const { agentId, flowId } = await service.createCallingAgent()
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
    const firstService = await openTestService({ file, clock })
    const { agentId } = await firstService.createCallingAgent()
    const { body } = await firstService.request<{ roomName: string }>('POST', '/api/v1/calls/call', {
      body: { agentId, toNumber: '+12025550100' },
    })
    await firstService.advance(30_000)
    const path = `/v2/api/active-calls/${body.roomName}`
    const original = (await firstService.request('GET', path)).body
    await firstService.close()
    const restarted = await openTestService({ file, clock })
    expect((await restarted.request('GET', path)).body).toEqual(original)
  })

  it('deletes a batch whose upload was interrupted by a crash', async () => {
    const file = temporaryFile()
    const firstService = await openTestService({ file })
    const { agentId } = await firstService.createCallingAgent()
    const { batchId } = (await firstService.startBatch(agentId, 3)).body
    await firstService.runner.stop()
    await firstService.database.updateTable('batch').set({ status: 'receiving' }).where('id', '=', batchId).execute()
    await firstService.close()
    const restarted = await openTestService({ file })
    expect((await restarted.request('GET', `/v1/api/batch-calls/${batchId}`)).status).toBe(404)
    expect(await restarted.database.selectFrom('batch').selectAll().execute()).toEqual([])
  })

  it('sleeps until something is due', async () => {
    const service = await openTestService()
    expect(service.clock.nextTimer()).toBeNull()
    const { agentId } = await service.createCallingAgent()
    await service.startBatch(agentId, [testNumber(1)], { scheduledAt: '2026-11-27T10:00:00Z' })
    await service.runner.whenIdle()
    expect(service.clock.nextTimer()?.time).toBe(Date.UTC(2026, 10, 27, 10))
  })

  it('continues after an internal error', async () => {
    const service = await openTestService()
    const { agentId } = await service.createCallingAgent()
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
