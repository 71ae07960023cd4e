/** Checks that every endpoint refuses invalid requests in the documented form (specification 5 and 7, interface 6), without any effect. */
import { headers, type ServiceEndpointName } from '#contract/index.ts'
import { type ExpectedRefusal, type Judgement, judgeRefusal, unchecked } from '../judge/outcome.ts'
import type { Exchange, RequestOptions } from '../run/client.ts'
import { type Check, endpointNames, endpointOf, parametersOf, sendAndJudge, unknownId, unknownPath } from './check.ts'
import { validFile } from './reads.ts'

const invalidRequest: ExpectedRefusal = { status: 400, form: 'general', code: 'invalid_request' }
const unauthorized: ExpectedRefusal = { status: 401, form: 'general', code: 'unauthorized' }
const notFound: ExpectedRefusal = { status: 404, form: 'general', code: 'not_found' }

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

function createHarmlessRequest(name: ServiceEndpointName): RequestOptions {
  const endpoint = endpointOf(name)
  const { method } = endpoint
  const path = unknownPath(endpoint)
  if (endpoint.upload !== undefined) {
    // The file has no rows, and the agent does not exist.
    const start = { file: 'phone_number\n', fields: { agentId: unknownId('agentId') } }
    return { method, path, upload: name === 'batchStart' ? start : { file: validFile, fields: {} } }
  }
  return { method, path, ...(endpoint.body !== undefined && { body: harmlessBodies[name] ?? {} }) }
}

const createRefusalCheck =
  (name: ServiceEndpointName) =>
  (
    checkName: string,
    section: string,
    expected: ExpectedRefusal,
    changes: Partial<RequestOptions> = {},
    isDemanded: (exchange: Exchange) => boolean = () => true,
  ): Check => ({
    endpoint: name,
    name: checkName,
    section,
    requests: 1,
    run: (run) =>
      sendAndJudge(run, { ...createHarmlessRequest(name), ...changes }, (exchange) =>
        isDemanded(exchange) ? judgeRefusal(expected)(exchange) : notDemanded,
      ),
  })

const notDemanded: Judgement = {
  expected: 'any answer: no document demands a refusal',
  findings: [],
  documents: [],
  usability: { use: 'works', consequence: '' },
}
/** The interface says only of the embedded service that it insists on JSON. */
const isEmbedded = ({ headers: received }: Exchange) => received[headers.simulation] !== undefined

/** The sections that name the fields a record needs, where it is not the endpoint's own section. */
const requiredFieldSections: Partial<Record<ServiceEndpointName, string>> = {
  agentCreate: 'interface 1',
  flowCreate: 'interface 2',
}

function refusalChecksOf(name: ServiceEndpointName, foreign: string | undefined): Check[] {
  const endpoint = endpointOf(name)
  const check = createRefusalCheck(name)
  const checks = [
    check('refuses a request without a key', 'specification 5 rule 1', unauthorized, {
      headers: { [headers.apiKey]: null },
    }),
    check('refuses an unknown key', 'specification 5 rule 1', unauthorized, {
      headers: { [headers.apiKey]: 'nobody-has-this-key' },
    }),
  ]
  if (endpoint.workspace) {
    const required: ExpectedRefusal = { status: 400, form: 'general', code: 'workspace_required' }
    checks.push(
      check('requires the workspace', 'interface 6', required, {
        headers: { [headers.workspace]: null },
      }),
    )
    const forbidden: ExpectedRefusal = { status: 403, form: 'general', code: 'forbidden' }
    const otherWorkspace = check('refuses another workspace', 'interface 6', forbidden, {
      headers: { [headers.workspace]: foreign ?? '' },
    })
    checks.push(
      foreign === undefined
        ? { ...otherWorkspace, requests: 0, run: () => Promise.resolve(unchecked('needs --foreign-workspace')) }
        : otherWorkspace,
    )
  }
  if (parametersOf(endpoint).length > 0) checks.push(check('refuses an unknown ID', 'specification 7', notFound))
  if (endpoint.upload !== undefined) {
    const json = { upload: undefined, body: {} }
    checks.push(
      check(
        'refuses an upload that is not multipart',
        'interface 4',
        { ...invalidRequest, code: 'unsupported_media_type' },
        json,
      ),
    )
  }
  if (endpoint.body !== undefined && endpoint.errorForm === 'general') {
    const text = { headers: { 'content-type': 'text/plain' } }
    checks.push(
      check(
        'refuses a body that is not JSON',
        'interface, introduction',
        { ...invalidRequest, code: 'unsupported_media_type' },
        text,
        isEmbedded,
      ),
    )
    if (parametersOf(endpoint).length === 0)
      checks.push(
        check(
          'refuses a body without the required fields',
          requiredFieldSections[name] ?? endpoint.section,
          invalidRequest,
        ),
      )
  }
  return checks
}

/**
 * The checks of refusals for the endpoints that this run may request.
 *
 * @param effects whether endpoints that change something may be requested, even with requests that they must refuse
 */
export const refusalChecks = (effects: boolean, foreign: string | undefined): Check[] =>
  endpointNames
    .filter((name) => effects || endpointOf(name).effect === null)
    .flatMap((name) => refusalChecksOf(name, foreign))
