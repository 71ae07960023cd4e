/** Which errors an endpoint answers, with their codes (specification 7, interface 6). A test provokes them. */
import type { EndpointDefinition, ServiceEndpointName } from '#contract/index.ts'

export const statusMeanings: Readonly<Record<string, string>> = {
  400: 'The request is not valid. It had no effect.',
  401: 'The API key is missing or unknown. The request had no effect.',
  403: 'The API key may not use this workspace. The request had no effect.',
  404: 'The record does not exist or belongs to another organization or workspace. The request had no effect.',
  429: 'The organization’s request limit is used up. The request had no effect. Try again after the seconds in Retry-After.',
  500: 'The service had an internal error. Whether the request had an effect is not known.',
}

export const errorMeanings = {
  unauthorized: 'The API key is missing or unknown.',
  forbidden: 'The API key may not use this workspace.',
  workspace_required: 'The header x-workspace-id is missing.',
  not_found: 'The record or path does not exist, or belongs to another organization or workspace.',
  invalid_request: 'A field, parameter or file is missing or not valid. The message names it and its rule.',
  invalid_number: 'A phone number is not in E.164 format.',
  invalid_state: 'The record’s state does not allow this.',
  invalid_message: 'The new text of a message is missing or blank.',
  unsupported_media_type: 'The Content-Type is not the one of this endpoint.',
  concurrency_limit: 'As many calls are in progress as the plan allows.',
  UNKNOWN_ERROR: 'The service had an internal error.',
}
export type ErrorCode = keyof typeof errorMeanings

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
