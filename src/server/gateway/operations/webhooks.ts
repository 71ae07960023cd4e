/**
 * Webhooks that the service delivers (specification 6). The signature over the received bytes proves the sender. A webhook only triggers a
 * re-fetch of what somebody views; the dashboard never shows webhook data as a reading. The ids and names in it are recorded.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import {
  type Announcement,
  type Webhooks as Arrived,
  idPattern,
  isWebhookEvent,
  readJson,
  type SearchEntry,
  WebhookDelivery,
  webhookData,
} from '#contract/index.ts'
import type { ChangeLog } from '../cache/change-log.ts'
import type { LiveCalls } from '../calls/live-calls.ts'
import type { PlacedCalls } from '../calls/placed-calls.ts'
import type { Channel } from '../cluster/cluster.ts'
import type { ObservedCalls } from '../facts/observed-calls.ts'
import type { Conversations } from '../registry/conversations.ts'
import type { Registry } from '../registry/registry.ts'
import { entryOfAnnouncedCall } from '../registry/search-index.ts'
import type { Clock } from '../shared/clock.ts'
import type { Workspace } from '../shared/configuration.ts'
import { notFound, refusal, workspaceNotConfigured } from '../shared/refusals.ts'
import type { ServiceDriftLog } from '../upstream/service-drift.ts'
import { type DeliveryCounts, eventIn, wordOf } from './delivery-counts.ts'

const signaturePattern = /^(?:sha256=)?([0-9a-f]{64})$/i

/** Whether the signature matches these bytes (interface 6), compared in constant time. */
export function isSigned(secret: string, body: Uint8Array, signature: string | undefined): boolean {
  const given = signaturePattern.exec(signature ?? '')?.[1]
  if (given === undefined) return false
  return timingSafeEqual(Buffer.from(given, 'hex'), createHmac('sha256', secret).update(body).digest())
}

/** The ids in an event, by the names of path parameters. Values that are not valid ids are ignored (interface 6). */
function idsOf({ event, data }: Announcement): Record<string, string> {
  const thing = /^(agent|flow)\./.exec(event)?.[1]
  const named = thing && 'id' in data ? { [`${thing}Id`]: data.id } : data
  return Object.fromEntries(
    Object.entries(named).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && idPattern.test(entry[1]),
    ),
  )
}

function parseDelivery(body: Uint8Array): z.output<typeof WebhookDelivery> {
  const json = readJson(new Uint8Array(body).buffer)
  const parsed = 'value' in json ? z.safeParse(WebhookDelivery, json.value) : null
  if (parsed?.success) return parsed.data
  throw refusal({
    status: 400,
    code: 'invalid_request',
    message: 'The signature is valid, but the body is not an event. Nothing was done.',
  })
}

export type Webhooks = ReturnType<typeof createWebhooks>

/**
 * @param secret null: webhooks are not configured, and `receive` throws 404
 * @param workspaces of the configuration. An event does not name its workspace, so each workspace has its own address
 */
export function createWebhooks(deps: {
  secret: string | null
  workspaces: readonly Workspace[]
  changeLog: ChangeLog
  registry: Registry
  liveCalls: LiveCalls
  conversations: Conversations
  placedCalls: PlacedCalls
  observedCalls: Pick<ObservedCalls, 'addEvent'>
  /** Gets the ids of a call of which an event says that it ended. */
  onCallEnded: (ids: Record<string, string>) => void
  counts: DeliveryCounts
  driftLog: Pick<ServiceDriftLog, 'observeEvent'>
  cluster: Channel
  clock: Clock
}) {
  const { secret, workspaces, changeLog, registry, liveCalls, conversations, placedCalls, observedCalls, counts } = deps
  const { driftLog, cluster, clock } = deps
  const onlyWorkspace = workspaces.length === 1 ? (workspaces[0]?.id ?? null) : null

  /** Records what an event names. */
  async function recordNamed(
    announcement: Announcement,
    ids: Record<string, string>,
    workspace: string | null,
  ): Promise<void> {
    const { event, data } = announcement
    if (workspace === null && !('id' in data)) counts.count('unplaced')
    if ('id' in data) {
      const kind = event.startsWith('agent.') ? 'agent' : 'flow'
      const id = ids[`${kind}Id`]
      if (id) await registry.recordAnnounced([{ kind, id, title: data.name || id, note: '', digits: '' }], [])
    }
    if ('conversationId' in data && ids.conversationId && workspace !== null)
      await conversations.track(workspace, [ids.conversationId])
    if (!('callId' in data)) return
    const { roomName, batchId, agentId, callId } = ids
    const { toNumber } = data
    const agentName = registry.nameOf('agent', agentId ?? null) ?? ''
    const calls: SearchEntry[] = roomName ? [entryOfAnnouncedCall(roomName, toNumber, agentName)] : []
    await registry.recordAnnounced(calls, batchId ? [{ batchId, agentId: agentId ?? null, workspace }] : [])
    if (event !== 'call.started') {
      observedCalls.addEvent(announcement, workspace)
      deps.onCallEnded(ids)
      return roomName ? liveCalls.onCallEnded(roomName) : undefined
    }
    if (roomName && workspace !== null)
      liveCalls.onCallStarted({ roomName, phone: toNumber, agent: agentName }, batchId ?? null, workspace)
    if (agentId && callId) await placedCalls.onCallStarted({ agentId, toNumber, callId, roomName: roomName ?? '' })
  }

  return {
    /**
     * Accepts an event. Repeated, late and reordered events do no harm; unknown kinds and values are ignored.
     *
     * @param body the bytes as received
     * @param named the workspace in the address. If there are several and none is named, things that belong to a workspace are read again
     *   but not recorded
     * @throws Refusal 404 without a secret, 401 when the signature does not match, 400 for an invalid event or an unknown workspace
     */
    async receive(body: Uint8Array, signature: string | undefined, named?: string): Promise<void> {
      if (secret === null) throw notFound()
      // guard: event-is-signed
      if (!isSigned(secret, body, signature)) {
        counts.count('refused')
        throw refusal({
          status: 401,
          code: 'bad_signature',
          message: 'The signature does not match this body and the webhook secret. Nothing was done.',
        })
      }
      if (named !== undefined && !workspaces.some(({ id }) => id === named)) throw workspaceNotConfigured()
      const { event, data } = parseDelivery(body)
      const workspace = /* guard: event-has-its-workspace */ named ?? onlyWorkspace
      const known = isWebhookEvent(event)
      counts.count(wordOf(known ? event : 'other'))
      if (!known) return driftLog.observeEvent(event, data)
      const announced = { event, data: z.parse(webhookData[event], data) } as Announcement
      const ids = idsOf(announced)
      changeLog.record(event, ids, clock.steady())
      cluster.publish('serviceEvent', { event, ids, at: clock.now() })
      await recordNamed(announced, ids, workspace)
      driftLog.observeEvent(event, data)
    },

    /** The deliveries of the last hour at all gateways. @param address the address of this Switchboard's webhook endpoint */
    async show(address: string): Promise<Arrived> {
      const { lastHour, last } = await counts.read()
      const count = (word: string) => lastHour.get(word) ?? 0
      return {
        addresses: workspaces.map(({ id, name }) => ({
          workspace: name,
          address: onlyWorkspace === null ? `${address}?workspace=${id}` : address,
        })),
        configured: secret !== null,
        last,
        lastHour: [...lastHour]
          .map(([word, count]) => ({ event: eventIn(word), count }))
          .filter((one): one is { event: string; count: number } => one.event !== null)
          .toSorted((a, b) => b.count - a.count || a.event.localeCompare(b.event)),
        refused: count('refused'),
        unplaced: count('unplaced'),
      }
    },
  }
}
