/** For tests and the mutation run: an embedded service without a tight rate limit, and the options of a whole run against it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plans } from '#contract/index.ts'
import { startService } from '#server/service/start.ts'
import { type Options, readOptions } from './run/options.ts'

const unlimitedTier = { perMinute: 1_000_000, burst: 1_000_000 }
/** Calls to this number last for minutes (a reserved number of the simulation). */
const numberOfLongCalls = '+12025550105'

/** @param specificationOnly without the optional endpoints */
export async function startEmbeddedService(specificationOnly = false) {
  const dataDir = mkdtempSync(join(tmpdir(), 'conformance-'))
  const service = await startService({
    dataDir,
    port: 0,
    plan: {
      ...plans.enterprise,
      concurrentCalls: 10_000,
      tiers: { standard: unlimitedTier, 'data-read': unlimitedTier },
    },
    speed: 60,
    seed: 'conformance',
    apiKey: 'key-of-the-conformance-run',
    workspaceId: 'conformance',
    specificationOnly,
    webhookUrl: null,
  })
  const headers = { 'x-api-key': service.apiKey, 'x-workspace-id': service.workspaceId }
  const read = async <T>(path: string) => (await (await fetch(service.url + path, { headers })).json()) as T
  /** The options of a run, by its arguments. */
  const options = (...args: string[]): Options => {
    const access = ['--url', service.url, '--key', service.apiKey, '--workspace', service.workspaceId]
    const parsed = readOptions([...access, '--rate', '100000', ...args], {})
    if (parsed === null) throw new Error('These arguments ask for help.')
    return parsed
  }
  const wholeRun = (...args: string[]) =>
    options('--effects', '--number', numberOfLongCalls, '--foreign-workspace', 'other', ...args)
  return {
    ...service,
    read,
    options,
    /** A run with everything but the rate limit and records that nothing can delete. */
    wholeRun,
    /** The same with records that nothing can delete, and with IDs, so that any check can run without those that list them. */
    async wholeRunWithIds(): Promise<Options> {
      const [{ agents }, { flows }, messagingAgents, messageFlows] = await Promise.all([
        read<{ agents: { id: string }[] }>('/api/v1/agents'),
        read<{ flows: { id: string }[] }>('/api/v1/flows'),
        read<{ _id: string }[]>('/v1/api/omni-flow-agents'),
        read<{ _id: string }[]>('/v1/api/message-flows'),
      ])
      const batchId = service.seeded.batches[0]?.batchId
      const path = `/v1/api/batch-calls/${batchId}/calls?status=completed`
      const { calls } = await read<{ calls: { jobId: string }[] }>(path)
      const ids = {
        agentId: agents[0]?.id,
        flowId: flows[0]?.id,
        batchId,
        jobId: calls[0]?.jobId,
        conversationId: service.seeded.conversations[0],
        messagingAgentId: messagingAgents[0]?._id,
        messageFlowId: messageFlows[0]?._id,
      }
      return {
        ...wholeRun('--permanent'),
        ids: new Map(Object.entries(ids).filter((one): one is [string, string] => one[1] !== undefined)),
      }
    },
    async close() {
      await service.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
export type EmbeddedService = Awaited<ReturnType<typeof startEmbeddedService>>
