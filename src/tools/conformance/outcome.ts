/** The outcomes of checks, and how an answer is judged. */
import { type EndpointDefinition, readRefusal } from '#contract/index.ts'
import type { Exchange } from './client.ts'
import { compare, type Finding } from './compare-answer.ts'

/**
 * alternate: spelled differently, but accepted; missing, wrong: does not conform; unchecked: something that the check needs was not
 * available; absent: an optional endpoint that this service does not have.
 */
export const verdicts = ['conforms', 'alternate', 'missing', 'wrong', 'unchecked', 'absent'] as const
export type Verdict = (typeof verdicts)[number]

export interface Outcome {
  verdict: Verdict
  /** '' if nothing was sent. */
  sent: string
  received: string
  expected: string
  findings: Finding[]
}

export const unchecked = (why: string): Outcome => ({
  verdict: 'unchecked',
  sent: '',
  received: '',
  expected: why,
  findings: [],
})
export const absent: Outcome = {
  verdict: 'absent',
  sent: '',
  received: '',
  expected: 'optional; this service does not have it',
  findings: [],
}

const gravity = { wrong: 3, missing: 2, alternate: 1, word: 0 } as const
const gravest = (findings: readonly Finding[]): Verdict => {
  const most = Math.max(0, ...findings.map(({ kind }) => gravity[kind]))
  return (['conforms', 'alternate', 'missing', 'wrong'] as const)[most] as Verdict
}

const typeOf = ({ headers }: Exchange) => (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
const brief = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

/** The answer as text. Only refusals include the body, since other answers contain names and phone numbers. */
export function describeAnswer(exchange: Exchange, mask: (text: string) => string): string {
  if (exchange.status === 0) return `no answer: ${exchange.failure}`
  const body = exchange.status >= 400 ? ` ${brief(mask(exchange.text).replaceAll(/\s+/g, ' '))}` : ''
  return `${exchange.status} ${typeOf(exchange) || 'without a content type'}${body}`
}

type Judge = (exchange: Exchange) => { expected: string; findings: Finding[] }
const wrong = (field: string, says: string): Finding => ({ kind: 'wrong', field, says })

const statusIs = (exchange: Exchange, status: number): Finding[] =>
  exchange.status === status
    ? []
    : [wrong('status', `received ${exchange.status || exchange.failure}, expected ${status}`)]
const typeIs = (exchange: Exchange, type: string): Finding[] =>
  typeOf(exchange) === type ? [] : [wrong('content-type', `received ${typeOf(exchange) || 'none'}, expected ${type}`)]

/** 200, JSON, every field as the contract has it, and what the request determines. */
export const success =
  (endpoint: EndpointDefinition, alsoExpected: (answer: unknown) => Finding[] = () => []): Judge =>
  (exchange) => {
    const { json, status } = exchange
    const expected = '200 application/json, every field as the contract has it'
    if (status < 200 || status > 299) return { expected, findings: statusIs(exchange, 200) }
    const body =
      json === undefined
        ? [wrong('', 'the body is not JSON')]
        : [...compare(endpoint, json), ...alsoExpected(endpoint.normalize?.(json) ?? json)]
    return { expected, findings: [...statusIs(exchange, 200), ...typeIs(exchange, 'application/json'), ...body] }
  }

/** The CSV template (interface 4). */
export const template: Judge = (exchange) => {
  const header = 'phone_number,first_name,last_name,email,custom_field_1,custom_field_2'
  const disposition = exchange.headers['content-disposition'] ?? ''
  const [first = '', ...rows] = exchange.text.trim().split(/\r?\n/)
  const findings = [
    ...statusIs(exchange, 200),
    ...typeIs(exchange, 'text/csv'),
    ...(/^attachment\b/i.test(disposition) ? [] : [wrong('content-disposition', 'expected attachment')]),
    ...(first.replace(/^\uFEFF/, '') === header ? [] : [wrong('header line', `expected ${header}`)]),
    ...(rows.length === 2 ? [] : [wrong('example rows', `received ${rows.length}, expected 2`)]),
  ]
  return { expected: '200 text/csv, attachment, the documented columns and two example rows', findings }
}

/** Which of the three body shapes of specification 7 an error has. */
type Form = 'general' | 'sendCall'
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const filled = (value: unknown) => typeof value === 'string' && value !== ''
const shapes: Record<Form, (body: Record<string, unknown>) => boolean> = {
  general: ({ error }) => isRecord(error) && filled(error.code) && filled(error.message),
  sendCall: ({ error, details }) => filled(error) && filled(details),
}
const formNames: Record<Form, string> = {
  general: 'the general form {error: {code, message}}',
  sendCall: 'the form of Send Call {error, details}',
}

export interface Refused {
  status: number
  form: Form
  /** `error.code`, or `error` in the form of Send Call. */
  code: string
}

/** A refusal of this status, form and code (specification 7, interface 6). */
export const refusal =
  ({ status, form, code }: Refused): Judge =>
  (exchange) => {
    const expected = `${status} application/json, ${formNames[form]}, ${form === 'general' ? 'code' : 'error'} ${JSON.stringify(code)}`
    const findings = statusIs(exchange, status)
    if (exchange.status === 0) return { expected, findings }
    const { json, text } = exchange
    if (isRecord(json) && shapes[form](json)) {
      findings.push(...typeIs(exchange, 'application/json'))
      const received = form === 'general' ? (json.error as Record<string, unknown>).code : json.error
      if (received !== code && findings.length === 0)
        findings.push({
          kind: 'alternate',
          field: form === 'general' ? 'error.code' : 'error',
          says: `received ${JSON.stringify(received)}`,
        })
      return { expected, findings }
    }
    // The default message means that the body had no readable one.
    const defaultMessage = readRefusal(exchange.status, '').message
    const read = readRefusal(exchange.status, text).message
    findings.push(
      read === defaultMessage
        ? { kind: 'missing', field: 'error', says: `expected ${formNames[form]}` }
        : {
            kind: 'alternate',
            field: 'error',
            says: `is not ${formNames[form]}; accepted`,
          },
    )
    return { expected, findings }
  }

/** The rate limit form (specification 7 and 8). */
export const rateLimited: Judge = (exchange) => {
  const body = isRecord(exchange.json) ? exchange.json : {}
  const fields = { status: 'number', title: 'string', detail: 'string' } as const
  const findings = [
    ...statusIs(exchange, 429),
    ...typeIs(exchange, 'application/problem+json'),
    ...(/^\d+$/.test(exchange.headers['retry-after'] ?? '')
      ? []
      : [
          {
            kind: exchange.headers['retry-after'] ? 'wrong' : 'missing',
            field: 'Retry-After',
            says: 'expected a number of seconds',
          } as const,
        ]),
    ...Object.entries(fields).flatMap(([field, type]): Finding[] =>
      typeof body[field] === type ? [] : [{ kind: 'missing', field, says: `expected a ${type}` }],
    ),
  ]
  return { expected: '429 application/problem+json {status, title, detail} with Retry-After in seconds', findings }
}

/** Judges one answer. */
export function judged(exchange: Exchange, judge: Judge, mask: (text: string) => string): Outcome {
  const { expected, findings } = judge(exchange)
  return {
    verdict: gravest(findings),
    sent: exchange.sent,
    received: describeAnswer(exchange, mask),
    expected,
    findings,
  }
}

/** Combines outcomes into the worst one, with the findings of all. */
export function together(outcomes: readonly Outcome[]): Outcome {
  const findings = outcomes.flatMap((outcome) => outcome.findings)
  const verdict = gravest(findings)
  const worst = outcomes.find((outcome) => outcome.verdict === verdict) ?? outcomes[0]
  if (worst === undefined) return unchecked('nothing was sent')
  return { ...worst, verdict, findings }
}
