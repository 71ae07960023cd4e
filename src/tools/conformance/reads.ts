/** Checks the endpoints that change nothing, and collects IDs from their answers for later checks. */
import type { ServiceEndpointName } from '#contract/index.ts'
import {
  type Check,
  createCheck,
  endpointNames,
  endpointOf,
  idOf,
  knownPath,
  type Run,
  recordsOf,
  send,
} from './check.ts'
import type { Exchange } from './client.ts'
import { absent, fieldsOf, readAnswer, success, template, unchecked } from './judge.ts'

/** A valid file with one row and a fictional number. */
export const validFile = 'phone_number,first_name\n+14155550134,Dana\n'

/** The IDs that a list provides for later checks. */
const idsFrom: Partial<Record<ServiceEndpointName, (records: Record<string, unknown>[]) => Record<string, unknown>>> = {
  agentList: ([first]) => ({ agentId: first?.id }),
  flowList: ([first]) => ({ flowId: first?.id }),
  conversationList: ([first]) => ({ conversationId: first?._id }),
  messagingAgentList: ([first]) => ({ messagingAgentId: first?._id }),
  messageFlowList: ([first]) => ({ messageFlowId: first?._id }),
  // A call that someone has answered has all fields.
  activeCallList: (calls) => ({ roomName: (calls.find((call) => Boolean(call.lastMessage)) ?? calls[0])?.roomName }),
  batchCallList: (calls) => ({ jobId: (calls.find(({ status }) => status === 'completed') ?? calls[0])?.jobId }),
  callHistory: (calls) => ({ batchId: calls.find(({ batchId }) => idOf(batchId) !== undefined)?.batchId }),
}

function rememberIds({ knownIds }: Run, name: ServiceEndpointName, exchange: Exchange): void {
  const ids = exchange.status === 200 ? idsFrom[name]?.(recordsOf(readAnswer(exchange))) : undefined
  for (const [parameter, value] of Object.entries(ids ?? {})) {
    const id = idOf(value)
    if (id !== undefined && !knownIds.has(parameter)) knownIds.set(parameter, id)
  }
}

const createReadCheck = (name: ServiceEndpointName): Check =>
  createCheck(name, 'answers as documented', 1, async (run) => {
    const { method, upload, response, extension, path: pattern } = endpointOf(name)
    const known = knownPath(run, name)
    if ('needs' in known) return unchecked(known.needs)
    const outgoing = { method, path: known.path, ...(upload && { upload: { file: validFile, fields: {} } }) }
    const outcome = await send(run, outgoing, response === undefined ? template : success())
    const { status } = outcome.exchange
    if (extension !== undefined && !pattern.includes('{') && [404, 405, 501].includes(status)) {
      run.absentCapabilities.add(extension)
      return absent
    }
    rememberIds(run, name, outcome.exchange)
    // A call ends by itself too, and its room is then unknown (interface 6).
    return name === 'activeCallShow' && status === 404 ? unchecked('the call ended before it was read') : outcome
  })

/** A call that has just begun has no participants and no transcript yet, whose fields could be compared. */
const talkingWait = { attempts: 20, pauseMs: 1_000 }
const hasPeopleTalking = (answer: unknown) =>
  ['participants', 'transcript'].every((field) => recordsOf(fieldsOf(answer)[field]).length > 0)

/** Reads a call in progress: one that this run placed, the one given with --room, or one of the list. */
export const liveCallCheck: Check = createCheck('activeCallShow', 'answers as documented', 20, async (run) => {
  const known = knownPath(run, 'activeCallShow')
  if ('needs' in known) return unchecked(known.needs)
  for (let attempt = 1; attempt < talkingWait.attempts; attempt++) {
    const exchange = await run.client.send({ method: 'GET', path: known.path })
    if (exchange.status !== 200 || hasPeopleTalking(readAnswer(exchange))) break
    await run.client.sleep(talkingWait.pauseMs)
  }
  return createReadCheck('activeCallShow').run(run)
})

const readingEndpoints = endpointNames.filter((name) => endpointOf(name).effect === null)
/** The endpoints without path parameters. They are checked first, because they provide IDs. */
const isList = (name: ServiceEndpointName) => endpointOf(name).method === 'GET' && !endpointOf(name).path.includes('{')

export const listChecks: Check[] = readingEndpoints.filter(isList).map(createReadCheck)
export const readChecks: Check[] = [
  liveCallCheck,
  ...readingEndpoints.filter((name) => !isList(name) && name !== 'activeCallShow').map(createReadCheck),
]
