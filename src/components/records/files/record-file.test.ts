import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Agent, Flow, MessageFlow, MessagingAgent } from '#contract/index.ts'
import { bodyToCreate, type PlannedRecord, planOf, type RecordFile, recordFileText } from './record-file.ts'

const nobody = new Map<string, string>()
const planned = (text: string, usedNumbers = nobody): PlannedRecord[] => {
  const plan = planOf(text, usedNumbers)
  if (!plan.ok) throw new Error(plan.problem)
  return plan.records
}

/** Creates the records as a service would: with an ID, a status and times of its own. */
function createAll(records: readonly PlannedRecord[]) {
  const ids = new Map<string, string>()
  return records.map((record, index) => {
    const id = `new-${index}`
    const body = bodyToCreate(record, ids)
    ids.set(record.key, id)
    return { id, body }
  })
}

/** JSON has no negative zero. */
const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

const word = fc.stringMatching(/^[a-z]{1,8}$/)
const unknownFields = fc.dictionary(fc.stringMatching(/^x[a-z]{1,6}$/), fc.jsonValue(), { maxKeys: 3 })
const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' }
const unit = fc.double({ min: 0, max: 1, noNaN: true })

const agents = fc.array(
  fc.record({
    name: word,
    model: word,
    voice: fc.tuple(unknownFields, word, word).map(([other, provider, voiceId]) => ({ ...other, provider, voiceId })),
    personality: word,
    phoneNumber: fc.constantFrom(null, '+14155550134'),
    settings: fc
      .tuple(unknownFields, unit, unit, unit)
      .map(([other, speed, volume, temperature]) => ({ ...other, speed, volume, temperature })),
    status: fc.constantFrom('ready', 'pending', 'odd'),
  }),
  { minLength: 1, maxLength: 4 },
)
const graph = fc
  .tuple(unknownFields, fc.array(fc.tuple(word, word, unknownFields), { maxLength: 4 }))
  .map(([other, steps]) => ({
    ...other,
    nodes: steps.map(([id, type, data]) => ({
      id,
      type,
      data,
      ...(id.length > 4 ? { position: { x: 1, y: 2 } } : {}),
    })),
    edges: steps.slice(1).map(([id], index) => ({ id: `e${index}`, source: id, target: id, data: { label: 'Yes' } })),
  }))
const flows = fc.array(
  fc.record({
    name: word,
    description: word,
    direction: fc.constantFrom('inbound', 'outbound', 'bidirectional'),
    agent: fc.nat(3),
    promptType: fc.constantFrom('simple', 'flow'),
    prompt: word,
    flowData: graph,
    rules: fc.array(fc.record({ id: word, when: word, then: word, value: word, extra: fc.jsonValue() }), {
      maxLength: 3,
    }),
    isActive: fc.boolean(),
    welcomeMessage: fc.constantFrom('user_initiated', 'ai_dynamic', 'ai_custom'),
    customWelcomeMessage: word,
    settings: unknownFields,
  }),
  { maxLength: 4 },
)

describe('records in a file', () => {
  it('are the same after an export and an import, but for what the service owns, and flows are inactive', () => {
    fc.assert(
      fc.property(agents, flows, (agentFields, flowFields) => {
        const agentRecords = agentFields.map((fields, index) => Agent.parse({ ...fields, id: `a${index}`, ...times }))
        const flowRecords = flowFields.map(({ agent, ...fields }, index) =>
          Flow.parse({
            ...fields,
            agentId: agent < agentRecords.length ? `a${agent}` : null,
            id: `f${index}`,
            ...times,
          }),
        )
        const file: Partial<RecordFile> = { agents: agentRecords, flows: flowRecords }
        const records = planned(recordFileText(file, 0))
        expect(records.map(({ problem }) => problem)).toEqual(records.map(() => ''))
        const created = createAll(records)
        for (const [index, agent] of agentRecords.entries()) {
          const { id: _, status: __, createdAt: ___, updatedAt: ____, phoneNumber, ...rest } = agent
          expect(created[index]?.body).toEqual({ ...asJson(rest), ...(phoneNumber === null ? {} : { phoneNumber }) })
        }
        for (const [index, flow] of flowRecords.entries()) {
          const { id: _, createdAt: __, updatedAt: ___, agentId, ...rest } = flow
          const newAgentId = agentId === null ? undefined : created[Number(agentId.slice(1))]?.id
          expect(created[agentRecords.length + index]?.body).toEqual({
            ...asJson(rest),
            isActive: false,
            ...(newAgentId === undefined ? {} : { agentId: newAgentId }),
          })
        }
      }),
    )
  })

  it('keep the unknown fields of messaging agents and message flows, and map the agent', () => {
    const agent = MessagingAgent.parse({
      _id: 'm1',
      name: 'Willa',
      messageChannel: 'sms',
      team: 'renewals',
      settings: { signature: 'W' },
    })
    const flow = MessageFlow.parse({
      _id: 'mf1',
      name: 'Replies',
      agent: 'm1',
      isActive: true,
      tone: 'warm',
      autopilot: true,
      direction: 'outbound',
    })
    const records = planned(recordFileText({ messageFlows: [flow], messagingAgents: [agent] }, 0))
    const [newAgent, newFlow] = createAll(records)
    expect(newAgent?.body).toMatchObject({ name: 'Willa', team: 'renewals', settings: { signature: 'W' } })
    expect(newAgent?.body).not.toHaveProperty('_id')
    expect(newFlow?.body).toMatchObject({ agent: newAgent?.id, tone: 'warm', autopilot: false, isActive: false })
    expect(records[1]?.notes).toEqual([
      'Created inactive. You can activate it on its page, with “Edit”.',
      'Created with autopilot off. You can turn it on on the flow’s page.',
    ])
  })

  it('say what will differ from the file', () => {
    const agent = Agent.parse({
      id: 'a',
      name: 'Nora',
      model: 'm',
      voice: { provider: 'p', voiceId: 'v' },
      phoneNumber: '+14155550134',
      team: 'x',
    })
    const flow = Flow.parse({
      id: 'f',
      name: 'Renewal',
      agentId: 'elsewhere',
      direction: 'outbound',
      promptType: 'flow',
      welcomeMessage: 'ai_dynamic',
    })
    const records = planned(recordFileText({ agents: [agent], flows: [flow] }, 0), new Map([['+14155550134', 'Miles']]))
    expect(records[0]?.body).not.toHaveProperty('phoneNumber')
    expect(records.map(({ notes }) => notes)).toEqual([
      [
        'Created without a phone number, because “Miles” has +14155550134.',
        'Created without team, which the service does not accept for a new record.',
      ],
      [
        'Created inactive. You can activate it on its page, with “Edit”.',
        'Created without an agent, because the file does not have its agent.',
      ],
    ])
  })

  it('have a problem if the service would refuse them', () => {
    const text = JSON.stringify({
      format: 'switchboard-records',
      version: 1,
      agents: [{ id: 'a', name: 'Nora' }, 7],
      flows: [{ name: 'X', direction: 'sideways' }],
    })
    expect(planned(text).map(({ problem }) => problem)).toEqual([
      'The service would refuse it because of: model and voice.',
      'This entry of the file is not a record.',
      'The service would refuse it because of: direction.',
    ])
  })

  it.each([
    ['a table', 'name,number\nAnna,1', 'This is not a JSON file'],
    ['a file that was cut off', '{"format":"switchboard-records","version":1,"agents":[', 'This is not a JSON file'],
    ['other JSON', '{"agents":[]}', 'was not exported by Switchboard'],
    ['null', 'null', 'was not exported by Switchboard'],
    ['a later version', '{"format":"switchboard-records","version":2}', 'has the version 2'],
    ['a list that is none', '{"format":"switchboard-records","version":1,"flows":{}}', '“flows” is not a list'],
    ['a file without records', '{"format":"switchboard-records","version":1}', 'has no records'],
  ])('cannot be read from %s', (_, text, problem) => {
    expect(planOf(text, nobody)).toEqual({ ok: false, problem: expect.stringContaining(problem) })
  })

  it('are read from any text without an error', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(planOf(text, nobody).ok).toBe(false)
      }),
    )
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (flowsOfFile) => {
        const text = JSON.stringify({ format: 'switchboard-records', version: 1, flows: flowsOfFile })
        expect(planOf(text, nobody).ok).toBe(flowsOfFile.length > 0)
      }),
    )
  })
})
