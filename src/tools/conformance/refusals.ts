/** Checks that every endpoint refuses invalid requests in the documented form (specification 5 and 7, interface 6), without any effect. */
import { headers, type ServiceEndpointName } from '#contract/index.ts'
import { type Check, createCheck, endpointNames, endpointOf, parametersOf, pathOf, send, unknownId } from './check.ts'
import type { Outgoing } from './client.ts'
import { type Expected, refusal, unchecked } from './judge.ts'
import { validFile } from './reads.ts'

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

/** What an endpoint has to refuse: whether it has to, the name of the check, its section, the refusal, and what is wrong in the request. */
type Row = [boolean, string, string, Expected, Partial<Outgoing>]

function refusalChecksOf(name: ServiceEndpointName, foreignWorkspace: string | undefined): Check[] {
  const endpoint = endpointOf(name)
  const request = createHarmlessRequest(name)
  const hasParameters = request.path !== endpoint.path
  const hasJsonBody = endpoint.body !== undefined && endpoint.errorForm === 'general'
  const query = (endpoint.query as { _zod: { def: { shape?: object } } } | undefined)?._zod.def.shape
  // Interface 7 gives the list of conversations no pages. The embedded service's are an addition that no other service has to have.
  const hasLimit = query !== undefined && 'limit' in query && name !== 'conversationList'
  const withHeader = (header: string, value: string | null) => ({ headers: { [header]: value } })
  const otherWorkspace = withHeader(headers.workspace, foreignWorkspace ?? '')
  const rows: Row[] = [
    [true, 'a request without a key', 'specification 5', unauthorized, withHeader(headers.apiKey, null)],
    [true, 'an unknown key', 'specification 5', unauthorized, withHeader(headers.apiKey, 'nobody-has-this-key')],
    [
      endpoint.workspace,
      'a request without a workspace',
      'interface 6',
      noWorkspace,
      withHeader(headers.workspace, null),
    ],
    [endpoint.workspace, 'another workspace', 'interface 6', refusal(403, 'forbidden'), otherWorkspace],
    [hasParameters, 'an unknown ID', 'specification 7', refusal(404, 'not_found'), {}],
    [
      hasLimit && !hasParameters,
      'an invalid limit',
      'interface 3',
      invalidRequest,
      { path: `${request.path}?limit=0` },
    ],
    [
      endpoint.upload !== undefined,
      'an upload that is not multipart',
      'interface 4',
      unsupportedType,
      { upload: undefined, body: {} },
    ],
    [
      hasJsonBody,
      'a body that is not JSON',
      'interface 6',
      unsupportedTypeIfEmbedded,
      withHeader('content-type', 'text/plain'),
    ],
    [hasJsonBody && !hasParameters, 'a body without the required fields', endpoint.section, invalidRequest, {}],
  ]
  return rows
    .filter(([isDemanded]) => isDemanded)
    .map(([, what, section, expected, changes]) =>
      createCheck(
        name,
        `refuses ${what}`,
        1,
        (run) =>
          changes === otherWorkspace && foreignWorkspace === undefined
            ? Promise.resolve(unchecked('needs --foreign-workspace'))
            : send(run, { ...request, ...changes }, expected),
        section,
      ),
    )
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
