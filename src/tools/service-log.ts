/** For tests of several gateways: an embedded service with messages to review, and what it says itself of what it was asked and did. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { headers, type MessageFlow, plans } from '#contract/index.ts'
import { startService } from '#server/service/start.ts'

export interface ServiceAccess {
  apiKey: string
  workspaceId: string
}

const speak = (url: string, { apiKey, workspaceId }: ServiceAccess) =>
  async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const named = { [headers.apiKey]: apiKey, [headers.workspace]: workspaceId, 'content-type': 'application/json' }
    const answer = await fetch(url + path, {
      method,
      headers: named,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as T
  }

/** More than anything asks for. */
export const wideTier = { perMinute: 1_000_000, burst: 1_000_000 }

/** The settings of a service of the enterprise plan with other limits. */
export const serviceOf = (dataDir: string, access: ServiceAccess, tier: { perMinute: number; burst: number }) => ({
  dataDir,
  port: 0,
  plan: { ...plans.enterprise, concurrentCalls: 1_000, tiers: { standard: tier, 'data-read': tier } },
  speed: 1_000,
  seed: 'several gateways',
  specificationOnly: false,
  ...access,
})

/**
 * Fills the folder of a service with messages that wait for review, before any limit counts.
 *
 * @returns them, and an agent that may call
 */
export async function prepareService(dataDir: string, access: ServiceAccess, count: number) {
  const service = await startService(serviceOf(dataDir, access, wideTier))
  const ask = speak(service.url, access)
  const [flow] = await ask<MessageFlow[]>('GET', '/v1/api/message-flows')
  const drafts: { conversationId: string; messageId: string; message: string }[] = []
  for (let made = 0; made < count; made += 1) {
    const to = `+1415561${String(made).padStart(4, '0')}`
    type Made = { conversation_id: string; message_id: string; message: string }
    const wanted = { flowId: flow?._id, to, autopilot: false }
    const draft = await ask<Made>('POST', '/v1/api/conversations/message/generate', wanted)
    drafts.push({ conversationId: draft.conversation_id, messageId: draft.message_id, message: draft.message })
  }
  type Flows = { flows: { agentId: string | null; isActive: boolean; direction: string }[] }
  const { flows } = await ask<Flows>('GET', '/api/v1/flows?limit=100')
  await service.close()
  const agentId = flows.find((one) => one.agentId && one.isActive && one.direction === 'outbound')?.agentId ?? ''
  return { drafts, agentId }
}

/** What every number that is called begins with; the four digits after it make it a thing that nobody else asks for. */
export const numberPrefix = '+1415560'

/**
 * What a service that has ended carried out, once for each time: `Approve <message>`, `Reject <message>`, `call <number>`,
 * `batch <first number>`.
 */
export function carriedOutIn(dataDir: string): { what: string; at: number }[] {
  const database = new DatabaseSync(join(dataDir, 'service.db'))
  const rows = (sql: string) => database.prepare(sql).all()
  const messages = rows(`select ids, at from command where endpoint = 'messageAction' and effect = 1`)
  const calls = rows(`select to_number as number, started_at as at from call where batch_id is null`)
  const batches = rows(
    `select min(j.phone_number) as number, b.created_at as at from job j join batch b on b.id = j.batch_id group by b.id`,
  )
  database.close()
  const ours = ({ number }: { number?: unknown }) => String(number).startsWith(numberPrefix)
  return [
    ...messages.map(({ ids, at }) => {
      const { action, messageId } = JSON.parse(String(ids)) as { action: string; messageId: string }
      return { what: `${action} ${messageId}`, at: Number(at) }
    }),
    ...calls.filter(ours).map(({ number, at }) => ({ what: `call ${String(number)}`, at: Number(at) })),
    ...batches.filter(ours).map(({ number, at }) => ({ what: `batch ${String(number)}`, at: Number(at) })),
  ]
}

/** Follows when requests reach a service, epoch ms. It remembers ten minutes itself: `read` more often. */
export function followRequests(url: string, access: ServiceAccess) {
  const found: { requests: number[]; refused: number[] } = { requests: [], refused: [] }
  return {
    found,
    async read(): Promise<void> {
      const log = await speak(url, access)<typeof found>('GET', '/simulation/requests')
      for (const kind of ['requests', 'refused'] as const) {
        // Whole milliseconds: of those at the same one, what was counted before is counted once.
        const last = found[kind].at(-1) ?? 0
        const before = found[kind].filter((at) => at === last).length
        const since = log[kind].filter((at) => at >= last)
        found[kind].push(...since.slice(before))
      }
    },
  }
}
