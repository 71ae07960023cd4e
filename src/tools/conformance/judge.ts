/** Judges single answers: successes by the comparison that the gateway itself makes of every answer, refusals by their status and code. */
import { type EndpointDefinition, headers as headerNames } from '#contract/index.ts'
import { compareAnswer, type DifferenceKind, describeDifference } from '#server/gateway/upstream/compare-answer.ts'
import { endpointOfRequest } from '#server/gateway/upstream/endpoint-of-request.ts'
import { compareRefusal } from '#server/gateway/upstream/service-drift.ts'
import type { Exchange, Outgoing } from './client.ts'

export interface Finding {
  kind: Exclude<DifferenceKind, 'added'>
  /** The path of the field in the contract's spelling, such as `agents[].voice.provider`; '' for the whole answer. */
  field: string
  /** What was received and expected. Only types and known words, since an answer may contain names and phone numbers. */
  says: string
}

/**
 * The verdict of a check:
 * - alternate: a field has another spelling or an undocumented word, which Switchboard accepts
 * - missing, wrong: the answer does not conform
 * - unchecked: something that the check needs was not available
 * - absent: the service does not have this optional endpoint
 */
export type Verdict = 'conforms' | 'alternate' | 'missing' | 'wrong' | 'unchecked' | 'absent'

export interface Outcome {
  verdict: Verdict
  /** The request as text; '' if nothing was sent. */
  sent: string
  received: string
  /** For unchecked: what it needs. */
  expected: string
  findings: Finding[]
}

const nothing = { sent: '', received: '', findings: [] }
export const unchecked = (why: string): Outcome => ({ ...nothing, verdict: 'unchecked', expected: why })
export const absent: Outcome = { ...unchecked('optional; this service does not have it'), verdict: 'absent' }

type Fields = Record<string, unknown>
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** The answer in the contract's spelling, as far as it can be read. */
export function readAnswer({ outgoing, json }: Exchange): unknown {
  return endpointOfRequest(outgoing)?.endpoint.normalize?.(json) ?? json
}

export const wrong = (field: string, says: string): Finding => ({ kind: 'wrong', field, says })

const checkStatus = ({ status, failure }: Exchange, expected: number): Finding[] =>
  status === expected ? [] : [wrong('status', `received ${status || failure}, expected ${expected}`)]

/** What the gateway's comparison finds. Fields that the contract does not have are allowed. */
function compare(endpoint: EndpointDefinition, { status, text, json }: Exchange): Finding[] {
  if (status >= 200 && status < 300 && endpoint.response !== undefined && json === undefined)
    return [wrong('', 'the body is not JSON')]
  const differences =
    status >= 400 ? compareRefusal(endpoint, status, text) : status >= 200 ? compareAnswer(endpoint, json) : []
  return differences.flatMap((difference) =>
    difference.kind === 'added'
      ? []
      : [{ kind: difference.kind, field: difference.field, says: describeDifference(difference) }],
  )
}

const contains = (whole: unknown, part: unknown): boolean => {
  if (Array.isArray(part))
    return Array.isArray(whole) && part.length === whole.length && part.every((item, i) => contains(whole[i], item))
  if (typeof part !== 'object' || part === null) return whole === part
  return Object.entries(part).every(([key, value]) => contains(fieldsOf(whole)[key], value))
}

export interface Expected {
  words: string
  find: (exchange: Exchange, endpoint: EndpointDefinition) => Finding[]
}

/** Expects 200 and every field as the contract has it. @param fields and these values, which the request determines */
export const success = (fields: Fields = {}): Expected => ({
  words: '200 application/json, every field as documented',
  find: (exchange, endpoint) => [
    ...checkStatus(exchange, 200),
    ...(exchange.status === 200
      ? [...compare(endpoint, exchange), ...differingFields(readAnswer(exchange), fields)]
      : []),
  ],
})

const differingFields = (answer: unknown, wanted: Fields): Finding[] =>
  Object.entries(wanted).flatMap(([field, value]) =>
    contains(fieldsOf(answer)[field], value) ? [] : [wrong(field, 'differs from what was sent or is documented')],
  )

/** Expects the CSV template (interface 4). */
export const template: Expected = {
  words: '200 text/csv with the column phone_number',
  find: (exchange) => [
    ...checkStatus(exchange, 200),
    ...(/^\uFEFF?phone_number,/.test(exchange.text) ? [] : [wrong('header line', 'expected phone_number first')]),
  ],
}

/** Expects a refusal in a documented form (specification 7). @param code `error.code`, or `error` in the form of Send Call */
export const refusal = (status: number, code: string): Expected => ({
  words: `${status} {error: {code, message}}, code ${JSON.stringify(code)}`,
  find(exchange, endpoint) {
    const findings = checkStatus(exchange, status)
    if (exchange.status < 400) return findings
    findings.push(...compare(endpoint, exchange))
    const { error } = fieldsOf(exchange.json)
    const received = typeof error === 'string' ? error : fieldsOf(error).code
    if (exchange.status === status && received !== code)
      findings.push({ kind: 'alternate', field: 'error.code', says: `received ${JSON.stringify(received)}` })
    return findings
  },
})

const severity = ['conforms', 'alternate', 'missing', 'wrong'] as const
const worst = (findings: readonly Finding[]) =>
  severity[Math.max(0, ...findings.map(({ kind }) => severity.indexOf(kind === 'word' ? 'alternate' : kind)))] ??
  'conforms'

/** Masks phone numbers except for their first and last digits. */
const maskNumbers = (text: string) =>
  text.replace(/(\+\d)\d{4,}(\d\d)(?!\d)/g, '$1…$2').replace(/(?<![\w-])\d{9,15}(?![\w-])/g, '…')

/** Creates a function that masks the key and phone numbers in a text. */
export const createMask = (apiKey: string) => (text: string) => maskNumbers(text.replaceAll(apiKey, '•••'))
export type Mask = ReturnType<typeof createMask>

/** Describes a request in one line of text. */
function describeRequest({ method, path, body, upload, headers = {} }: Outgoing): string {
  const changedHeaders = Object.entries(headers).map(([name, value]) =>
    value === null ? `without ${name}` : `${name}: ${name === headerNames.apiKey ? '(an unknown key)' : value}`,
  )
  const content = body ?? upload
  return [`${method} ${path}`, ...changedHeaders, ...(content === undefined ? [] : [JSON.stringify(content)])].join(
    ', ',
  )
}

/** The answer as text. Only refusals include the body, since other answers contain names and phone numbers. */
function describeAnswer({ status, failure, headers, text }: Exchange): string {
  if (status === 0) return `no answer: ${failure}`
  const type = headers.get('content-type')?.split(';')[0] ?? 'without a content type'
  return `${status} ${type}${status >= 400 ? ` ${text.replaceAll(/\s+/g, ' ').slice(0, 200)}` : ''}`
}

/** Judges one answer. */
export function judge(exchange: Exchange, expected: Expected, mask: Mask): Outcome {
  const endpoint = endpointOfRequest(exchange.outgoing)?.endpoint
  if (endpoint === undefined) throw new RangeError(`${exchange.outgoing.path} is not in the contract`)
  const findings = expected.find(exchange, endpoint)
  return {
    verdict: worst(findings),
    sent: mask(describeRequest(exchange.outgoing)),
    received: mask(describeAnswer(exchange)),
    expected: expected.words,
    findings,
  }
}

/** Combines outcomes into the worst one, with the findings of all. What several have in common is reported once. */
export function combine(outcomes: readonly Outcome[]): Outcome {
  const all = outcomes.flatMap(({ findings }) => findings)
  const findings = [...new Map(all.map((finding) => [JSON.stringify(finding), finding])).values()]
  const verdict = worst(findings)
  const decisive = outcomes.find((outcome) => outcome.verdict === verdict) ?? outcomes[0]
  return decisive === undefined ? unchecked('nothing was sent') : { ...decisive, verdict, findings }
}
