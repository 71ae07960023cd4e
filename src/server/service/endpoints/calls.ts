/** Endpoints of single calls and call history (specification 4.3, interface section 7). */
import { e164Pattern, type PastCall } from '#contract/index.ts'
import { checkReadiness } from '../calling/call-snapshot.ts'
import { countCallsInProgress, dial } from '../calling/start-call.ts'
import { toIsoTime } from '../shared/clock.ts'
import type { ServiceContext } from '../shared/context.ts'
import { invalidNumber, sendCallError } from '../shared/errors.ts'
import type { Handlers } from '../shared/handler.ts'
import { readPage } from '../shared/pagination.ts'
import type { CallRow, Database } from '../store/database.ts'

const pastCallOf = (call: CallRow): PastCall => ({
  callId: call.call_id,
  roomName: call.room_name,
  agentId: call.agent_id,
  batchId: call.batch_id,
  jobId: call.job_id,
  fromNumber: call.from_number,
  toNumber: call.to_number,
  status: call.status,
  outcome: call.outcome,
  startedAt: toIsoTime(call.started_at),
  endedAt: call.ended_at === null ? null : toIsoTime(call.ended_at),
  duration: call.duration,
})

/** Finds the customer's name in the latest conversation with this number. */
async function findCustomerName(database: Database, workspace: string, number: string): Promise<string | null> {
  const conversation = await database
    .selectFrom('conversation')
    .select('customer_name')
    .where('workspace', '=', workspace)
    .where('customer_phone', '=', number)
    .where('customer_name', 'is not', null)
    .orderBy('updated_at', 'desc')
    .executeTakeFirst()
  return conversation?.customer_name ?? null
}

export function callHandlers(context: ServiceContext): Handlers<'callSend' | 'callHistory'> {
  const { database, plan } = context
  return {
    callSend: async ({ body, caller }) => {
      const { toNumber } = body
      const call = await database.transaction().execute(async (database) => {
        const readiness = await checkReadiness(database, caller.organisation, body.agentId)
        if (!readiness.isReady) {
          throw readiness.missing === 'agent'
            ? sendCallError(404, 'Agent not found', readiness.details)
            : sendCallError(400, 'Invalid configuration', readiness.details)
        }
        if (!e164Pattern.test(toNumber)) {
          throw invalidNumber('toNumber', 'No call was placed.')
        }
        if ((await countCallsInProgress(database, caller.organisation)) >= plan.concurrentCalls) {
          const calls = plan.concurrentCalls === 1 ? '1 call is' : `${plan.concurrentCalls} calls are`
          const details = `${calls} in progress, as many as the plan allows. No call was placed. Try again when one has ended.`
          throw sendCallError(400, 'Too many calls at once', details, 'concurrency_limit')
        }
        const { snapshot, fromNumber, workspace } = readiness
        const customerName = await findCustomerName(database, workspace, toNumber)
        const { organisation } = caller
        const row = await dial(context, database, {
          organisation,
          workspace,
          snapshot,
          fromNumber,
          toNumber,
          customerName,
          columns: {},
        })
        return { ...row, agent: snapshot.agent }
      })
      context.wakeRunner()
      const { id, name, model, voice } = call.agent
      return {
        status: 'success',
        callId: call.call_id,
        roomName: call.room_name,
        fromNumber: call.from_number,
        toNumber: call.to_number,
        agent: { id, name, model, voice: { provider: voice.provider, voiceId: voice.voiceId } },
      }
    },

    callHistory: async ({ query, caller }) => {
      let matching = database.selectFrom('call').where('workspace', '=', caller.workspace)
      if (query.agentId !== undefined) matching = matching.where('agent_id', '=', query.agentId)
      if (query.batchId !== undefined) matching = matching.where('batch_id', '=', query.batchId)
      if (query.status !== undefined) matching = matching.where('status', '=', query.status as CallRow['status'])
      if (query.search !== undefined)
        matching = matching.where('to_number', 'like', `%${toNumberSearch(query.search)}%`)
      const ordered = matching.selectAll().orderBy('started_at', 'desc').orderBy('call_id')
      const { rows, pagination } = await readPage(ordered, query)
      return { calls: rows.map(pastCallOf), pagination }
    },
  }
}

/** Keeps the characters of a search text that a number can contain. A text without any becomes `-`, which matches nothing. */
export const toNumberSearch = (search: string): string => {
  const digits = search.replace(/[^\d+]/g, '')
  return digits === '' && search.trim() !== '' ? '-' : digits
}
