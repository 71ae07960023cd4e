/** The gateway's own endpoints about batches: the list, opening one by its id, starting one, cancelling several. */
import { type BatchCancelled, gatewayEndpoints, Refusal } from '#contract/index.ts'
import { agentUseOf } from '../batches/agent-use.ts'
import type { LaunchFields } from '../batches/launch-checks.ts'
import type { Read } from '../cache/read.ts'
import type { GatewayContext } from '../http/context.ts'
import { body, type Handler, idOf, query } from '../http/handler.ts'
import { parseUpload } from '../http/parse.ts'
import { operatorOf, whoOf, workspaceOf } from '../http/request.ts'
import { keyRequired } from '../ledger/refusals.ts'
import type { BatchFilter } from '../registry/batches.ts'
import { notFound, refusal } from '../shared/refusals.ts'
import type { Parts } from './deps.ts'
import { perform } from './service.ts'

/** One of several cancels: what becomes of it stops no other. */
async function cancelOne(c: GatewayContext, parts: Parts, batchId: string, key: string) {
  try {
    const done = await perform(c, parts, { name: 'batchCancel', params: { batchId }, key: `${key}/${batchId}` })
    const { cancelledCalls } = (done as BatchCancelled).details
    return { batchId, state: 'done' as const, cancelledCalls, message: '' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const state = error.data.sent === 'unknown' ? ('unknown' as const) : ('refused' as const)
    return { batchId, state, cancelledCalls: 0, message: error.message }
  }
}

/** Who starts calls, under which intention. */
const askedBy = (c: GatewayContext, parts: Parts) => ({
  key: c.req.header('idempotency-key'),
  operator: operatorOf(c),
  who: whoOf(c),
  workspace: workspaceOf(c, parts),
})

/** @returns the handlers of these endpoints */
export function batchHandlers(parts: Parts) {
  const { registry, launches, rests, snapshots } = parts
  return {
    batchList: async (c) => {
      const { by, ...wanted } = query(c, 'batchList') as unknown as BatchFilter & {
        page: number
        limit: number
        by?: 'me'
      }
      const listed = await registry.list(by === 'me' ? { ...wanted, startedBy: operatorOf(c).name } : wanted)
      const agents = listed.batches.map(({ agentId }) => agentId)
      parts.findNames('agent', agents, null, whoOf(c))
      return c.json(listed)
    },
    agentUseShow: async (c) => c.json(await agentUseOf(parts, idOf(c, 'agentId'), whoOf(c))),
    batchFollow: async (c) => {
      const { batchId } = await body(c, 'batchFollow')
      const read: Read = { name: 'batchShow', params: { batchId }, query: {}, workspace: null }
      const { snapshot } = await snapshots.get(read, whoOf(c))
      if (snapshot.refusal) throw refusal(snapshot.refusal)
      const { agentId, progress } = snapshot.data as { agentId: string | null; progress: { startTime: number | null } }
      const startedAt = progress.startTime
      await registry.follow({ batchId, name: batchId, agentId, startedBy: null, startedAt, effectId: null })
      await registry.observe(read, snapshot)
      const known = await registry.find(batchId)
      if (!known) throw notFound()
      return c.json(known)
    },
    batchesCancel: async (c) => {
      const { batchIds } = await body(c, 'batchesCancel')
      const key = c.req.header('idempotency-key')
      // guard: stopping-batches-has-a-key
      if (!key) throw keyRequired()
      const batches = await Promise.all([...new Set(batchIds)].map((batchId) => cancelOne(c, parts, batchId, key)))
      return c.json({ batches })
    },
    batchExportStart: async (c) => {
      const wanted = { batchId: idOf(c, 'batchId'), ...(await body(c, 'batchExportStart')) }
      return c.json(await parts.exports.start(wanted, operatorOf(c), whoOf(c)))
    },
    batchExportList: async (c) => c.json({ exports: parts.exports.list(idOf(c, 'batchId'), operatorOf(c)) }),
    batchExportStop: async (c) => {
      parts.exports.stop(idOf(c, 'exportId'), operatorOf(c))
      return c.json({ exports: parts.exports.list(idOf(c, 'batchId'), operatorOf(c)) })
    },
    batchExportFile: async (c) => {
      const text = parts.exports.file(idOf(c, 'exportId'), operatorOf(c))
      c.header('content-type', 'text/csv; charset=utf-8')
      c.header('content-disposition', 'attachment; filename="calls.csv"')
      return c.body(text)
    },
    launchStart: async (c) => {
      const { file, fields } = await parseUpload(gatewayEndpoints.launchStart, c.req.raw)
      try {
        const started = await launches.start({
          fields: fields as unknown as LaunchFields,
          file,
          ...askedBy(c, parts),
        })
        return c.json(started)
      } finally {
        // Also where nobody knows whether it started.
        snapshots.makeOld('batchStart', {})
      }
    },
    recipientsCheck: async (c) => {
      const { file } = await parseUpload(gatewayEndpoints.recipientsCheck, c.req.raw)
      return c.json(await launches.check(file))
    },
    launchRestList: async (c) => c.json({ rests: await rests.list() }),
    launchRestStart: async (c) => {
      try {
        const choice = await body(c, 'launchRestStart')
        return c.json(await launches.startRest(idOf(c, 'effectId'), choice, askedBy(c, parts)))
      } finally {
        snapshots.makeOld('batchStart', {})
      }
    },
    launchRestDiscard: async (c) => {
      await rests.discard(idOf(c, 'effectId'))
      return c.json({ rests: await rests.list() })
    },
  } satisfies Record<string, Handler>
}
