/** Parses the service's answers into values of the contract, or rejects them as unreadable. Also builds request paths. */
import * as z from 'zod/mini'
import { type About, type EndpointDefinition, fillPath } from '#contract/index.ts'
import { unreadable } from './refusals.ts'

type Fields = Record<string, unknown>

const valueAt = (value: unknown, path: string): unknown =>
  path === '' ? value : path.split('.').reduce<unknown>((found, name) => (found as Fields | null)?.[name], value)

/** Whether a value has content: not null, '', false, an empty list, or a record whose fields have none. */
const hasContent = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(hasContent)
    : value !== '' && value !== false && value !== null && value !== undefined

/** Whether an answer is about the requested record, not about another one or about something else (reliability R19). */
function isAbout({ is, contentFields, list }: About, answer: unknown, params: Record<string, string>): boolean {
  const namedIds = (is?.in ?? []).map((field) => valueAt(answer, field)).filter(hasContent)
  if (is && namedIds.length > 0 && !namedIds.some((name) => String(name) === params[is.param])) return false
  const hasContentField = (record: unknown) => contentFields.some((field) => hasContent(valueAt(record, field)))
  if (list === undefined) return hasContentField(answer)
  const records = valueAt(answer, list) as unknown[]
  return records.length === 0 || records.some(hasContentField)
}

/**
 * Parses an answer to a read, as `parseAnswer` does, and checks that it is about the requested record.
 *
 * @param params of the path that was read
 * @throws Refusal `unreadable`, also for an answer about another record or without content about this one
 */
export function parseReadAnswer(endpoint: EndpointDefinition, body: string, params: Record<string, string>): unknown {
  const answer = parseAnswer(endpoint, body)
  // guard: answer-is-about-its-question
  if (endpoint.about && !isAbout(endpoint.about, answer, params)) throw unreadable()
  return answer
}

/**
 * Parses the service's answer into the contract's spelling (interface 8). Keeps unknown fields; an unusable value becomes one of its type.
 *
 * @throws Refusal `unreadable` when it is not JSON, or JSON of another shape
 */
export function parseAnswer(endpoint: EndpointDefinition, body: string): unknown {
  let raw: unknown
  try {
    raw = JSON.parse(body)
  } catch {
    throw unreadable()
  }
  const normalized = endpoint.normalize ? endpoint.normalize(raw) : raw
  const parsed = z.safeParse((endpoint.response ?? z.unknown()) as z.core.$ZodType, normalized)
  if (!parsed.success) throw unreadable()
  return parsed.data
}

/** The path and query of a request to the service. @throws RangeError when a parameter is not an id */
export function pathWithQuery(
  path: string,
  params: Record<string, string>,
  query: Record<string, string | number>,
): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]))
  const filledPath = fillPath(path, params)
  return search.size === 0 ? filledPath : `${filledPath}?${search.toString()}`
}
