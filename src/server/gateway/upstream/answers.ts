/** The service's answers become values of the contract here, or are refused as unreadable; and its addresses are filled in. */
import * as z from 'zod/mini'
import { type About, type EndpointDefinition, fillPath } from '#contract/index.ts'
import { unreadable } from './refusals.ts'

type Fields = Record<string, unknown>

const valueAt = (value: unknown, path: string): unknown =>
  path === '' ? value : path.split('.').reduce<unknown>((found, name) => (found as Fields | null)?.[name], value)

/** Whether a value says anything: not null, '', false, an empty list, or a record whose fields say nothing. */
const hasContent = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(hasContent)
    : value !== '' && value !== false && value !== null && value !== undefined

/** Whether an answer is about what was asked for, and not some other record, or something else altogether (reliability R19). */
function isAbout({ is, tells, list }: About, answer: unknown, params: Record<string, string>): boolean {
  const named = (is?.in ?? []).map((field) => valueAt(answer, field)).filter(hasContent)
  if (is && named.length > 0 && !named.some((name) => String(name) === params[is.param])) return false
  const says = (record: unknown) => tells.some((field) => hasContent(valueAt(record, field)))
  if (list === undefined) return says(answer)
  const records = valueAt(answer, list) as unknown[]
  return records.length === 0 || records.some(says)
}

/**
 * An answer to a read: as `parseAnswer`, and about what was asked for.
 *
 * @param params of the path that was read
 * @throws Refusal `unreadable`, also for another record and for an answer that says nothing of this one
 */
export function parseReadAnswer(endpoint: EndpointDefinition, body: string, params: Record<string, string>): unknown {
  const answer = parseAnswer(endpoint, body)
  // guard: answer-is-about-its-question
  if (endpoint.about && !isAbout(endpoint.about, answer, params)) throw unreadable()
  return answer
}

/**
 * The service's answer in our spelling (interface 8). Unknown fields are kept, whatever is unusable has a value of its type.
 *
 * @throws Refusal `unreadable` when it is not JSON, or not even the right kind of JSON
 */
export function parseAnswer(endpoint: EndpointDefinition, body: string): unknown {
  let raw: unknown
  try {
    raw = JSON.parse(body)
  } catch {
    throw unreadable()
  }
  const spelled = endpoint.respell ? endpoint.respell(raw) : raw
  const parsed = z.safeParse((endpoint.response ?? z.unknown()) as z.core.$ZodType, spelled)
  if (!parsed.success) throw unreadable()
  return parsed.data
}

/** An address at the service. @throws RangeError when a parameter is no id */
export function pathWithQuery(
  path: string,
  params: Record<string, string>,
  query: Record<string, string | number>,
): string {
  const words = new URLSearchParams(Object.entries(query).map(([word, value]): [string, string] => [word, `${value}`]))
  const filled = fillPath(path, params)
  return words.size === 0 ? filled : `${filled}?${words.toString()}`
}
