/** Starts a batch of one call scheduled for tomorrow and cancels it, so that nothing is dialled (specification 4.4, interface 4). */
import { refusal, success, together, unchecked } from './outcome.ts'
import { ask, type Check, endpointOf, type Run } from './run.ts'
import { are, check, firstOf, needs, note, pathOf, type RunRecords } from './run-records.ts'

const day = 24 * 60 * 60 * 1000

export function batchStart(records: RunRecords): Check[] {
  const { number, batches } = records
  const start = async (run: Run, file: string, agentId: string, judge: Parameters<typeof ask>[2]) => {
    const scheduledAt = new Date(Date.now() + day).toISOString()
    const upload = { file, fields: { agentId, scheduledAt } }
    const outcome = await ask(run, { method: 'POST', path: pathOf('batchStart'), upload }, judge)
    note(records, 'batchStart', 'batches', outcome.exchange, 'batchId', 'id', '_id')
    return outcome
  }
  return [
    check(
      'batchStart',
      'refuses an invalid file',
      3,
      async (run) => {
        const agentId = await records.caller(run)
        if (agentId === undefined) return unchecked(needs.agent)
        const invalid = refusal({ status: 400, form: 'general', code: 'invalid_request' })
        return start(run, 'phone_number\nno-number\n', agentId, invalid)
      },
      'interface 4',
    ),
    check('batchStart', 'starts a batch of one call, scheduled for tomorrow', 3, async (run) => {
      if (number === undefined) return unchecked(needs.number)
      const agentId = await records.caller(run)
      if (agentId === undefined) return unchecked(needs.agent)
      const file = `phone_number,first_name\n${number},Conformance\n`
      const outcome = await start(run, file, agentId, success(endpointOf('batchStart'), are({ totalCalls: 1 })))
      const batchId = firstOf(batches)
      if (batchId !== undefined && !run.known.has('batchId')) run.known.set('batchId', batchId)
      return outcome
    }),
  ]
}

export const batchEnd = ({ batches }: RunRecords): Check[] => [
  check('batchCancel', 'cancels the batch that was started', 2, async (run) => {
    const batchId = firstOf(batches)
    if (batchId === undefined) return unchecked(needs.batch)
    const details = { cancelledCalls: 1, totalCalls: 1 }
    const sending = { method: 'DELETE', path: pathOf('batchCancel', { batchId }) }
    const judge = success(endpointOf('batchCancel'), are({ status: 'cancelled', details }))
    const cancelled = await ask(run, sending, judge)
    if (cancelled.exchange.status === 200) batches.delete(batchId)
    const ended = success(endpointOf('batchProgress'), are({ status: 'cancelled', isComplete: true, cancelled: 1 }))
    return together([cancelled, await ask(run, { method: 'GET', path: pathOf('batchProgress', { batchId }) }, ended)])
  }),
]
