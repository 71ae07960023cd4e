/** What a run with effects has created, whichever check did it, and how all of it is removed again. */
import { Message, needsReview, type ServiceEndpointName } from '#contract/index.ts'
import { endpointOfRequest } from '#server/gateway/upstream/endpoint-of-request.ts'
import { endpointOf, idOf, type Kind, kinds, parametersOf, pathOf, type Records, type Run, recordsOf } from './check.ts'
import type { Exchange, Outgoing } from './client.ts'
import { absent, fieldsOf, judge, type Outcome, readAnswer, success, unchecked, wrong } from './judge.ts'

type Fields = Record<string, unknown>

/** The kind and the ID of what a creation made, by its answer. */
const creations: Partial<Record<ServiceEndpointName, (answer: Fields) => [Kind | 'permanent', ...unknown[]]>> = {
  agentCreate: ({ id }) => ['agent', id],
  flowCreate: ({ id }) => ['flow', id],
  batchStart: ({ batchId }) => ['batch', batchId],
  callSend: ({ roomName }) => ['call', roomName],
  messageGenerate: ({ conversation_id, message_id }) => ['draft', conversation_id, message_id],
  // Sent only in a form that the service has to refuse. One that accepts it has created a record.
  messagingAgentCreate: ({ _id }) => ['permanent', _id],
  messagingAgentReplace: ({ _id }) => ['permanent', _id],
  messageFlowCreate: ({ _id }) => ['permanent', _id],
  messageFlowReplace: ({ _id }) => ['permanent', _id],
}

/** @returns whether the answer names a new record; false also if it names one of others */
function addCreated({ made, permanent, foreignIds }: Records, name: ServiceEndpointName, answer: Fields): boolean {
  const [kind, ...values] = creations[name]?.(answer) ?? []
  const ids = values.map(idOf)
  if (kind === undefined || ids.some((id) => id === undefined || foreignIds.has(id))) return false
  const id = ids.join('/')
  if (kind === 'permanent') permanent.add(`${name} created ${id}, which the interface cannot delete`)
  else made[kind].add(id)
  return true
}

/**
 * Tracks what a request created, whichever check sent it: also a bad request that the service should have refused, and one that failed or
 * was not answered.
 */
export function trackExchange(records: Records, exchange: Exchange): void {
  const addressed = endpointOfRequest(exchange.outgoing)
  if (addressed === undefined) return
  const { name, endpoint } = addressed
  const isAccepted = exchange.status >= 200 && exchange.status < 300
  if (endpoint.effect === null) {
    const own = Object.values(records.made)
    if (isAccepted && !endpoint.path.includes('{'))
      for (const { id, _id, roomName } of recordsOf(readAnswer(exchange)))
        for (const known of [id, _id, roomName].map(idOf))
          if (known !== undefined && !own.some((ids) => ids.has(known))) records.foreignIds.add(known)
    return
  }
  if (creations[name] === undefined) return
  // A service can fail after it has created the record.
  const isFailed = exchange.status === 0 || exchange.status >= 500
  if (isFailed || (isAccepted && !addCreated(records, name, fieldsOf(readAnswer(exchange)))))
    records.unknownOutcomes.add(name)
}

interface Removal {
  by: ServiceEndpointName
  body?: unknown
  /** Reads the record. */
  show: ServiceEndpointName
  /** Whether it needs no removal any more, although it still exists. */
  isOver?: (answer: Fields, id: string) => boolean
}
export const removals: Record<Kind, Removal> = {
  draft: {
    by: 'messageAction',
    body: { metadata: { action: 'Reject' } },
    show: 'conversationShow',
    isOver: ({ messages }, id) =>
      !(Array.isArray(messages) ? messages : [])
        .map((message) => Message.parse(message))
        .some((message) => id.endsWith(`/${message._id}`) && needsReview(message)),
  },
  batch: {
    by: 'batchCancel',
    show: 'batchShow',
    isOver: ({ status, isComplete }) => status === 'cancelled' || isComplete === true,
  },
  call: { by: 'activeCallEnd', show: 'activeCallShow' },
  flow: { by: 'flowDelete', show: 'flowShow' },
  agent: { by: 'agentDelete', show: 'agentShow' },
}

/** The requests that remove a record and that show it. */
export function requestsAbout(kind: Kind, id: string): { remove: Outgoing; read: Outgoing } {
  const { by, body, show } = removals[kind]
  const values = id.split('/')
  const to = (name: ServiceEndpointName): Outgoing => {
    const ids = parametersOf(endpointOf(name)).map((parameter, i) => [parameter, values[i] ?? ''])
    return { method: endpointOf(name).method, path: pathOf(name, Object.fromEntries(ids)) }
  }
  return { remove: { ...to(by), body }, read: to(show) }
}

/** Removes a record of this run and reads it, also after the run was stopped. It stays among the records if it is still there. */
export async function remove(run: Run, kind: Kind, id: string): Promise<Outcome> {
  const { client, mask, records, absentCapabilities } = run
  const { remove, read } = requestsAbout(kind, id)
  const { isOver = () => false } = removals[kind]
  const canRemove = kind !== 'call' || !absentCapabilities.has('active-calls')
  const removed = canRemove ? await client.sendAnyway(remove) : null
  const after = await client.sendAnyway(read)
  const isGone = after.status === 404 || (after.status === 200 && isOver(fieldsOf(readAnswer(after)), id))
  if (isGone) records.made[kind].delete(id)
  if (removed === null) return absent
  // A call ends by itself too, and its room is then unknown (interface 6).
  if (kind === 'call' && isGone && removed.status === 404) return unchecked('the call ended before this run ended it')
  const { words, find } = success()
  const remains = isGone ? [] : [wrong('', 'the record is still there')]
  return judge(removed, { words, find: (...given) => [...find(...given), ...remains] }, mask)
}

/** Removes the records of this run that still exist. @returns a line for each thing that could not be removed */
export async function cleanUp(run: Run): Promise<string[]> {
  const { made, permanent, unknownOutcomes, label } = run.records
  const left: string[] = []
  const search = new URLSearchParams({ search: label }).toString()
  for (const command of unknownOutcomes) {
    const kind = command === 'agentCreate' ? 'agent' : command === 'flowCreate' ? 'flow' : null
    // A creation without an answer may have made a record. Find it by its name.
    const path = kind && `${pathOf(`${kind}List`)}?${search}`
    const listed = path && (await run.client.sendAnyway({ method: 'GET', path }))
    if (!listed || listed.status !== 200)
      left.push(`${command} was sent, but its answer does not say whether it was done. It may have had an effect.`)
    else
      for (const { name, id } of recordsOf(readAnswer(listed)))
        if (kind && name === label && idOf(id) !== undefined) made[kind].add(String(id))
  }
  for (const kind of kinds)
    for (const id of made[kind]) {
      const { sent, received } = await remove(run, kind, id)
      if (made[kind].has(id))
        left.push(`the ${kind} ${id}${sent === '' ? ', until someone hangs up' : `, after ${sent}: ${received}`}`)
    }
  return [...left, ...permanent]
}
