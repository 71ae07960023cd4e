import { expect, it } from 'vitest'
import { endpointOfRequest } from '#server/gateway/upstream/endpoint-of-request.ts'
import { compareWithEarlier, forgetChanged, type SeenRecords } from './consistency.ts'

const addressedBy = (method: string, path: string) => {
  const addressed = endpointOfRequest({ method, path })
  if (addressed === undefined) throw new Error(`${method} ${path} is no endpoint.`)
  return addressed
}
/** Answers of one run, compared in turn. @returns the fields that contradict an earlier answer */
const compareAll = (...answers: [method: string, path: string, answer: Record<string, unknown>][]) => {
  const records: SeenRecords = new Map()
  return answers.flatMap(([method, path, answer]) => {
    const addressed = addressedBy(method, path)
    forgetChanged(records, addressed, answer)
    return compareWithEarlier(records, addressed, answer).map(({ field }) => field)
  })
}
const id = 'a'.repeat(24)
const agentPath = `/api/v1/agents/${id}`
const agent = { id, name: 'Ann', personality: 'Calm.', status: 'pending' }

it.each([
  ['no time of change', {}],
  ['the same second', { updatedAt: '2026-11-26T10:00:00Z' }],
])('does not take its own change for a contradiction: %s', (_, time) => {
  const changed = { ...agent, personality: 'Lively.', ...time }
  expect(
    compareAll(
      ['POST', '/api/v1/agents', { ...agent, ...time }],
      ['PATCH', agentPath, changed],
      ['GET', agentPath, changed],
    ),
  ).toEqual([])
})

it('finds a contradiction between two reads without a change, but not in a status that goes on by itself', () => {
  const other = { ...agent, name: 'Bob', status: 'ready' }
  expect(compareAll(['GET', agentPath, agent], ['GET', agentPath, other])).toEqual(['name'])
})

it('does not compare a record that tells its version with one that does not', () => {
  const later = { ...agent, name: 'Bob', updatedAt: '2026-11-26T10:00:00Z' }
  expect(compareAll(['GET', agentPath, agent], ['GET', agentPath, later])).toEqual([])
})

it('compares the agent in the answer of Send Call with any version', () => {
  const call = { callId: 'abcdefghij', agent: { id, name: 'Bob' } }
  const listed = { agents: [{ ...agent, updatedAt: '2026-11-26T10:00:00Z' }] }
  expect(compareAll(['GET', '/api/v1/agents', listed], ['POST', '/api/v1/calls/call', call])).toEqual(['agent.name'])
})

it('forgets a conversation to which the service added a message that was asked for', () => {
  const path = `/v1/api/conversations/${id}`
  const generated = { conversation_id: id, message_id: 'm2' }
  expect(
    compareAll(
      ['GET', path, { _id: id, messages: [] }],
      ['POST', '/v1/api/conversations/message/generate', generated],
      ['GET', path, { _id: id, messages: [{ _id: 'm2' }] }],
    ),
  ).toEqual([])
})

const roomName = `${id}-abcdefghij`
const person = (identity: string, joinedAt: string) => ({ identity, isAgent: identity === 'agent', joinedAt })
const [agentPerson, customer] = [person('agent', '2026-11-26T10:00:00Z'), person('customer', '2026-11-26T10:00:04Z')]
it.each([
  ['nothing, when a colleague takes over from the agent', [customer, person('Kim', '2026-11-26T10:01:00Z')], []],
  ['another name', [person('other', agentPerson.joinedAt), customer], ['data[].participants']],
  ['another time', [person('agent', '2026-11-26T10:00:01Z'), customer], ['data[].participants']],
])('finds of the people in a call %s', (_, participants, expected) => {
  expect(
    compareAll(
      ['GET', `/v2/api/active-calls/${roomName}`, { roomName, participants: [agentPerson, customer] }],
      ['GET', '/v2/api/active-calls', { data: [{ roomName, participants }] }],
    ),
  ).toEqual(expected)
})
