/** The outcomes of checks, and the functions that judge an answer. */
import { type EndpointDefinition, readRefusal } from '#contract/index.ts'
import { compareAnswer, type DifferenceKind, describeDifference } from '#server/gateway/upstream/compare-answer.ts'
import { endpointOfRequest } from '#server/gateway/upstream/endpoint-of-request.ts'
import type { Exchange } from '../run/client.ts'
import { type Document, documentOf, documentsOfAnswer, sectionOfField } from './demands.ts'
import { type Usability, usabilityOfRefusal, usabilityOfSuccess, worstUsability } from './usability.ts'

/** What differs from the documents, and the section that demands it. Absent: the section of the check. */
export interface Finding {
  kind: Exclude<DifferenceKind, 'added'>
  /** The path of the field in the contract's spelling, such as `agents[].voice.provider`; '' for the whole answer. */
  field: string
  /** What was received and expected. Only types and known words, since an answer may contain names and phone numbers. */
  says: string
  section?: string
}

/** What differs in the fields of an answer. */
const compareFields = (endpoint: EndpointDefinition, json: unknown): Finding[] =>
  compareAnswer(endpoint, json).flatMap((difference) => {
    const { kind, field } = difference
    return kind === 'added' ? [] : [{ kind, field, says: describeDifference(difference) }]
  })

/**
 * The verdict of a check:
 * - alternate: a field has another spelling or an undocumented word, which Switchboard accepts
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
  /** The documents that demand something of this answer. */
  documents: readonly Document[]
  /** Whether Switchboard can work with the answer. */
  usability: Usability
}

const nothingToUse: Usability = { use: 'works', consequence: '' }
export const unchecked = (why: string): Outcome => ({
  verdict: 'unchecked',
  sent: '',
  received: '',
  expected: why,
  findings: [],
  documents: [],
  usability: nothingToUse,
})
export const absent: Outcome = { ...unchecked('optional; this service does not have it'), verdict: 'absent' }

const severity = { wrong: 3, missing: 2, alternate: 1, word: 1 } as const
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

export interface Judgement {
  expected: string
  findings: Finding[]
  documents: readonly Document[]
  usability: Usability
}
export type Judge = (exchange: Exchange) => Judgement

export const wrongFinding = (field: string, says: string, section?: string): Finding => ({
  kind: 'wrong',
  field,
  says,
  ...(section !== undefined && { section }),
})

/** @param section absent: the section of the check */
const checkStatus = (exchange: Exchange, status: number, section?: string): Finding[] =>
  exchange.status === status
    ? []
    : [wrongFinding('status', `received ${exchange.status || exchange.failure}, expected ${status}`, section)]
const checkContentType = (exchange: Exchange, type: string, section: string): Finding[] =>
  contentTypeOf(exchange) === type
    ? []
    : [wrongFinding('content-type', `received ${contentTypeOf(exchange) || 'none'}, expected ${type}`, section)]

/** Expects 200, JSON and every field as the contract has it. `alsoExpected` checks the values that the request determines. */
export const judgeSuccess =
  (endpoint: EndpointDefinition, alsoExpected: (answer: unknown) => Finding[] = () => []): Judge =>
  (exchange) => {
    const { json, status } = exchange
    const documents = documentsOfAnswer(endpoint)
    const statusSection = endpoint.extension === undefined ? 'specification 7' : endpoint.section
    const findings = checkStatus(exchange, 200, statusSection)
    if (status >= 200 && status <= 299) {
      // Specification 1: "It accepts and returns JSON".
      findings.push(...checkContentType(exchange, 'application/json', 'specification 1'))
      if (json === undefined) findings.push(wrongFinding('', 'the body is not JSON', 'specification 1'))
      else {
        const fieldFindings = compareFields(endpoint, json)
        fieldFindings.push(...alsoExpected(endpoint.normalize?.(json) ?? json))
        findings.push(
          ...fieldFindings.map((finding) => ({ section: sectionOfField(endpoint, finding.field), ...finding })),
        )
      }
    }
    const expected = '200 application/json, every field as documented'
    return { expected, findings, documents, usability: usabilityOfSuccess(exchange, findings) }
  }

/** Expects the CSV template (interface 4). */
export const judgeTemplate: Judge = (exchange) => {
  const header = 'phone_number,first_name,last_name,email,custom_field_1,custom_field_2'
  const disposition = exchange.headers['content-disposition'] ?? ''
  const [first = '', ...rows] = exchange.text.trim().split(/\r?\n/)
  const section = 'interface 4'
  const findings = [
    ...checkStatus(exchange, 200, 'specification 7'),
    ...checkContentType(exchange, 'text/csv', section),
    ...(/^attachment\b/i.test(disposition)
      ? []
      : [wrongFinding('content-disposition', 'expected attachment', section)]),
    ...(first.replace(/^\uFEFF/, '') === header ? [] : [wrongFinding('header line', `expected ${header}`, section)]),
    ...(rows.length === 2 ? [] : [wrongFinding('example rows', `received ${rows.length}, expected 2`, section)]),
  ]
  return {
    expected: '200 text/csv, attachment, the documented columns and two example rows',
    findings,
    documents: ['specification', 'interface'],
    usability: usabilityOfSuccess(exchange, findings),
  }
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
    const isOptional = endpointOfRequest(exchange.request)?.endpoint.extension !== undefined
    const documents: Document[] = [
      ...(isOptional ? [] : (['specification'] as const)),
      ...(form === 'general' ? (['interface'] as const) : []),
    ]
    const findings = checkStatus(exchange, status)
    const judgement = () => ({ expected, findings, documents, usability: usabilityOfRefusal(exchange, status) })
    if (exchange.status === 0) return judgement()
    const { json, text } = exchange
    if (isRecord(json) && hasForm[form](json)) {
      findings.push(...checkContentType(exchange, 'application/json', 'specification 1'))
      const received = form === 'general' ? (json.error as Record<string, unknown>).code : json.error
      if (received !== code && exchange.status === status)
        findings.push({
          kind: 'alternate',
          field: form === 'general' ? 'error.code' : 'error',
          says: `received ${JSON.stringify(received)}`,
          section: form === 'general' ? 'interface 6' : 'specification 7',
        })
      return judgement()
    }
    // An answer that should have been a refusal but is a success has no error form to judge.
    if (exchange.status < 300) return judgement()
    // `readRefusal` returns a default message if it finds none in the body.
    const defaultMessage = readRefusal(exchange.status, '').message
    const isReadable = readRefusal(exchange.status, text).message !== defaultMessage
    findings.push({
      ...(isReadable
        ? { kind: 'alternate', field: 'error', says: `is not ${formNames[form]}; accepted` }
        : { kind: 'missing', field: 'error', says: `expected ${formNames[form]}` }),
      section: 'specification 7',
    })
    return judgement()
  }

/** Expects a refusal in the rate limit form (specification 7 and 8). */
export const judgeRateLimit: Judge = (exchange) => {
  const body = isRecord(exchange.json) ? exchange.json : {}
  const retryAfter = exchange.headers['retry-after'] ?? ''
  const fields = { status: 'number', title: 'string', detail: 'string' } as const
  const findings: Finding[] = [
    ...checkStatus(exchange, 429, 'specification 8.4'),
    ...checkContentType(exchange, 'application/problem+json', 'specification 7'),
    ...(/^\d+$/.test(retryAfter)
      ? []
      : [
          {
            kind: retryAfter === '' ? 'missing' : 'wrong',
            field: 'Retry-After',
            says: 'expected a number of seconds',
            section: 'specification 8.4',
          } as const,
        ]),
    ...Object.entries(fields).flatMap(([field, type]): Finding[] =>
      typeof body[field] === type
        ? []
        : [{ kind: 'missing', field, says: `expected a ${type}`, section: 'specification 7' }],
    ),
    ...(body.status === undefined || body.status === 429
      ? []
      : [wrongFinding('status', 'differs from the status of the answer', 'specification 7')]),
  ]
  const usability: Usability =
    exchange.status === 429
      ? retryAfter === ''
        ? { use: 'limited', consequence: 'Switchboard pauses for a minute, because it is not told how long to wait.' }
        : nothingToUse
      : { use: 'limited', consequence: 'Switchboard does not notice the limit and goes on.' }
  const expected = '429 application/problem+json {status, title, detail} with Retry-After in seconds'
  return { expected, findings, documents: ['specification'], usability }
}

/** Judges one answer. */
export function judgeExchange(exchange: Exchange, judge: Judge, mask: (text: string) => string): Outcome {
  const judgement = judge(exchange)
  return {
    ...judgement,
    verdict: worstVerdict(judgement.findings),
    sent: exchange.requestText,
    received: describeAnswer(exchange, mask),
  }
}

/** Combines outcomes into the worst one, with the findings of all. */
export function combineOutcomes(outcomes: readonly Outcome[]): Outcome {
  const all = outcomes.flatMap((outcome) => outcome.findings)
  // What several answers have in common is reported once.
  const findings = [...new Map(all.map((finding) => [JSON.stringify(finding), finding])).values()]
  const verdict = worstVerdict(findings)
  const worst = outcomes.find((outcome) => outcome.verdict === verdict) ?? outcomes[0]
  if (worst === undefined) return unchecked('nothing was sent')
  return {
    ...worst,
    verdict,
    findings,
    documents: [...new Set(outcomes.flatMap(({ documents }) => documents))],
    usability: worstUsability(outcomes.map(({ usability }) => usability)),
  }
}

/** How a check stands against one document: it meets it, differs from it, or the document demands nothing here. */
export type Standing = 'meets' | 'differs' | 'silent'

/** @param section of the check, to which findings without a section belong */
export function standingOf(
  { documents, findings }: Pick<Outcome, 'documents' | 'findings'>,
  section: string,
  document: Document,
): Standing {
  if (findings.some((finding) => documentOf(finding.section ?? section) === document)) return 'differs'
  return documents.includes(document) ? 'meets' : 'silent'
}
