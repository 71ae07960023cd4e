/** For tests of several gateways: an embedded service with drafts, and its records of the requests and commands that it received. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { headers, type MessageFlow, plans } from '#contract/index.ts'
import { startService } from '#server/service/start.ts'

export interface ServiceAccess {
  apiKey: string
  workspaceId: string
}

const createRequester = (url: string, { apiKey, workspaceId }: ServiceAccess) =>
  async function requestJson<T>(method: string, path: string, body?: unknown): Promise<T> {
    const requestHeaders = {
      [headers.apiKey]: apiKey,
      [headers.workspace]: workspaceId,
      'content-type': 'application/json',
    }
    const answer = await fetch(url + path, {
      method,
      headers: requestHeaders,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as T
  }

/** A rate limit so high that no test reaches it. */
export const unlimitedTier = { perMinute: 1_000_000, burst: 1_000_000 }

/** The settings of an embedded service on the enterprise plan with these limits. */
export const serviceSettings = (
  dataDir: string,
  access: ServiceAccess,
  tier: { perMinute: number; burst: number },
) => ({
  dataDir,
  port: 0,
  plan: { ...plans.enterprise, concurrentCalls: 1_000, tiers: { standard: tier, 'data-read': tier } },
  speed: 1_000,
  seed: 'several gateways',
  specificationOnly: false,
  ...access,
})

/**
 * Creates the data of an embedded service with `count` drafts that wait for review.
 *
 * @returns the drafts, and an agent that can call
 */
export async function prepareService(dataDir: string, access: ServiceAccess, count: number) {
  const service = await startService(serviceSettings(dataDir, access, unlimitedTier))
  const ask = createRequester(service.url, access)
  const [flow] = await ask<MessageFlow[]>('GET', '/v1/api/message-flows')
  const drafts: { conversationId: string; messageId: string; message: string }[] = []
  for (let index = 0; index < count; index += 1) {
    const to = `+1415561${String(index).padStart(4, '0')}`
    type GeneratedDraft = { conversation_id: string; message_id: string; message: string }
    const body = { flowId: flow?._id, to, autopilot: false }
    const draft = await ask<GeneratedDraft>('POST', '/v1/api/conversations/message/generate', body)
    drafts.push({ conversationId: draft.conversation_id, messageId: draft.message_id, message: draft.message })
  }
  type Flows = { flows: { agentId: string | null; isActive: boolean; direction: string }[] }
  const { flows } = await ask<Flows>('GET', '/api/v1/flows?limit=100')
  await service.close()
  const agentId = flows.find((flow) => flow.agentId && flow.isActive && flow.direction === 'outbound')?.agentId ?? ''
  return { drafts, agentId }
}

/** The prefix of every number that these tests call. Four more digits make a number. */
export const numberPrefix = '+1415560'

/**
 * Lists the commands that a stopped service executed, with one entry for each execution: `Approve <message ID>`, `Reject <message ID>`,
 * `call <number>`, `batch <first number>`.
 */
export function listExecutedCommands(dataDir: string): { what: string; at: number }[] {
  const database = new DatabaseSync(join(dataDir, 'service.db'))
  const queryRows = (sql: string) => database.prepare(sql).all()
  const messages = queryRows(`select ids, at from command where endpoint = 'messageAction' and effect = 1`)
  const calls = queryRows(`select to_number as number, started_at as at from call where batch_id is null`)
  const batches = queryRows(
    `select min(j.phone_number) as number, b.created_at as at from job j join batch b on b.id = j.batch_id group by b.id`,
  )
  database.close()
  const isTestNumber = ({ number }: { number?: unknown }) => String(number).startsWith(numberPrefix)
  return [
    ...messages.map(({ ids, at }) => {
      const { action, messageId } = JSON.parse(String(ids)) as { action: string; messageId: string }
      return { what: `${action} ${messageId}`, at: Number(at) }
    }),
    ...calls.filter(isTestNumber).map(({ number, at }) => ({ what: `call ${String(number)}`, at: Number(at) })),
    ...batches.filter(isTestNumber).map(({ number, at }) => ({ what: `batch ${String(number)}`, at: Number(at) })),
  ]
}

/** Collects the times (epoch ms) at which requests reach a service. The service lists only the last ten minutes: call `read` more often. */
export function followRequests(url: string, access: ServiceAccess) {
  const times: { requests: number[]; refused: number[] } = { requests: [], refused: [] }
  return {
    found: times,
    async read(): Promise<void> {
      const log = await createRequester(url, access)<typeof times>('GET', '/simulation/requests')
      for (const kind of ['requests', 'refused'] as const) {
        // Times are whole milliseconds. Skip the entries at the last known millisecond that were counted before.
        const last = times[kind].at(-1) ?? 0
        const countedBefore = times[kind].filter((at) => at === last).length
        const since = log[kind].filter((at) => at >= last)
        times[kind].push(...since.slice(countedBefore))
      }
    },
  }
}
