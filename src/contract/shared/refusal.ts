/**
 * One error type for all error forms of the service, the gateway's refusals, and network failures (specification 7, interface 8). It says
 * what happened, whether anything was sent, and what to do.
 */
import type { RefusalData } from './error-forms.ts'

export class Refusal extends Error {
  readonly data: RefusalData
  constructor(data: Partial<RefusalData> & Pick<RefusalData, 'status' | 'code' | 'message' | 'by'>) {
    super(data.message)
    this.name = 'Refusal'
    this.data = { details: '', sent: 'no', retryAfter: null, reference: '', ...data }
  }
  get status() {
    return this.data.status
  }
  get code() {
    return this.data.code
  }
  /** Whether two answers apart in time did not find it. */
  get isGone() {
    return this.status === 404 && this.data.isDoubtful !== true
  }
}

/** The code of a 404 for a call of which more than one witness says that it has ended. */
export const callEndedCode = 'call_ended'

/** What a status means if the answer does not say it better. */
const meanings: Record<number, Pick<RefusalData, 'code' | 'message'>> = {
  400: { code: 'invalid_request', message: 'The service did not accept the request.' },
  401: { code: 'unauthorized', message: "The service refused Switchboard's API key." },
  403: { code: 'forbidden', message: "The service does not let Switchboard's API key use this workspace." },
  404: { code: 'not_found', message: 'The service could not find this.' },
  429: { code: 'rate_limited', message: 'The service does not accept more requests right now.' },
  500: { code: 'UNKNOWN_ERROR', message: 'The service had an internal error.' },
}

const longest = 500
// oxlint-disable-next-line no-control-regex -- that is the point: control characters are taken out
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u0080-\u009f]/g
const clean = (value: unknown): string =>
  typeof value === 'string' ? value.replace(control, '').trim().slice(0, longest) : ''
const word = (value: unknown): string => (typeof value === 'string' && /^[\w.-]{1,64}$/.test(value) ? value : '')

/**
 * Parses an error answer of the service in any form: `{error: {code, message}}`, `{error: "text", details?, code?, message?}`,
 * `{status, title, detail}`, `{message}`, HTML, nothing.
 *
 * @param status the HTTP status
 * @param body the text of the answer
 * @returns the parts of a Refusal that the body decides: `code`, `message` (always a sentence), `details` (may be '')
 */
export function readRefusal(
  status: number,
  body: string,
): Pick<RefusalData, 'status' | 'code' | 'message' | 'details'> {
  const fallback = {
    status,
    code: status >= 500 ? 'UNKNOWN_ERROR' : 'refused',
    message: `The service responded with status ${status}.`,
    ...meanings[status],
    details: '',
  }
  let parsed: unknown
  try {
    parsed = JSON.parse(body)
  } catch {
    return fallback
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return fallback
  const { error, code, message, details, title, detail } = parsed as Record<string, unknown>
  if (typeof error === 'object' && error !== null) {
    const inner = error as Record<string, unknown>
    return {
      ...fallback,
      code: word(inner.code) || fallback.code,
      message: clean(inner.message) || fallback.message,
      details: clean(inner.details) || clean(details),
    }
  }
  return {
    ...fallback,
    code: word(code) || fallback.code,
    message: clean(error) || clean(title) || clean(message) || fallback.message,
    details: clean(details) || clean(detail) || (clean(error) ? clean(message) : ''),
  }
}
