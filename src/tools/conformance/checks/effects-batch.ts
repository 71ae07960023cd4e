/** Starts a batch of one call, scheduled for tomorrow, and cancels it, so that nobody is called (specification 4.4, interface 4). */
import { combineOutcomes, judgeRefusal, judgeSuccess, unchecked } from '../judge/outcome.ts'
import { type Check, endpointOf, type Run, sendAndJudge } from './check.ts'
import {
  createCheck,
  expectFields,
  firstOf,
  isBatchOver,
  missingReasons,
  pathOf,
  type RunRecords,
} from './run-records.ts'

const dayMs = 24 * 60 * 60 * 1000

export function batchStartChecks(records: RunRecords): Check[] {
  const { number, batches } = records
  const sendStart = (run: Run, file: string, agentId: string, judge: Parameters<typeof sendAndJudge>[2]) => {
    const scheduledAt = new Date(Date.now() + dayMs).toISOString()
    const upload = { file, fields: { agentId, scheduledAt } }
    return sendAndJudge(run, { method: 'POST', path: pathOf('batchStart'), upload }, judge)
  }
  return [
    createCheck(
      'batchStart',
      'refuses an invalid file',
      3,
      async (run) => {
        const agentId = await records.findCallingAgent(run)
        if (agentId === undefined) return unchecked(missingReasons.agent)
        const expectedRefusal = judgeRefusal({ status: 400, form: 'general', code: 'invalid_request' })
        return sendStart(run, 'phone_number\nno-number\n', agentId, expectedRefusal)
      },
      'interface 4',
    ),
    createCheck('batchStart', 'starts a batch of one call, scheduled for tomorrow', 4, async (run) => {
      if (number === undefined) return unchecked(missingReasons.number)
      const agentId = await records.findCallingAgent(run)
      if (agentId === undefined) return unchecked(missingReasons.agent)
      const file = `phone_number,first_name\n${number},Conformance\n`
      const outcome = await sendStart(
        run,
        file,
        agentId,
        judgeSuccess(endpointOf('batchStart'), expectFields({ totalCalls: 1 })),
      )
      const batchId = firstOf(batches)
      if (batchId === undefined) return outcome
      if (!run.knownIds.has('batchId')) run.knownIds.set('batchId', batchId)
      const sending = { method: 'GET', path: pathOf('batchShow', { batchId }) }
      const judge = judgeSuccess(
        endpointOf('batchShow'),
        expectFields({
          status: 'scheduled',
          isComplete: false,
          agentId,
          totalCalls: 1,
          progress: { waiting: 1, total: 1 },
        }),
      )
      return combineOutcomes([outcome, await sendAndJudge(run, sending, judge)])
    }),
  ]
}

export const batchCancelChecks = ({ batches }: RunRecords): Check[] => [
  createCheck('batchCancel', 'cancels the batch that was started', 2, async (run) => {
    const batchId = firstOf(batches)
    if (batchId === undefined) return unchecked(missingReasons.batch)
    const details = { completedCalls: 0, failedCalls: 0, cancelledCalls: 1, totalCalls: 1 }
    const sending = { method: 'DELETE', path: pathOf('batchCancel', { batchId }) }
    const judge = judgeSuccess(endpointOf('batchCancel'), expectFields({ status: 'cancelled', details }))
    const cancelled = await sendAndJudge(run, sending, judge)
    const judgeProgress = judgeSuccess(
      endpointOf('batchProgress'),
      expectFields({ status: 'cancelled', isComplete: true, cancelled: 1 }),
    )
    const reading = { method: 'GET', path: pathOf('batchProgress', { batchId }) }
    const progress = await sendAndJudge(run, reading, judgeProgress)
    if (isBatchOver('batchProgress', progress.exchange)) batches.delete(batchId)
    return combineOutcomes([cancelled, progress])
  }),
]
