/**
 * The checks that change something (`--effects`), in one round: an agent, a flow, a call, a batch and two messages are created, changed and
 * removed again. Each changes only what this run created.
 */
import type { ServiceEndpointName } from '#contract/index.ts'
import {
  type Check,
  createCheck,
  endpointNames,
  endpointOf,
  idOf,
  type Kind,
  pathOf,
  type Run,
  recordsOf,
  send,
  unknownId,
} from './check.ts'
import { liveCallCheck } from './checks.ts'
import type { Outgoing } from './client.ts'
import { combine, type Expected, fieldsOf, type Outcome, readAnswer, refusal, success, unchecked } from './judge.ts'
import { removals, remove, requestsAbout } from './records.ts'

const read = async (run: Run, path: string) => readAnswer(await run.client.send({ method: 'GET', path }))

/** The agent that places calls: the one given with --agent, otherwise one that is ready and has an active outbound flow. */
async function findCaller(run: Run): Promise<string | undefined> {
  const given = run.options.ids.get('agentId')
  if (given !== undefined) return given
  const agents = recordsOf(await read(run, `${pathOf('agentList')}?limit=100`))
  const flows = recordsOf(await read(run, `${pathOf('flowList')}?limit=100`))
  const canCall = (id: unknown) =>
    flows.some(({ agentId, isActive, direction }) => agentId === id && isActive !== false && direction !== 'inbound')
  const isReady = (status: unknown) => status === 'ready' || status === undefined
  return idOf(
    agents.find(({ id, phoneNumber, status }) => typeof phoneNumber === 'string' && isReady(status) && canCall(id))?.id,
  )
}

/** The flow that drafts messages: a message flow if the service has them, otherwise the flow that this run created. */
async function findDraftingFlow(run: Run): Promise<string | undefined> {
  if (run.absentCapabilities.has('message-flows')) return firstOf(run, 'flow')
  const flows = recordsOf(await read(run, `${pathOf('messageFlowList')}?limit=100`))
  return idOf(flows.find(({ agent, isActive }) => isActive === true && idOf(agent) !== undefined)?._id)
}

const firstOf = ({ records }: Run, kind: Kind): string | undefined => [...records.made[kind]][0]

type Need = Kind | 'number' | 'caller' | 'draftingFlow'
const needsWords: Partial<Record<Need, string>> = {
  number: '--number',
  caller: '--agent with a phone number and an active flow',
  draftingFlow: 'an active message flow that has an agent',
}
const find = async (run: Run, need: Need) => {
  if (need === 'number') return run.options.number
  if (need === 'caller') return findCaller(run)
  return need === 'draftingFlow' ? findDraftingFlow(run) : firstOf(run, need)
}

/** A check that is not carried out if what it needs is not there. @param perform gets what it needs, in the same order */
const step = (
  endpoint: ServiceEndpointName,
  name: string,
  needs: readonly Need[],
  perform: (run: Run, ...given: string[]) => Promise<Outcome>,
): Check =>
  createCheck(endpoint, name, 6, async (run) => {
    const given: string[] = []
    for (const need of needs) {
      const value = await find(run, need)
      if (value === undefined) return unchecked(`needs ${needsWords[need] ?? `a ${need} that this run created`}`)
      given.push(value)
    }
    return perform(run, ...given)
  })

/** A request to an endpoint with its own method. */
const to = (name: ServiceEndpointName, content: Partial<Outgoing>, ids: Record<string, string> = {}): Outgoing => ({
  method: endpointOf(name).method,
  path: pathOf(name, ids),
  ...content,
})

/** Creates or changes a record and reads it, because an answer may say what the service did not keep. */
async function write(run: Run, kind: Kind, outgoing: Outgoing, wanted: Record<string, unknown>): Promise<Outcome> {
  const written = await send(run, outgoing, success(wanted))
  const id = firstOf(run, kind)
  return id === undefined ? written : combine([written, await send(run, requestsAbout(kind, id).read, success(wanted))])
}

const node = (id: string, y: number) => ({ id, type: id, position: { x: 0, y }, data: { label: id } })
const flowData = {
  nodes: [node('start', 0), node('end', 120)],
  edges: [{ id: 'e1', source: 'start', target: 'end', data: {} }],
}
const ruleWhen = (when: string) => [{ id: 'r1', when, then: 'end', value: '' }]

const recordChecks: Check[] = [
  step('agentCreate', 'creates an agent with the fields that were sent', [], async (run) => {
    // Use the model and voice of an existing agent, because the deployment supports these.
    const agentId = run.knownIds.get('agentId')
    const known = agentId === undefined ? {} : fieldsOf(await read(run, pathOf('agentShow', { agentId })))
    const { provider = 'openai', voiceId = 'alloy' } = fieldsOf(known.voice)
    const body = { name: run.records.label, model: known.model ?? 'gpt-4o-mini', voice: { provider, voiceId } }
    return write(run, 'agent', to('agentCreate', { body }), body)
  }),
  step('agentUpdate', 'changes only the fields that were sent', ['agent'], (run, agentId = '') => {
    const body = { personality: 'Changed by a conformance check.' }
    const wanted = { ...body, id: agentId, name: run.records.label }
    return write(run, 'agent', to('agentUpdate', { body }, { agentId }), wanted)
  }),
  step('flowCreate', 'creates a flow with the fields that were sent', [], (run) => {
    const settings = { enableRecording: false }
    const rules = ruleWhen('caller_asks_for_human')
    const body = { name: run.records.label, direction: 'outbound', flowData, rules, settings }
    return write(run, 'flow', to('flowCreate', { body }), body)
  }),
  step('flowUpdate', 'replaces all rules and keeps the other fields', ['flow'], (run, flowId = '') => {
    const body = { rules: ruleWhen('silence') }
    const wanted = { ...body, id: flowId, name: run.records.label, flowData }
    return write(run, 'flow', to('flowUpdate', { body }, { flowId }), wanted)
  }),
]

const sendCall = (run: Run, agentId: string | undefined, toNumber: string | undefined, expected: Expected) =>
  send(run, to('callSend', { body: { agentId, toNumber } }), expected)

const callChecks: Check[] = [
  step('callSend', 'refuses an unknown agent', ['number'], (run, number) =>
    sendCall(run, unknownId('agentId'), number, refusal(404, 'Agent not found')),
  ),
  step('callSend', 'refuses an agent without a number', ['agent', 'number'], (run, agentId, number) =>
    sendCall(run, agentId, number, refusal(400, 'Invalid configuration')),
  ),
  step('callSend', 'refuses a malformed number', ['caller'], (run, agentId) =>
    sendCall(run, agentId, 'no-number', refusal(400, 'invalid_number')),
  ),
  step('callSend', 'starts a call', ['caller', 'number'], async (run, agentId, toNumber) => {
    const wanted = success({ status: 'success', toNumber })
    const { exchange, ...outcome } = await sendCall(run, agentId, toNumber, wanted)
    if (fieldsOf(exchange.json).code === 'concurrency_limit') return unchecked('the concurrency limit was used up')
    const room = firstOf(run, 'call')
    if (room !== undefined) run.knownIds.set('roomName', room)
    return outcome
  }),
  // Replaces the check of the same name that reads the call of somebody else.
  liveCallCheck,
  step('activeCallTakeOver', 'mutes the agent of the call that was started', ['call'], async (run, roomName = '') => {
    const { participants } = fieldsOf(await read(run, pathOf('activeCallShow', { roomName })))
    const people = (Array.isArray(participants) ? participants : []).map(fieldsOf)
    const body = { participantIdentity: people.find(({ isAgent }) => isAgent === true)?.identity }
    if (body.participantIdentity === undefined) return unchecked('the call has no agent to mute, or has ended')
    const muted = await send(run, to('activeCallTakeOver', { body }, { roomName }), success({ success: true }))
    return muted.exchange.status === 404 ? unchecked('the call ended before its agent was muted') : muted
  }),
]

const dayMs = 24 * 60 * 60 * 1000
const start = (agentId: string, file: string) => {
  const scheduledAt = new Date(Date.now() + dayMs).toISOString()
  return to('batchStart', { upload: { file, fields: { agentId, scheduledAt } } })
}
const batchChecks: Check[] = [
  step('batchStart', 'refuses an invalid file', ['caller'], (run, agentId = '') =>
    send(run, start(agentId, 'phone_number\nno-number\n'), refusal(400, 'invalid_request')),
  ),
  step('batchStart', 'starts a batch of one call', ['caller', 'number'], async (run, agentId = '', number) => {
    const started = await send(run, start(agentId, `phone_number\n${number}\n`), success({ totalCalls: 1 }))
    const batchId = firstOf(run, 'batch')
    if (batchId === undefined) return started
    if (!run.knownIds.has('batchId')) run.knownIds.set('batchId', batchId)
    const wanted = success({ status: 'scheduled', isComplete: false, agentId, totalCalls: 1 })
    return combine([started, await send(run, requestsAbout('batch', batchId).read, wanted)])
  }),
]

const editedMessage = 'Written by a conformance check.'
const messageChecks: Check[] = [
  step('messageAction', 'refuses an edit without text', ['draft'], (run, draft = '') =>
    decide(run, draft, { action: 'Edit' }, refusal(400, 'invalid_message')),
  ),
  step('messageAction', 'edits and approves a message once', ['draft', 'number'], async (run, draft = '', number) => {
    // A message is sent only to the number given with --number, whatever conversation the service answered.
    const { customer } = fieldsOf(await read(run, requestsAbout('draft', draft).read.path))
    if (fieldsOf(customer).phone !== number) return unchecked('needs a draft to the number given with --number')
    const edit = { action: 'Edit', editedMessage }
    const outcomes = [await decide(run, draft, edit, expectMessage({ message: editedMessage }))]
    // A deployment may send the message on Edit (interface 5). Then it cannot be approved.
    if (fieldsOf(fieldsOf(outcomes[0]?.exchange.json).message).sent !== true) {
      const approve = { action: 'Approve' }
      outcomes.push(await decide(run, draft, approve, expectMessage({ status: 'approved', sent: true })))
      outcomes.push(await decide(run, draft, approve, refusal(400, 'invalid_state')))
    }
    if (outcomes.every(({ verdict }) => verdict === 'conforms')) run.records.made.draft.delete(draft)
    return combine(outcomes)
  }),
]

const drafts = step(
  'messageGenerate',
  'drafts two messages',
  ['draftingFlow', 'number'],
  async (run, flowId, number) => {
    const outgoing = to('messageGenerate', { body: { flowId, to: number, autopilot: false } })
    const wanted = success({ status: 'success' })
    const outcome = combine([await send(run, outgoing, wanted), await send(run, outgoing, wanted)])
    const [conversationId] = firstOf(run, 'draft')?.split('/') ?? []
    if (conversationId !== undefined) run.knownIds.set('conversationId', conversationId)
    return outcome
  },
)

const expectMessage = (message: Record<string, unknown>) => success({ status: 'success', message })
/** Sends a decision about a draft of this run. */
function decide(run: Run, draft: string, metadata: Record<string, string>, expected: Expected) {
  const [conversationId = '', messageId = ''] = draft.split('/')
  return send(run, to('messageAction', { body: { metadata } }, { conversationId, messageId }), expected)
}

const removes = (kind: Kind) =>
  step(removals[kind].by, `removes the ${kind} that was created`, [kind], (run, id = '') => remove(run, kind, id))

/** Run before anything is read by ID, because they provide IDs. The call is ended at once, because a person may be on the line. */
export const creatingChecks: Check[] = [...recordChecks, ...callChecks, removes('call'), ...batchChecks, drafts]
/** Run last: decide the messages and remove what was created. */
export const endingChecks: Check[] = [...messageChecks, ...(['draft', 'batch', 'flow', 'agent'] as const).map(removes)]

/** The endpoints that change something and that this run does not use, with the reason. */
export const uncheckedCommands = (hasEffects: boolean): Check[] => {
  const reason = hasEffects ? 'is not used, because nothing can delete what it creates' : 'needs --effects'
  const isUnused = (name: ServiceEndpointName) =>
    !hasEffects || /^message(FlowCreate|FlowReplace)$|^messagingAgent/.test(name)
  return endpointNames
    .filter((name) => endpointOf(name).effect !== null && isUnused(name))
    .map((name) => createCheck(name, 'answers as documented', 0, () => Promise.resolve(unchecked(reason))))
}

/** What a run with effects will make, and what of it remains, shown before it starts. */
export const announcement = (number: string | undefined): string[] => [
  'It makes, at this service: 1 agent and 1 flow, changed once each and then deleted,',
  number === undefined
    ? '  no call, no batch and no message, because no --number is given.'
    : `  1 CALL to ${number}, ended by this run if the service supports that,
  1 batch of 1 call to ${number}, scheduled for tomorrow and then cancelled,
  2 drafts to ${number}, if the service supports that: one is edited and SENT, the other rejected.
These remain: the call and the cancelled batch in the history, and the conversation with its messages.`,
  'It also sends requests that the service must refuse. If it accepts one, what it made is removed too.',
]
