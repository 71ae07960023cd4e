import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { countsOf } from './batch-state.ts'
import { linesForBatches } from './runner.ts'
import { fakeClock, numberOf, startOfTests, type World, world } from './world.ts'

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'service-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return join(folder, 'service.db')
}

type Step =
  | { kind: 'start'; rows: number }
  | { kind: 'cancel'; which: number }
  | { kind: 'pass'; seconds: number }
  | { kind: 'restart'; after: number }
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('start' as const), rows: fc.integer({ min: 1, max: 25 }) }),
  fc.record({ kind: fc.constant('cancel' as const), which: fc.nat(5) }),
  fc.record({ kind: fc.constant('pass' as const), seconds: fc.integer({ min: 0, max: 400 }) }),
  fc.record({ kind: fc.constant('restart' as const), after: fc.integer({ min: 0, max: 600 }) }),
)

/** What must be true at every moment. */
async function check({ database, house, runner }: World): Promise<void> {
  await runner.settled()
  for (const { id, total } of await database.selectFrom('batch').selectAll().execute()) {
    const { total: counted, ...states } = await countsOf(database, id)
    expect(counted).toBe(total)
    expect(Object.values(states).reduce((sum, count) => sum + count, 0)).toBe(total)
  }
  const calls = await database.selectFrom('call').select(['job_id', 'status']).execute()
  expect(new Set(calls.map(({ job_id }) => job_id)).size).toBe(calls.length)
  const active = calls.filter(({ status }) => status === 'active').length
  expect(active).toBeLessThanOrEqual(linesForBatches(house.plan.concurrentCalls))
  const jobs = await database.selectFrom('job').select(['status', 'call_id']).execute()
  for (const { status, call_id } of jobs) {
    expect(call_id !== null).toBe(['active', 'completed', 'failed'].includes(status))
  }
  expect(jobs.filter(({ status }) => status === 'active')).toHaveLength(active)
}

describe('the runner', () => {
  it('R21 dials every row exactly once and keeps its counts, through any cancels and restarts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const file = temporaryFile()
        const clock = fakeClock(startOfTests)
        let opened = await world({ file, clock })
        const { agentId } = await opened.caller()
        const batches: string[] = []
        for (const next of steps) {
          if (next.kind === 'start') batches.push((await opened.batch(agentId, next.rows)).body.batchId)
          if (next.kind === 'cancel' && batches.length > 0) {
            await opened.ask('DELETE', `/v1/api/batch-calls/${batches[next.which % batches.length]}`)
          }
          if (next.kind === 'pass') await opened.pass(next.seconds * 1000)
          if (next.kind === 'restart') {
            await opened.close()
            clock.set(clock.now() + next.after * 1000)
            opened = await world({ file, clock })
          }
          await check(opened)
        }
        await opened.pass(24 * 3_600_000)
        await check(opened)
        const left = await opened.database
          .selectFrom('job')
          .select('status')
          .where('status', 'in', ['waiting', 'active'])
          .execute()
        expect(left).toEqual([])
        await opened.close()
      }),
      { numRuns: 15 },
    )
  })

  it('ends calls that were over while nobody looked at their own time, and goes on with the rest', async () => {
    const file = temporaryFile()
    const clock = fakeClock(startOfTests)
    const before = await world({ file, clock })
    const { agentId } = await before.caller()
    const { batchId } = (await before.batch(agentId, 20)).body
    await before.pass(5_000)
    await before.close()
    clock.set(clock.now() + 3_600_000)
    const after = await world({ file, clock })
    const ended = await after.database.selectFrom('job').selectAll().where('end_time', 'is not', null).execute()
    expect(ended.length).toBeGreaterThanOrEqual(8)
    for (const { end_time, start_time } of ended) {
      expect(end_time ?? 0).toBeLessThan(startOfTests + 400_000)
      expect(end_time ?? 0).toBeGreaterThan(start_time ?? 0)
    }
    expect((await countsOf(after.database, batchId)).active).toBe(8)
  })

  it('tells a call on in the same words after a restart', async () => {
    const file = temporaryFile()
    const clock = fakeClock(startOfTests)
    const before = await world({ file, clock })
    const { agentId } = await before.caller()
    const { body } = await before.ask<{ roomName: string }>('POST', '/api/v1/calls/call', {
      body: { agentId, toNumber: '+12025550100' },
    })
    await before.pass(30_000)
    const path = `/v2/api/active-calls/${body.roomName}`
    const said = (await before.ask('GET', path)).body
    await before.close()
    const after = await world({ file, clock })
    expect((await after.ask('GET', path)).body).toEqual(said)
  })

  it('forgets an upload that a crash cut off: nobody was told of it', async () => {
    const file = temporaryFile()
    const before = await world({ file })
    const { agentId } = await before.caller()
    const { batchId } = (await before.batch(agentId, 3)).body
    await before.runner.stop()
    await before.database.updateTable('batch').set({ status: 'receiving' }).where('id', '=', batchId).execute()
    await before.close()
    const after = await world({ file })
    expect((await after.ask('GET', `/v1/api/batch-calls/${batchId}`)).status).toBe(404)
    expect(await after.database.selectFrom('batch').selectAll().execute()).toEqual([])
  })

  it('sleeps until something is due, and wakes for nothing', async () => {
    const opened = await world()
    expect(opened.clock.next()).toBeNull()
    const { agentId } = await opened.caller()
    await opened.batch(agentId, [numberOf(1)], { scheduledAt: '2026-11-27T10:00:00Z' })
    await opened.runner.settled()
    expect(opened.clock.next()?.time).toBe(Date.UTC(2026, 10, 27, 10))
  })

  it('goes on after an error of its own', async () => {
    const opened = await world()
    const { agentId } = await opened.caller()
    const { batchId } = (await opened.batch(agentId, ['+12025550101', '+12025550100'])).body
    await opened.runner.settled()
    await opened.database.schema.alterTable('reply').renameTo('gone').execute()
    await opened.pass(60_000)
    expect(opened.errors.length).toBeGreaterThan(0)
    await opened.database.schema.alterTable('gone').renameTo('reply').execute()
    await opened.pass(600_000)
    expect(await countsOf(opened.database, batchId)).toMatchObject({ waiting: 0, active: 0 })
  })
})
