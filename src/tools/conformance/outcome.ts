/** What a check finds out, and how answers are held against what the interface says. */
import { type EndpointDefinition, readRefusal } from '#contract/index.ts'
import type { Exchange } from './client.ts'
import { compare, type Finding } from './shape.ts'

/**
 * conforms; otherwise: in another spelling that is read all the same; missing, wrong: does not conform; unchecked: what it takes
 * was not there; absent: an optional endpoint that this service does not have.
 */
export const verdicts = ['conforms', 'otherwise', 'missing', 'wrong', 'unchecked', 'absent'] as const
export type Verdict = (typeof verdicts)[number]

export interface Outcome {
  verdict: Verdict
  /** '' where nothing was sent. */
  sent: string
  came: string
  expected: string
  findings: Finding[]
}

export const unchecked = (why: string): Outcome => ({
  verdict: 'unchecked',
  sent: '',
  came: '',
  expected: why,
  findings: [],
})
export const absent: Outcome = {
  verdict: 'absent',
  sent: '',
  came: '',
  expected: 'optional; this service does not have it',
  findings: [],
}

const graver = { wrong: 3, missing: 2, otherwise: 1, word: 0 } as const
const gravest = (findings: readonly Finding[]): Verdict => {
  const most = Math.max(0, ...findings.map(({ kind }) => graver[kind]))
  return (['conforms', 'otherwise', 'missing', 'wrong'] as const)[most] as Verdict
}

const typeOf = ({ headers }: Exchange) => (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
const brief = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

/** What came, for a reader. The body only of a refusal: other answers hold names and numbers. */
export function came(exchange: Exchange, mask: (text: string) => string): string {
  if (exchange.status === 0) return `no answer: ${exchange.failure}`
  const body = exchange.status >= 400 ? ` ${brief(mask(exchange.text).replaceAll(/\s+/g, ' '))}` : ''
  return `${exchange.status} ${typeOf(exchange) || 'without a content type'}${body}`
}

type Judge = (exchange: Exchange) => { expected: string; findings: Finding[] }
const wrong = (field: string, says: string): Finding => ({ kind: 'wrong', field, says })

const statusIs = (exchange: Exchange, status: number): Finding[] =>
  exchange.status === status ? [] : [wrong('status', `came ${exchange.status || exchange.failure}, expected ${status}`)]
const typeIs = (exchange: Exchange, type: string): Finding[] =>
  typeOf(exchange) === type ? [] : [wrong('content-type', `came ${typeOf(exchange) || 'none'}, expected ${type}`)]

/** 200, JSON, every field as the contract has it, and whatever else this request makes certain. */
export const success =
  (endpoint: EndpointDefinition, certain: (answer: unknown) => Finding[] = () => []): Judge =>
  (exchange) => {
    const { json, status } = exchange
    const expected = '200 application/json, every field as the contract has it'
    if (status < 200 || status > 299) return { expected, findings: statusIs(exchange, 200) }
    const body =
      json === undefined
        ? [wrong('', 'the body is not JSON')]
        : [...compare(endpoint, json), ...certain(endpoint.respell?.(json) ?? json)]
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
    ...(rows.length === 2 ? [] : [wrong('example rows', `came ${rows.length}, expected 2`)]),
  ]
  return { expected: '200 text/csv, attachment, the known columns and two example rows', findings }
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
  /** The word for programs, or the `error` of Send Call. */
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
      const said = form === 'general' ? (json.error as Record<string, unknown>).code : json.error
      if (said !== code && findings.length === 0)
        findings.push({
          kind: 'otherwise',
          field: form === 'general' ? 'error.code' : 'error',
          says: `came ${JSON.stringify(said)}`,
        })
      return { expected, findings }
    }
    // What the reader of refusals makes its own sentence of said nothing that could be read.
    const nothing = readRefusal(exchange.status, '').message
    const read = readRefusal(exchange.status, text).message
    findings.push(
      read === nothing
        ? { kind: 'missing', field: 'error', says: `expected ${formNames[form]}` }
        : {
            kind: 'otherwise',
            field: 'error',
            says: `came in another form than ${formNames[form]}; read all the same`,
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
            says: 'expected seconds',
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
  return { verdict: gravest(findings), sent: exchange.sent, came: came(exchange, mask), expected, findings }
}

/** Several outcomes of one check are one: the gravest, with the findings of all. */
export function together(outcomes: readonly Outcome[]): Outcome {
  const findings = outcomes.flatMap((outcome) => outcome.findings)
  const verdict = gravest(findings)
  const worst = outcomes.find((outcome) => outcome.verdict === verdict) ?? outcomes[0]
  if (worst === undefined) return unchecked('nothing was sent')
  return { ...worst, verdict, findings }
}
