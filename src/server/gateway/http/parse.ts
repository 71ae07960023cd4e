/** Parses path parameters, queries, bodies and uploads of browsers into values of the contract, or refuses them. */
import * as z from 'zod/mini'
import {
  type EndpointDefinition,
  hasNul,
  idPattern,
  listNames,
  maxNamedFields,
  type Refusal,
  readJson,
  shortName,
} from '#contract/index.ts'
import type { Reading } from '#server/child/reader.ts'
import { readElsewhere, type StoredFile } from '../shared/file-reader.ts'
import { notFound, refusal, requestIncomplete } from '../shared/refusals.ts'
import type { GatewayContext } from './context.ts'
import type { StoredParts } from './upload-child.ts'

type Issue = z.core.$ZodIssue

const fieldPath = (issue: Issue): string => shortName(issue.path.map(String).join('.'))

const lengthUnit = (issue: { origin: string }) => (issue.origin === 'string' ? ' characters long' : '')

/** What is wrong with a field, as the rest of a sentence that begins with the field's name. */
function describeIssue(issue: Issue): string {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'is missing' : `must be of type ${issue.expected}`
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'too_small' && issue.origin === 'string' && Number(issue.minimum) === 1) return 'is empty'
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}${lengthUnit(issue)}`
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}${lengthUnit(issue)}`
  return 'has an invalid format'
}

/** A refusal that names the first invalid fields. */
function refuseFields(issues: readonly Issue[]): Refusal {
  const fields = Object.fromEntries(
    issues.slice(0, maxNamedFields).map((issue) => {
      const name = fieldPath(issue) || (issue.code === 'unrecognized_keys' ? listNames(issue.keys) : 'the request')
      return [
        name,
        issue.code === 'unrecognized_keys'
          ? `${name} is not a field of this request.`
          : `${name} ${describeIssue(issue)}.`,
      ]
    }),
  )
  const others = issues.length > maxNamedFields ? ` ${issues.length - maxNamedFields} more are wrong.` : ''
  return refusal({
    status: 400,
    code: 'invalid_request',
    message: `${Object.values(fields).join(' ')}${others} Nothing was sent.`,
    fields,
  })
}

const nulInText = () =>
  refusal({
    status: 400,
    code: 'invalid_request',
    message: 'A text has the character NUL, which no field accepts. Nothing was sent. Remove it.',
  })

/**
 * Parses with a schema of the contract.
 *
 * @throws Refusal 400 with the invalid fields
 */
export function parseWith(schema: z.core.SomeType, value: unknown): unknown {
  // guard: no-text-has-a-nul
  if (hasNul(value)) throw nulInText()
  const parsed = z.safeParse(schema as z.core.$ZodType, value, { reportInput: true })
  if (parsed.success) return parsed.data
  // guard: unknown-fields-are-refused
  throw refuseFields(parsed.error.issues)
}

/** Checks path parameters. A value that is not an ID is not found and never sent to the service (interface 6). */
export function parseParams(params: Record<string, string>): Record<string, string> {
  // guard: ids-in-paths
  for (const value of Object.values(params))
    if (!idPattern.test(value)) throw notFound('Nothing was found with this ID.')
  return params
}

/** Longer than any search or name that a page sends. */
const maxQueryValue = 500

function queryTooLong(parameter: string): Refusal {
  const name = shortName(parameter)
  const problem = `${name} must be at most ${maxQueryValue} characters long.`
  return refusal({
    status: 400,
    code: 'invalid_request',
    message: `${problem} Nothing was sent.`,
    fields: { [name]: problem },
  })
}

/** The query with defaults. @throws Refusal 400, also for a duplicate or very long parameter */
export function parseQuery(endpoint: EndpointDefinition, query: URLSearchParams): Record<string, string | number> {
  const names = [...query.keys()]
  if (new Set(names).size < names.length)
    throw refusal({
      status: 400,
      code: 'invalid_request',
      message: 'A query parameter is given twice. Nothing was sent.',
    })
  // Values become keys of caches, and what the service is asked.
  // guard: query-values-are-short
  for (const [name, value] of query) if (value.length > maxQueryValue) throw queryTooLong(name)
  const parsed = parseWith(endpoint.query ?? z.strictObject({}), Object.fromEntries(query))
  return Object.fromEntries(
    Object.entries(parsed as Record<string, string | number | undefined>).filter(
      (entry): entry is [string, string | number] => entry[1] !== undefined,
    ),
  )
}

/** The whole body. @throws Refusal 400 if the connection ends early */
export const readBytes = (request: Request): Promise<ArrayBuffer> =>
  request.arrayBuffer().catch(() => {
    throw requestIncomplete()
  })

/** Parses a JSON body. An endpoint without a body accepts none. @throws Refusal 400 */
export async function parseBody(endpoint: EndpointDefinition, request: Request): Promise<unknown> {
  const bytes = await readBytes(request)
  if (!endpoint.body) {
    if (['', '{}'].includes(Buffer.from(bytes).toString('utf8').trim())) return undefined
    throw refusal({ status: 400, code: 'invalid_request', message: 'This endpoint accepts no body. Nothing was sent.' })
  }
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
    throw refusal({
      status: 400,
      code: 'unsupported_media_type',
      message: 'The Content-Type must be application/json. Nothing was sent.',
    })
  const json = readJson(bytes)
  if ('problem' in json)
    throw refusal({ status: 400, code: 'invalid_request', message: `The body ${json.problem} Nothing was sent.` })
  return parseWith(endpoint.body, json.value)
}

/** The file of an upload. It is there until its request has been answered. */
export interface UploadedFile extends StoredFile {
  /** SHA-256 of its bytes. */
  digest: string
}
interface Upload {
  file: UploadedFile
  fields: Record<string, string | undefined>
}

/** Parses an upload: a file and other fields. @param reading whose file it is @throws Refusal 400 */
export async function parseUpload(endpoint: EndpointDefinition, c: GatewayContext, reading: Reading): Promise<Upload> {
  const upload = c.get('upload')
  const module = new URL('./upload-child.ts', import.meta.url)
  const parts = upload ? await readElsewhere<StoredParts | null>(module, upload, reading) : null
  if (!upload || !parts)
    throw refusal({
      status: 400,
      code: 'invalid_request',
      message: 'The upload has no file. Nothing was sent. Choose a CSV file.',
      fields: { file: 'file is missing.' },
    })
  const fields = parseWith(endpoint.upload ?? z.strictObject({}), Object.fromEntries(parts.fields))
  return { file: { path: upload.file, digest: parts.digest }, fields: fields as Upload['fields'] }
}
