/** The service's error answers in the three forms of specification 7, and messages for invalid input. */
import type * as z from 'zod/mini'
import { e164Pattern, listNames, shortName } from '#contract/index.ts'

type Status = 400 | 401 | 403 | 404 | 429 | 500

/** An error answer. Thrown anywhere below the routes. The request has had no effect. */
export class ApiError extends Error {
  readonly status: Status
  readonly body: Record<string, unknown>
  /** Seconds; with 429 only. */
  readonly retryAfterSeconds: number | null
  constructor(status: Status, body: Record<string, unknown>, retryAfter: number | null = null) {
    super(`answered with ${status}`)
    this.status = status
    this.body = body
    this.retryAfterSeconds = retryAfter
  }
}

/** The general form: `{error: {code, message}}`. */
export const apiError = (status: Status, code: string, message: string): ApiError =>
  new ApiError(status, { error: { code, message } })

/** Send Call's form: `{error, details, code?}` (specification 4.3). */
export const sendCallError = (status: Status, error: string, details: string, code?: string): ApiError =>
  new ApiError(status, { error, details, ...(code === undefined ? {} : { code }) })

/** The rate limit form, application/problem+json with Retry-After. */
export const tooManyRequests = (retryAfterSeconds: number): ApiError =>
  new ApiError(
    429,
    {
      status: 429,
      title: 'Too Many Requests',
      detail: `The organization's request limit is used up. This request had no effect. Try again in ${retryAfterSeconds} s.`,
    },
    retryAfterSeconds,
  )

/** 404 in the general form. @param thing subject of the message, such as "The batch batch_1" */
export const notFound = (subject: string): ApiError => apiError(404, 'not_found', `${subject} does not exist.`)
/** 400 in the general form. @param message names the field and its rule */
export const invalidRequest = (message: string): ApiError => apiError(400, 'invalid_request', message)

const numberRule = 'must be in E.164 format: + then country code then number, such as +14155550134.'
/** 400 `invalid_number` in the general form. @param field its name @param outcome a sentence about what was not done */
export const invalidNumber = (field: string, outcome: string): ApiError =>
  apiError(400, 'invalid_number', `${field} ${numberRule} ${outcome}`.trim())

/** Whether a parser refused a phone number, which has a code of its own (interface 6). */
export const isNumberIssue = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'invalid_format' && issue.pattern === String(e164Pattern)

/** Builds the HTTP response of an error, with its form's media type. */
export function errorResponse(error: ApiError): Response {
  const isRateLimit = error.status === 429
  return new Response(JSON.stringify(error.body), {
    status: error.status,
    headers: {
      'content-type': isRateLimit ? 'application/problem+json' : 'application/json',
      ...(error.retryAfterSeconds === null ? {} : { 'retry-after': String(error.retryAfterSeconds) }),
    },
  })
}

const joinValues = (values: readonly unknown[]) => values.map((value) => String(value)).join(', ')

/** Parser options. `reportInput` distinguishes a missing field from one of the wrong type. */
export const parseOptions = { reportInput: true } as const

/** Describes a parser issue in a sentence that names the field. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  const field = issue.path.length === 0 ? 'The request' : shortName(issue.path.map((part) => String(part)).join('.'))
  switch (issue.code) {
    case 'unrecognized_keys':
      return `${listNames(issue.keys)} is not a field of this request.`
    case 'invalid_type':
      if (issue.input === undefined) return `${field} is missing.`
      // JSON has no NaN: it stands for a parameter that is not digits.
      if (Number.isNaN(issue.input)) return `${field} must be a whole number, in digits.`
      return `${field} must be of type ${issue.expected}.`
    case 'invalid_value':
      return `${field} must be one of: ${joinValues(issue.values)}.`
    case 'too_small':
      return issue.origin === 'string'
        ? `${field} must not be blank.`
        : `${field} must be at least ${String(issue.minimum)}.`
    case 'too_big':
      return issue.origin === 'string'
        ? `${field} must have at most ${String(issue.maximum)} characters.`
        : `${field} must be at most ${String(issue.maximum)}.`
    case 'invalid_format':
      return `${field} has the wrong format.`
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
