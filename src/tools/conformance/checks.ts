/**
 * The checks of every run: each read, which also collects IDs for later checks, and each request that an endpoint has to refuse in the
 * documented form (specification 5 and 7, interface 6), without any effect.
 */
import { headers, type ServiceEndpointName } from '#contract/index.ts'
import {
  type Check,
  createCheck,
  endpointNames,
  endpointOf,
  idOf,
  knownPath,
  parametersOf,
  pathOf,
  type Run,
  recordsOf,
  send,
  unknownId,
} from './check.ts'
import type { Exchange, Outgoing } from './client.ts'
import { absent, type Expected, fieldsOf, readAnswer, refusal, success, template, unchecked } from './judge.ts'

/** A valid file with one row and a fictional number. */
const validFile = 'phone_number,first_name\n+14155550134,Dana\n'

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

const invalidRequest = refusal(400, 'invalid_request')
const unauthorized = refusal(401, 'unauthorized')
const noWorkspace = refusal(400, 'workspace_required')
const unsupportedType = refusal(400, 'unsupported_media_type')
/** The interface says only of the embedded service that it insists on JSON. No document demands it of another. */
const unsupportedTypeIfEmbedded: Expected = {
  words: unsupportedType.words,
  find: (exchange, endpoint) =>
    exchange.headers.has(headers.simulation) ? unsupportedType.find(exchange, endpoint) : [],
}

/**
 * Valid bodies about records that do not exist: even if a service accepts one, nobody is called and nothing is sent or changed. Endpoints
 * that are not listed get `{}`, from which no record can be created.
 */
const harmlessBodies: Partial<Record<ServiceEndpointName, unknown>> = {
  agentUpdate: { name: 'Nobody' },
  flowUpdate: { name: 'Nobody' },
  callSend: { agentId: unknownId('agentId'), toNumber: 'no-number' },
  messageAction: { metadata: { action: 'Reject' } },
  activeCallTakeOver: { participantIdentity: 'nobody' },
  messagingAgentReplace: { name: 'Nobody' },
  messageFlowReplace: { name: 'Nobody' },
}

function createHarmlessRequest(name: ServiceEndpointName): Outgoing {
  const endpoint = endpointOf(name)
  const path = pathOf(name, Object.fromEntries(parametersOf(endpoint).map((one) => [one, unknownId(one)])))
  const request = { method: endpoint.method, path }
  if (endpoint.upload === undefined) return { ...request, body: endpoint.body && (harmlessBodies[name] ?? {}) }
  // The file has no rows, and the agent does not exist.
  const start = { file: 'phone_number\n', fields: { agentId: unknownId('agentId') } }
  return { ...request, upload: name === 'batchStart' ? start : { file: validFile, fields: {} } }
}

/** What an endpoint may have to refuse: whether it has to, the words, their section, the refusal, and what is wrong in the request. */
type Row = [boolean, string, string, Expected, Partial<Outgoing>]

const withHeader = (header: string, value: string | null) => ({ headers: { [header]: value } })

function refusalChecksOf(name: ServiceEndpointName, foreignWorkspace: string | undefined): Check[] {
  const endpoint = endpointOf(name)
  const { path, workspace, section, upload, body, errorForm } = endpoint
  const request = createHarmlessRequest(name)
  const isOfAll = request.path === path
  const isJson = body !== undefined && errorForm === 'general'
  const query = (endpoint.query as { _zod: { def: { shape?: object } } } | undefined)?._zod.def.shape ?? {}
  // Interface 7 gives the list of conversations no pages. The embedded service's are an addition that no other service has to have.
  const hasLimit = 'limit' in query && isOfAll && name !== 'conversationList'
  const foreign = withHeader(headers.workspace, foreignWorkspace ?? '')
  const json = { upload: undefined, body: {} }
  const text = withHeader('content-type', 'text/plain')
  const rows: Row[] = [
    [true, 'a request without a key', 'specification 5', unauthorized, withHeader(headers.apiKey, null)],
    [true, 'an unknown key', 'specification 5', unauthorized, withHeader(headers.apiKey, 'nobody-has-this-key')],
    [workspace, 'a missing workspace', 'interface 6', noWorkspace, withHeader(headers.workspace, null)],
    [workspace, 'another workspace', 'interface 6', refusal(403, 'forbidden'), foreign],
    [!isOfAll, 'an unknown ID', 'specification 7', refusal(404, 'not_found'), {}],
    [hasLimit, 'an invalid limit', 'interface 3', invalidRequest, { path: `${path}?limit=0` }],
    [upload !== undefined, 'an upload that is not multipart', 'interface 4', unsupportedType, json],
    [isJson, 'a body that is not JSON', 'interface 6', unsupportedTypeIfEmbedded, text],
    [isJson && isOfAll, 'a body without the required fields', section, invalidRequest, {}],
  ]
  return rows.flatMap(([isDemanded, what, section, expected, changes]) => {
    const run: Check['run'] = (run) =>
      changes === foreign && foreignWorkspace === undefined
        ? Promise.resolve(unchecked('needs --foreign-workspace'))
        : send(run, { ...request, ...changes }, expected)
    return isDemanded ? [createCheck(name, `refuses ${what}`, 1, run, section)] : []
  })
}

/**
 * The checks of refusals for the endpoints that this run may request.
 *
 * @param hasEffects whether endpoints that change something may be requested, even with requests that they must refuse
 */
export const refusalChecks = (hasEffects: boolean, foreignWorkspace: string | undefined): Check[] =>
  endpointNames
    .filter((name) => hasEffects || endpointOf(name).effect === null)
    .flatMap((name) => refusalChecksOf(name, foreignWorkspace))
