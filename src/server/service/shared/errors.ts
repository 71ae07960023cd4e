/** The error answers of the service, in the three forms of specification 7, and the sentences for bad input. */
import type * as z from 'zod/mini'

type Status = 400 | 401 | 403 | 404 | 429 | 500

/** Thrown anywhere below the routes; becomes the answer. A refused request has had no effect. */
export class Refused extends Error {
  readonly status: Status
  readonly body: Record<string, unknown>
  /** Seconds; only with 429. */
  readonly retryAfter: number | null
  constructor(status: Status, body: Record<string, unknown>, retryAfter: number | null = null) {
    super(`refused with ${status}`)
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** The general form: `{error: {code, message}}`. */
export const general = (status: Status, code: string, message: string): Refused =>
  new Refused(status, { error: { code, message } })

/** Send Call's own form: `{error, details, code?}` (specification 4.3). */
export const sendCallForm = (status: Status, error: string, details: string, code?: string): Refused =>
  new Refused(status, { error, details, ...(code === undefined ? {} : { code }) })

/** The rate limit form: application/problem+json with Retry-After. */
export const tooMany = (retryAfter: number): Refused =>
  new Refused(
    429,
    {
      status: 429,
      title: 'Too Many Requests',
      detail: `The organization's request limit is used up. This request had no effect. Try again in ${retryAfter} s.`,
    },
    retryAfter,
  )

/** 404 in the general form. @param thing what does not exist, as a sentence begins: "The batch batch_1" */
export const notFound = (thing: string): Refused => general(404, 'not_found', `${thing} does not exist.`)
/** 400 in the general form. @param message a sentence that names the field and says what it has to be */
export const invalid = (message: string): Refused => general(400, 'invalid_request', message)

/** The answer that a refusal becomes, in its own form and media type. */
export function answerOf(refused: Refused): Response {
  const limited = refused.status === 429
  return new Response(JSON.stringify(refused.body), {
    status: refused.status,
    headers: {
      'content-type': limited ? 'application/problem+json' : 'application/json',
      ...(refused.retryAfter === null ? {} : { 'retry-after': String(refused.retryAfter) }),
    },
  })
}

const listed = (values: readonly unknown[]) => values.map((value) => String(value)).join(', ')

/** For the parser: else a field that is missing could not be told from one of the wrong type. */
export const withInput = { reportInput: true } as const

/** What is wrong with the input, naming the field, in a sentence. */
export function sentenceOf(issue: z.core.$ZodIssue): string {
  const field = issue.path.length === 0 ? 'The request' : issue.path.map((part) => String(part)).join('.')
  switch (issue.code) {
    case 'unrecognized_keys':
      return `${listed(issue.keys)} is not a field of this request.`
    case 'invalid_type':
      return issue.input === undefined ? `${field} is missing.` : `${field} must be of type ${issue.expected}.`
    case 'invalid_value':
      return `${field} must be one of: ${listed(issue.values)}.`
    case 'too_small':
      return issue.origin === 'string'
        ? `${field} must not be blank.`
        : `${field} must be at least ${String(issue.minimum)}.`
    case 'too_big':
      return issue.origin === 'string'
        ? `${field} must have at most ${String(issue.maximum)} characters.`
        : `${field} must be at most ${String(issue.maximum)}.`
    case 'invalid_format':
      return `${field} is not in the right form.`
    case 'invalid_element':
    case 'invalid_key':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'custom':
      return `${field} is not valid.`
    default:
      return issue satisfies never
  }
}
