/** From a request to what a handler gets: parameters, query, body and upload, each parsed by the contract. */
import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { csvLimits, type EndpointDefinition, idPattern, readJson } from '#contract/index.ts'
import { general, invalid, type Refused, sendCallForm, sentenceOf, withInput } from '../shared/errors.ts'

/** A little more than the largest file: the form around it. */
export const largestUpload = csvLimits.bytes + 256 * 1024
export const largestBody = 1024 * 1024

type Parser = z.core.$ZodType & {
  safeParse: (
    value: unknown,
    options: typeof withInput,
  ) => { success: true; data: unknown } | { success: false; error: z.core.$ZodError }
}

/** Bad input, in the endpoint's form (interface 6). */
export const badInput = (endpoint: EndpointDefinition, sentence: string): Refused =>
  endpoint.errorForm === 'sendCall'
    ? sendCallForm(400, 'Invalid request', sentence, 'invalid_request')
    : invalid(sentence)

function parsed(endpoint: EndpointDefinition, schema: Parser | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined
  const result = schema.safeParse(value, withInput)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw badInput(endpoint, issue === undefined ? 'The request is not valid.' : sentenceOf(issue))
}

const unsupported = (wanted: string) =>
  general(400, 'unsupported_media_type', `Content-Type must be ${wanted}. The request was not read.`)

const mediaType = (c: Context): string =>
  (c.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

async function jsonOf(c: Context, endpoint: EndpointDefinition): Promise<unknown> {
  if (mediaType(c) !== 'application/json') throw unsupported('application/json')
  const read = readJson(await c.req.arrayBuffer())
  if ('problem' in read) throw badInput(endpoint, `The body ${read.problem}`)
  return read.value
}

async function formOf(c: Context): Promise<{ fields: Record<string, string>; file: Uint8Array }> {
  if (mediaType(c) !== 'multipart/form-data') throw unsupported('multipart/form-data')
  let form: FormData
  try {
    form = await c.req.formData()
  } catch {
    throw invalid('The upload could not be read as multipart/form-data.')
  }
  const file = form.get('file')
  if (file === null || typeof file === 'string')
    throw invalid('file is missing. Send the CSV file as the part named file.')
  const fields = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { fields: Object.fromEntries(fields), file: new Uint8Array(await file.arrayBuffer()) }
}

/**
 * Reads a request by its contract entry.
 *
 * @throws Refused 400, naming the field in a sentence
 */
export async function readRequest(c: Context, endpoint: EndpointDefinition) {
  const params = c.req.param() as Record<string, string>
  for (const [name, value] of Object.entries(params)) {
    if (!idPattern.test(value)) throw badInput(endpoint, `${name} is not an id.`)
  }
  const query = parsed(endpoint, endpoint.query as Parser | undefined, c.req.query())
  if (endpoint.upload !== undefined) {
    const { fields, file } = await formOf(c)
    const upload = parsed(endpoint, endpoint.upload as Parser, fields)
    return { params, query, body: undefined, upload, file }
  }
  const body =
    endpoint.body === undefined ? undefined : parsed(endpoint, endpoint.body as Parser, await jsonOf(c, endpoint))
  return { params, query, body, upload: undefined, file: new Uint8Array() }
}
