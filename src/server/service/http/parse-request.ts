/** Parses a request's parameters, query, body and upload by the contract. */
import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { csvLimits, type EndpointDefinition, idPattern, readJson } from '#contract/index.ts'
import { type EncodedUpload, multipartModule, type UploadParts } from '#server/child/multipart.ts'
import {
  type ApiError,
  apiError,
  describeIssue,
  invalidNumber,
  invalidRequest,
  isNumberIssue,
  parseOptions,
  sendCallError,
} from '../shared/errors.ts'
import { readElsewhere } from '../shared/file-reader.ts'

/** The largest file, plus space for the other parts of the form. */
export const maxUploadBytes = csvLimits.bytes + 256 * 1024
export const maxBodyBytes = 1024 * 1024

type Parser = z.core.$ZodType & {
  safeParse: (
    value: unknown,
    options: typeof parseOptions,
  ) => { success: true; data: unknown } | { success: false; error: z.core.$ZodError }
}

/** 400 for invalid input, in the endpoint's error form (interface section 6). */
export const badInput = (endpoint: EndpointDefinition, message: string): ApiError =>
  endpoint.errorForm === 'sendCall'
    ? sendCallError(400, 'Invalid request', message, 'invalid_request')
    : invalidRequest(message)

function parse(endpoint: EndpointDefinition, schema: Parser | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined
  const result = schema.safeParse(value, parseOptions)
  if (result.success) return result.data
  const [issue] = result.error.issues
  if (issue !== undefined && isNumberIssue(issue)) throw invalidNumber(issue.path.join('.'), '')
  throw badInput(endpoint, issue === undefined ? 'The request is not valid.' : describeIssue(issue))
}

const unsupportedMediaType = (expected: string) =>
  apiError(400, 'unsupported_media_type', `Content-Type must be ${expected}. The request was not read.`)

const mediaTypeOf = (c: Context): string =>
  (c.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

async function readJsonBody(c: Context, endpoint: EndpointDefinition): Promise<unknown> {
  if (mediaTypeOf(c) !== 'application/json') throw unsupportedMediaType('application/json')
  const parsed = readJson(await c.req.arrayBuffer())
  if ('problem' in parsed) throw badInput(endpoint, `The body ${parsed.problem}`)
  return parsed.value
}

async function readForm(
  c: Context,
  endpoint: EndpointDefinition,
): Promise<{ fields: Record<string, string>; file: Uint8Array }> {
  if (mediaTypeOf(c) !== 'multipart/form-data') throw unsupportedMediaType('multipart/form-data')
  const upload: EncodedUpload = {
    body: new Uint8Array(await c.req.arrayBuffer()),
    contentType: c.req.header('content-type') ?? '',
  }
  const parts = await readElsewhere<UploadParts | null>(multipartModule, upload, {
    person: '',
    isStart: endpoint.effect !== null,
    signal: c.req.raw.signal,
  })
  if (!parts) throw invalidRequest('The upload could not be read as multipart/form-data.')
  if (!parts.file) throw invalidRequest('file is missing. Send the CSV file as the part named file.')
  const fields = parts.fields.filter((entry): entry is [string, string] => entry[1] !== null)
  return { fields: Object.fromEntries(fields), file: parts.file }
}

/**
 * Parses a request by its contract entry.
 *
 * @throws ApiError 400 with a message that names the field
 */
export async function readRequest(c: Context, endpoint: EndpointDefinition) {
  const params = c.req.param() as Record<string, string>
  for (const [name, value] of Object.entries(params)) {
    if (!idPattern.test(value)) throw badInput(endpoint, `${name} is not a valid ID.`)
  }
  const query = parse(endpoint, endpoint.query as Parser | undefined, c.req.query())
  if (endpoint.upload !== undefined) {
    const { fields, file } = await readForm(c, endpoint)
    const upload = parse(endpoint, endpoint.upload as Parser, fields)
    return { params, query, body: undefined, upload, file }
  }
  const body =
    endpoint.body === undefined ? undefined : parse(endpoint, endpoint.body as Parser, await readJsonBody(c, endpoint))
  return { params, query, body, upload: undefined, file: new Uint8Array() }
}
