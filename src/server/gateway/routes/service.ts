/** The service's endpoints that are open under their own path: a read from a snapshot, a command through the ledger, a check of a file. */

import {
  type BatchCancelled,
  type EndpointDefinition,
  type ServiceEndpointName,
  serviceEndpoints,
} from '#contract/index.ts'
import { type CommandName, isReadName, type ReadName } from '../cache/policy.ts'
import { attentionOf } from '../cache/poller.ts'
import { type Read } from '../cache/read.ts'
import { type Found } from '../cache/snapshots.ts'
import type { GatewayContext } from '../http/context.ts'
import { parseBody, parseParams, parseQuery, parseUpload } from '../http/parse.ts'
import { operatorOf, whoOf, workspaceOf } from '../http/request.ts'
import { sendCancel, sendCommand } from '../ledger/send.ts'
import { afterCancel } from '../registry/batches.ts'
import { notOffered, refusal } from '../shared/refusals.ts'
import { addressOf, parseAnswer } from '../upstream/answers.ts'
import { multipart } from '../upstream/multipart.ts'
import { noAnswer, refusedByService } from '../upstream/refusals.ts'
import type { Parts } from './deps.ts'

/** A snapshot as an answer, with its age. */
export function answer(c: GatewayContext, { snapshot, how }: Found, age: number): Response {
  c.header('age', `${Math.floor(age / 1000)}`)
  c.header(
    'cache-status',
    { hit: 'switchboard; hit', stale: 'switchboard; hit; detail=stale', miss: 'switchboard; fwd=miss' }[how],
  )
  c.header('content-type', snapshot.contentType)
  return c.body(typeof snapshot.body === 'string' ? snapshot.body : new Uint8Array(snapshot.body))
}

const readHandler = (name: ReadName, endpoint: EndpointDefinition, parts: Parts) => async (c: GatewayContext) => {
  const read: Read = {
    name,
    params: parseParams(c.req.param()),
    query: parseQuery(endpoint, new URL(c.req.url).searchParams),
    workspace: endpoint.workspace ? workspaceOf(c, parts) : null,
  }
  const attention = attentionOf(c.req.header('priority'))
  // As of now, not as of a moment ago: before an edit is saved.
  const found: Found = /\bno-cache\b/.test(c.req.header('cache-control') ?? '')
    ? { snapshot: await parts.snapshots.fresh(read, 'reads', whoOf(c)), how: 'miss' }
    : await parts.snapshots.get(read, whoOf(c), attention === 'background')
  if (found.snapshot.refusal) throw refusal(found.snapshot.refusal)
  // Only what there is: who asks for invented ids has them read at their own cost, and once.
  parts.watcher.look(read, attention, operatorOf(c).id)
  if (!endpoint.response) c.header('content-disposition', 'attachment; filename="recipients.csv"')
  return answer(c, found, parts.snapshots.ageOf(found.snapshot))
}

/** Names what a command is done to, in the audit; never what is said in it. */
function idsIn(params: Record<string, string>, body: unknown): Record<string, string> {
  const named = Object.entries((body ?? {}) as Record<string, unknown>)
  const ids = named.filter(
    (entry): entry is [string, string] => entry[0].endsWith('Id') && typeof entry[1] === 'string',
  )
  return { ...Object.fromEntries(ids.filter(([name]) => name !== 'voiceId')), ...params }
}

interface Asked {
  name: CommandName
  params: Record<string, string>
  body?: unknown
  /** The Idempotency-Key as it came. */
  key: string | undefined
}

/**
 * Performs a command of the service for whoever asks.
 *
 * @returns the service's answer
 * @throws Refusal as `Ledger.perform`
 */
export async function perform(c: GatewayContext, parts: Parts, { name, params, body, key }: Asked): Promise<unknown> {
  const workspace = workspaceOf(c, parts)
  const who = whoOf(c)
  const command = { name, params, body, workspace }
  const cancels = name === 'batchCancel'
  const { effect } = serviceEndpoints[name]
  const asked = { name, params, body, workspace: serviceEndpoints[name].workspace ? workspace : null }
  const { ledger, writes } = parts
  try {
    // Cancel goes at once, whatever is known of the one before.
    const earlier = cancels || (await ledger.knows(operatorOf(c), key)) ? null : await writes.readFirst(asked)
    if (earlier) return earlier
    const done = await ledger.perform({
      endpoint: name,
      ids: idsIn(params, body),
      target: effect.target({ params, body }),
      key,
      body: JSON.stringify(body ?? null),
      operator: operatorOf(c),
      always: cancels,
      repeatable: effect.repeatable,
      also: writes.record(asked),
      send: async (effectId) => {
        const outcome = await (cancels
          ? sendCancel(parts, command, who)
          : sendCommand(parts.ask, command, who, parts.clock.now))
        if (outcome.state !== 'unknown' || !outcome.answered) return outcome
        const answer = await writes.readBack(effectId, asked, who)
        return answer ? { state: 'done', answer } : outcome
      },
      ended: (effectId, state) => writes.ended(effectId, asked, state),
    })
    // It is done, whether or not it can be written down.
    const learnt = cancels ? afterCancel((done as BatchCancelled).details) : null
    if (learnt) {
      parts.snapshots.learn('batchProgress', params, learnt)
      await parts.registry.cancelled(params.batchId ?? '', learnt).catch(() => {})
    }
    return done
  } finally {
    parts.snapshots.makeOld(name, params)
  }
}

const commandHandler = (name: CommandName, endpoint: EndpointDefinition, parts: Parts) => async (c: GatewayContext) => {
  const params = parseParams(c.req.param())
  const body = await parseBody(endpoint, c.req.raw)
  return c.json((await perform(c, parts, { name, params, body, key: c.req.header('idempotency-key') })) as object)
}

/** Checks of a file change nothing: no effect, the operators' own lane, never retried. */
const patience = 8_000
const checkHandler = (endpoint: EndpointDefinition, parts: Parts) => async (c: GatewayContext) => {
  const query = parseQuery(endpoint, new URL(c.req.url).searchParams)
  const { file, fields } = await parseUpload(endpoint, c.req.raw)
  const outgoing = {
    kind: 'command',
    method: endpoint.method,
    path: addressOf(endpoint.path, {}, query),
    body: await multipart(fields, file),
    workspace: endpoint.workspace ? workspaceOf(c, parts) : null,
  } as const
  const exchange = await parts.ask(outgoing, 'reads', whoOf(c), patience)
  if (exchange.kind === 'failure') throw noAnswer(exchange)
  if (exchange.status < 200 || exchange.status > 299) throw refusedByService(exchange, parts.clock.now())
  return c.json(parseAnswer(endpoint, exchange.body.toString('utf8')) as object)
}

/** The handler of an endpoint of the service. */
export function serviceHandler(name: ServiceEndpointName, parts: Parts): (c: GatewayContext) => Promise<Response> {
  const endpoint: EndpointDefinition = serviceEndpoints[name]
  const handler = isReadName(name)
    ? readHandler(name, endpoint, parts)
    : endpoint.effect === null
      ? checkHandler(endpoint, parts)
      : commandHandler(name as CommandName, endpoint, parts)
  return async (c) => {
    // guard: only-what-the-service-offers
    if (endpoint.extension && !parts.extensions.mayHave(endpoint.extension)) throw notOffered()
    return handler(c)
  }
}
