/** Which errors an endpoint answers, with their codes (specification 7, interface 6). */
import {
  type EndpointDefinition,
  errorForms,
  headers as headerNames,
  type ServiceEndpointName,
} from '#contract/index.ts'
import { exportedNames, refTo } from './openapi-schemas.ts'
import type { Content, Example, Operation } from './openapi-types.ts'
import { type ErrorCode, wordLists } from './words.ts'

export const simulationHeader = { [headerNames.simulation]: { $ref: '#/components/headers/Simulation' } }

const generalForm = exportedNames.get(errorForms.general) ?? ''
const sendCallForm = exportedNames.get(errorForms.sendCall) ?? ''
const rateLimitForm = exportedNames.get(errorForms.rateLimit) ?? ''

export const statusMeanings: Readonly<Record<string, string>> = {
  200: 'Success.',
  400: 'The request is not valid. It had no effect.',
  401: 'The API key is missing or unknown. The request had no effect.',
  403: 'The API key may not use this workspace. The request had no effect.',
  404: 'The record does not exist or belongs to another organization or workspace. The request had no effect.',
  429: 'The organization’s request limit is used up. The request had no effect. Try again after the time in Retry-After.',
  500: 'The service had an internal error. Whether the request had an effect is not known.',
}

/** Codes of 400 that only these endpoints have. */
const ownCodes: Partial<Record<ServiceEndpointName, readonly ErrorCode[]>> = {
  agentCreate: ['invalid_number'],
  agentUpdate: ['invalid_number'],
  callSend: ['invalid_number', 'concurrency_limit'],
  batchCancel: ['invalid_state'],
  messageAction: ['invalid_state', 'invalid_message'],
  messageGenerate: ['invalid_number'],
}
/** Endpoints that find a record by their body and answer 404 without it. */
const findByBody: readonly ServiceEndpointName[] = ['callSend', 'batchStart', 'messageGenerate']

/**
 * The codes of an endpoint's errors by status, apart from those that sentinels force.
 *
 * @returns a status is missing if the endpoint never answers it
 */
export function errorCodesOf(name: ServiceEndpointName, endpoint: EndpointDefinition): Record<string, ErrorCode[]> {
  const { path, query, body, upload, workspace } = endpoint
  const hasContent = body !== undefined || upload !== undefined
  const badRequest: ErrorCode[] = [
    ...(workspace ? (['workspace_required'] as const) : []),
    ...(path.includes('{') || query !== undefined || hasContent ? (['invalid_request'] as const) : []),
    ...(hasContent ? (['unsupported_media_type'] as const) : []),
    ...(ownCodes[name] ?? []),
  ]
  return {
    ...(badRequest.length > 0 && { 400: badRequest }),
    401: ['unauthorized'],
    ...(workspace && { 403: ['forbidden'] }),
    ...((path.includes('{') || findByBody.includes(name)) && { 404: name === 'callSend' ? [] : ['not_found'] }),
    429: [],
    500: ['UNKNOWN_ERROR'],
  }
}

const generalExample = (code: ErrorCode): Example => ({
  summary: code,
  value: { error: { code, message: wordLists.ErrorCode.words[code] } },
})

/** Send Call's own errors, as specification 4.3 and 7 have them. */
const sendCallExamples: Record<string, Record<string, Example>> = {
  400: {
    configuration: {
      summary: 'The agent cannot call',
      value: { error: 'Invalid configuration', details: 'The agent has no phone number configured.' },
    },
    invalid_request: {
      summary: 'invalid_request',
      value: { error: 'Invalid request', details: 'agentId is missing.', code: 'invalid_request' },
    },
    concurrency_limit: {
      summary: 'concurrency_limit',
      value: {
        error: 'Too many calls at once',
        details: '1 call is in progress, as many as the plan allows. No call was placed. Try again when one has ended.',
        code: 'concurrency_limit',
      },
    },
    invalid_number: generalExample('invalid_number'),
    unsupported_media_type: generalExample('unsupported_media_type'),
  },
  404: {
    agent: {
      summary: 'The agent does not exist',
      value: { error: 'Agent not found', details: 'The agent does not exist or the caller has no access to it.' },
    },
  },
  500: {
    UNKNOWN_ERROR: {
      summary: 'UNKNOWN_ERROR',
      value: {
        error: 'Failed to initiate call',
        details: 'The carrier did not accept the call.',
        code: 'UNKNOWN_ERROR',
      },
    },
  },
}

const generalExamples = (name: ServiceEndpointName, status: string, codes: readonly ErrorCode[]) =>
  name === 'batchCallShow' && status === '404'
    ? {
        call: {
          summary: 'The call does not exist in this batch',
          value: {
            status: 'not_found',
            error: { code: 'not_found', message: 'The call call_1 does not exist in this batch.' },
          },
        },
        batch: generalExample('not_found'),
      }
    : Object.fromEntries(codes.map((code) => [code, generalExample(code)]))

/** The body of an error answer (interface section 6). */
function contentOf(
  name: ServiceEndpointName,
  isSendCall: boolean,
  status: string,
  codes: readonly ErrorCode[],
): Content {
  if (status === '429') return { content: { 'application/problem+json': { schema: refTo(rateLimitForm) } } }
  const ownExamples = isSendCall ? sendCallExamples[status] : undefined
  if (ownExamples === undefined)
    return {
      content: { 'application/json': { schema: refTo(generalForm), examples: generalExamples(name, status, codes) } },
    }
  // Send Call answers a malformed number, and a body that is not JSON, in the general form.
  const schema = status === '400' ? { anyOf: [refTo(sendCallForm), refTo(generalForm)] } : refTo(sendCallForm)
  return { content: { 'application/json': { schema, examples: ownExamples } } }
}

/** The error answers of an endpoint. */
export function errorResponsesOf(name: ServiceEndpointName, endpoint: EndpointDefinition): Operation['responses'] {
  return Object.fromEntries(
    Object.entries(errorCodesOf(name, endpoint)).map(([status, codes]) => [
      status,
      {
        description: [
          statusMeanings[status],
          codes.length > 0 && `Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
        ]
          .filter(Boolean)
          .join(' '),
        headers: {
          ...simulationHeader,
          ...(status === '429' && { 'retry-after': { $ref: '#/components/headers/RetryAfter' } }),
        },
        ...contentOf(name, endpoint.errorForm === 'sendCall', status, codes),
      },
    ]),
  )
}
