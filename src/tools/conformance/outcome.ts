/** The outcomes of checks, and the functions that judge an answer. */
import { type EndpointDefinition, readRefusal } from '#contract/index.ts'
import type { Exchange } from './client.ts'
import { compareAnswer, type Finding } from './compare-answer.ts'

/**
 * The verdict of a check:
 * - alternate: a field has another spelling than documented, which Switchboard accepts
 * - missing, wrong: the answer does not conform
 * - unchecked: something that the check needs was not available
 * - absent: the service does not have this optional endpoint
 */
export const verdicts = ['conforms', 'alternate', 'missing', 'wrong', 'unchecked', 'absent'] as const
export type Verdict = (typeof verdicts)[number]

export interface Outcome {
  verdict: Verdict
  /** The request as text; '' if nothing was sent. */
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

const severity = { wrong: 3, missing: 2, alternate: 1, word: 0 } as const
const worstVerdict = (findings: readonly Finding[]): Verdict => {
  const maxSeverity = Math.max(0, ...findings.map(({ kind }) => severity[kind]))
  return (['conforms', 'alternate', 'missing', 'wrong'] as const)[maxSeverity] as Verdict
}

const contentTypeOf = ({ headers }: Exchange) =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
const truncate = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

/** The answer as text. Only refusals include the body, since other answers contain names and phone numbers. */
export function describeAnswer(exchange: Exchange, mask: (text: string) => string): string {
  if (exchange.status === 0) return `no answer: ${exchange.failure}`
  const body = exchange.status >= 400 ? ` ${truncate(mask(exchange.text).replaceAll(/\s+/g, ' '))}` : ''
  return `${exchange.status} ${contentTypeOf(exchange) || 'without a content type'}${body}`
}

type Judge = (exchange: Exchange) => { expected: string; findings: Finding[] }
const wrongFinding = (field: string, says: string): Finding => ({ kind: 'wrong', field, says })

const checkStatus = (exchange: Exchange, status: number): Finding[] =>
  exchange.status === status
    ? []
    : [wrongFinding('status', `received ${exchange.status || exchange.failure}, expected ${status}`)]
const checkContentType = (exchange: Exchange, type: string): Finding[] =>
  contentTypeOf(exchange) === type
    ? []
    : [wrongFinding('content-type', `received ${contentTypeOf(exchange) || 'none'}, expected ${type}`)]

/** Expects 200, JSON and every field as the contract has it. `alsoExpected` checks the values that the request determines. */
export const judgeSuccess =
  (endpoint: EndpointDefinition, alsoExpected: (answer: unknown) => Finding[] = () => []): Judge =>
  (exchange) => {
    const { json, status } = exchange
    const expected = '200 application/json, every field as the contract has it'
    if (status < 200 || status > 299) return { expected, findings: checkStatus(exchange, 200) }
    const body =
      json === undefined
        ? [wrongFinding('', 'the body is not JSON')]
        : [...compareAnswer(endpoint, json), ...alsoExpected(endpoint.normalize?.(json) ?? json)]
    return {
      expected,
      findings: [...checkStatus(exchange, 200), ...checkContentType(exchange, 'application/json'), ...body],
    }
  }

/** Expects the CSV template (interface 4). */
export const judgeTemplate: Judge = (exchange) => {
  const header = 'phone_number,first_name,last_name,email,custom_field_1,custom_field_2'
  const disposition = exchange.headers['content-disposition'] ?? ''
  const [first = '', ...rows] = exchange.text.trim().split(/\r?\n/)
  const findings = [
    ...checkStatus(exchange, 200),
    ...checkContentType(exchange, 'text/csv'),
    ...(/^attachment\b/i.test(disposition) ? [] : [wrongFinding('content-disposition', 'expected attachment')]),
    ...(first.replace(/^\uFEFF/, '') === header ? [] : [wrongFinding('header line', `expected ${header}`)]),
    ...(rows.length === 2 ? [] : [wrongFinding('example rows', `received ${rows.length}, expected 2`)]),
  ]
  return { expected: '200 text/csv, attachment, the documented columns and two example rows', findings }
}

/** Which of the three body shapes of specification 7 an error has. */
type Form = 'general' | 'sendCall'
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isNonEmptyText = (value: unknown) => typeof value === 'string' && value !== ''
const hasForm: Record<Form, (body: Record<string, unknown>) => boolean> = {
  general: ({ error }) => isRecord(error) && isNonEmptyText(error.code) && isNonEmptyText(error.message),
  sendCall: ({ error, details }) => isNonEmptyText(error) && isNonEmptyText(details),
}
const formNames: Record<Form, string> = {
  general: 'the general form {error: {code, message}}',
  sendCall: 'the form of Send Call {error, details}',
}

export interface ExpectedRefusal {
  status: number
  form: Form
  /** `error.code`, or `error` in the form of Send Call. */
  code: string
}

/** Expects a refusal with this status, form and code (specification 7, interface 6). */
export const judgeRefusal =
  ({ status, form, code }: ExpectedRefusal): Judge =>
  (exchange) => {
    const expected = `${status} application/json, ${formNames[form]}, ${form === 'general' ? 'code' : 'error'} ${JSON.stringify(code)}`
    const findings = checkStatus(exchange, status)
    if (exchange.status === 0) return { expected, findings }
    const { json, text } = exchange
    if (isRecord(json) && hasForm[form](json)) {
      findings.push(...checkContentType(exchange, 'application/json'))
      const received = form === 'general' ? (json.error as Record<string, unknown>).code : json.error
      if (received !== code && findings.length === 0)
        findings.push({
          kind: 'alternate',
          field: form === 'general' ? 'error.code' : 'error',
          says: `received ${JSON.stringify(received)}`,
        })
      return { expected, findings }
    }
    // `readRefusal` returns a default message if it finds none in the body.
    const defaultMessage = readRefusal(exchange.status, '').message
    const readMessage = readRefusal(exchange.status, text).message
    findings.push(
      readMessage === defaultMessage
        ? { kind: 'missing', field: 'error', says: `expected ${formNames[form]}` }
        : {
            kind: 'alternate',
            field: 'error',
            says: `is not ${formNames[form]}; accepted`,
          },
    )
    return { expected, findings }
  }

/** Expects a refusal in the rate limit form (specification 7 and 8). */
export const judgeRateLimit: Judge = (exchange) => {
  const body = isRecord(exchange.json) ? exchange.json : {}
  const fields = { status: 'number', title: 'string', detail: 'string' } as const
  const findings = [
    ...checkStatus(exchange, 429),
    ...checkContentType(exchange, 'application/problem+json'),
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
export function judgeExchange(exchange: Exchange, judge: Judge, mask: (text: string) => string): Outcome {
  const { expected, findings } = judge(exchange)
  return {
    verdict: worstVerdict(findings),
    sent: exchange.requestText,
    received: describeAnswer(exchange, mask),
    expected,
    findings,
  }
}

/** Combines outcomes into the worst one, with the findings of all. */
export function combineOutcomes(outcomes: readonly Outcome[]): Outcome {
  const findings = outcomes.flatMap((outcome) => outcome.findings)
  const verdict = worstVerdict(findings)
  const worst = outcomes.find((outcome) => outcome.verdict === verdict) ?? outcomes[0]
  if (worst === undefined) return unchecked('nothing was sent')
  return { ...worst, verdict, findings }
}
