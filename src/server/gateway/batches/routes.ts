/** Endpoints of batches: launches, approvals, prepared batches, cancels, exports, and the search for calls. */
import {
  type BatchCancelled,
  type Contract,
  gatewayEndpoints,
  type LaunchFields,
  type ParsedBodyOf,
  pageLimit,
  Refusal,
} from '#contract/index.ts'
import { searchDigits } from '#phone/search-digits.ts'
import type { Snapshots } from '../cache/cached-reads.ts'
import type { Read } from '../cache/read.ts'
import type { Core } from '../cluster/core.ts'
import { sendSnapshot } from '../http/answer.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import type { GatewayContext } from '../http/context.ts'
import { type Handler, parseId, parseJsonBody } from '../http/handler.ts'
import { parseUpload, type UploadedFile } from '../http/parse.ts'
import { operatorOf, readingOf, requesterOf, workspaceOf } from '../http/request.ts'
import { keyRequired } from '../ledger/refusals.ts'
import type { Registry } from '../registry/registry.ts'
import { notFound, refusal } from '../shared/refusals.ts'
import type { Requester } from '../shared/requester.ts'
import { readAgentUse } from './agent-use.ts'
import type { Approvals } from './approvals.ts'
import type { Exports } from './exports.ts'
import type { Launches } from './launches.ts'
import type { PreparedBatches } from './prepared-batches.ts'
import type { StartPrepared } from './prepared-starts.ts'
import type { Launch } from './starts.ts'

interface Caller {
  operator: ReturnType<typeof operatorOf>
  requester: Requester
  workspace: string
}

interface Deps extends Pick<Core, 'store' | 'workspaces' | 'log'> {
  launches: Launches
  startPrepared: StartPrepared
  preparedBatches: PreparedBatches
  approvals: Approvals
  exports: Exports
  registry: Registry
  snapshots: Snapshots
  cached: AnswerCache
  /** Cancels a batch under an idempotency key. @throws Refusal */
  cancel: (batchId: string, key: string, caller: Caller) => Promise<unknown>
}

/** Converts a typed part of a number to E.164 digits, in which the service searches. */
const numberPart = (text: string) => searchDigits(text)[0] ?? text.replace(/[\s().\-/]/g, '')

const numberSearch = (batchId: string, search: ParsedBodyOf<Contract['batchCallSearch']>): Read => ({
  name: 'batchCallList',
  params: { batchId },
  query: {
    page: search.page,
    limit: pageLimit.default,
    status: search.status,
    ...(numberPart(search.text) && { search: numberPart(search.text) }),
  },
  workspace: null,
})

/** Runs one of several cancels. Returns a refusal instead of throwing it, so that the other cancels continue. */
async function cancelOne(cancel: () => Promise<unknown>, batchId: string) {
  try {
    const { cancelledCalls } = ((await cancel()) as BatchCancelled).details
    return { batchId, state: 'done' as const, cancelledCalls, message: '' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const state = error.data.sent === 'unknown' ? ('unknown' as const) : ('refused' as const)
    return { batchId, state, cancelledCalls: 0, message: error.message }
  }
}

export function batchRoutes(deps: Deps) {
  const { launches, startPrepared, preparedBatches, approvals, exports, registry, snapshots, cached } = deps
  const callerOf = (c: GatewayContext): Caller => ({
    operator: operatorOf(c),
    requester: requesterOf(c),
    workspace: workspaceOf(c, deps),
  })
  const keyOf = (c: GatewayContext) => c.req.header('idempotency-key')
  /** The row numbers come beside the fields, because they are no part of what identifies a start. */
  async function parseLaunch(c: GatewayContext, name: 'launchStart' | 'approvalAsk'): Promise<Launch<UploadedFile>> {
    const reading = readingOf(c, true)
    const { file, fields: upload } = await parseUpload(gatewayEndpoints[name], c, reading)
    const { fileRows, ...fields } = upload
    return {
      fields: fields as unknown as LaunchFields,
      file,
      fileRows,
      key: keyOf(c),
      ...callerOf(c),
      signal: reading.signal,
    }
  }

  return {
    agentUseShow: async (c) => c.json(await readAgentUse(deps, parseId(c, 'agentId'), operatorOf(c), requesterOf(c))),
    batchCallSearch: async (c) => {
      const result = await snapshots.get(
        numberSearch(parseId(c, 'batchId'), await parseJsonBody(c, 'batchCallSearch')),
        requesterOf(c),
      )
      if (result.snapshot.refusal) throw refusal(result.snapshot.refusal)
      return sendSnapshot(c, result, snapshots.ageOf(result.snapshot))
    },
    batchFollow: async (c) => {
      const { batchId } = await parseJsonBody(c, 'batchFollow')
      const read: Read = { name: 'batchShow', params: { batchId }, query: {}, workspace: null }
      const { snapshot } = await snapshots.get(read, requesterOf(c))
      if (snapshot.refusal) throw refusal(snapshot.refusal)
      const { agentId, progress } = snapshot.data as { agentId: string | null; progress: { startTime: number | null } }
      const startedAt = progress.startTime
      await registry.recordBatch({ batchId, name: batchId, agentId, startedBy: null, startedAt, effectId: null })
      await registry.observe(read, snapshot)
      const batch = await registry.find(batchId)
      if (!batch) throw notFound()
      return c.json(batch)
    },
    batchesCancel: async (c) => {
      const { batchIds } = await parseJsonBody(c, 'batchesCancel')
      const key = keyOf(c)
      // guard: stopping-batches-has-a-key
      if (!key) throw keyRequired()
      const batches = await Promise.all(
        [...new Set(batchIds)].map((batchId) =>
          cancelOne(() => deps.cancel(batchId, `${key}/${batchId}`, callerOf(c)), batchId),
        ),
      )
      return c.json({ batches })
    },
    batchExportStart: async (c) => {
      const request = { batchId: parseId(c, 'batchId'), ...(await parseJsonBody(c, 'batchExportStart')) }
      return c.json(await exports.start(request, operatorOf(c), requesterOf(c)))
    },
    batchExportList: cached({
      argsOf: (c) => ({ batchId: parseId(c, 'batchId'), operator: operatorOf(c) }),
      answer: async ({ batchId, operator }) => ({ exports: await exports.list(batchId, operator) }),
    }),
    batchExportStop: async (c) => {
      await exports.stop(parseId(c, 'exportId'), operatorOf(c))
      return c.json({ exports: await exports.list(parseId(c, 'batchId'), operatorOf(c)) })
    },
    batchExportFile: async (c) => {
      const text = await exports.file(parseId(c, 'exportId'), operatorOf(c))
      c.header('content-type', 'text/csv; charset=utf-8')
      c.header('content-disposition', 'attachment; filename="calls.csv"')
      return c.body(text)
    },
    launchStart: async (c) => {
      const launch = await parseLaunch(c, 'launchStart')
      try {
        return c.json(await launches.start(launch))
      } finally {
        // Also after an error, because the batch may have started.
        snapshots.invalidate('batchStart', {})
      }
    },
    recipientsCheck: async (c) => {
      const reading = readingOf(c, false)
      const { file, fields } = await parseUpload(gatewayEndpoints.recipientsCheck, c, reading)
      return c.json(
        await launches.check(file, fields as Partial<LaunchFields>, workspaceOf(c, deps), operatorOf(c), reading),
      )
    },
    approvalList: cached({
      argsOf: (c) => ({ id: operatorOf(c).id }),
      answer: async (operator) => ({ approvals: await approvals.list(operator) }),
    }),
    approvalShow: cached({
      argsOf: (c) => ({ approvalId: parseId(c, 'approvalId'), id: operatorOf(c).id }),
      answer: ({ approvalId, ...operator }) => approvals.show(approvalId, operator),
    }),
    approvalAsk: async (c) => {
      return c.json(await approvals.request(await parseLaunch(c, 'approvalAsk')))
    },
    approvalStart: async (c) => {
      const { recipients } = await parseJsonBody(c, 'approvalStart')
      try {
        return c.json(await approvals.start(parseId(c, 'approvalId'), recipients, { key: keyOf(c), ...callerOf(c) }))
      } finally {
        snapshots.invalidate('batchStart', {})
      }
    },
    approvalDecline: async (c) => {
      const { reason } = await parseJsonBody(c, 'approvalDecline')
      return c.json(await approvals.decline(parseId(c, 'approvalId'), reason, operatorOf(c)))
    },
    approvalWithdraw: async (c) => c.json(await approvals.withdraw(parseId(c, 'approvalId'), operatorOf(c))),
    preparedBatchList: cached({ argsOf: () => ({}), answer: async () => ({ prepared: await preparedBatches.list() }) }),
    preparedBatchStart: async (c) => {
      try {
        const choice = await parseJsonBody(c, 'preparedBatchStart')
        return c.json(await startPrepared(parseId(c, 'preparedId'), choice, { key: keyOf(c), ...callerOf(c) }))
      } finally {
        snapshots.invalidate('batchStart', {})
      }
    },
    preparedBatchDiscard: async (c) => {
      await preparedBatches.discard(parseId(c, 'preparedId'), operatorOf(c))
      return c.json({ prepared: await preparedBatches.list() })
    },
  } satisfies Record<string, Handler>
}
