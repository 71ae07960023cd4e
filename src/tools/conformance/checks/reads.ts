/** Checks the endpoints that change nothing, and collects IDs from their answers for later checks. */
import { isDeepStrictEqual } from 'node:util'
import { fillPath, idPattern, type ServiceEndpointName } from '#contract/index.ts'
import {
  absent,
  type Finding,
  judgeRefusal,
  judgeSuccess,
  judgeTemplate,
  unchecked,
  wrongFinding,
} from '../judge/outcome.ts'
import {
  type Check,
  endpointNames,
  endpointOf,
  fieldsOf,
  idSources,
  parametersOf,
  type Run,
  readAnswer,
  recordsOf,
  sendAndJudge,
  unknownId,
} from './check.ts'
import { createLiveCallCheck } from './live-call.ts'

/** The IDs that the first record of a list provides for later checks. */
const idsFrom: Partial<Record<ServiceEndpointName, (first: Record<string, unknown>) => Record<string, unknown>>> = {
  agentList: ({ id }) => ({ agentId: id }),
  flowList: ({ id }) => ({ flowId: id }),
  conversationList: ({ _id }) => ({ conversationId: _id }),
  messagingAgentList: ({ _id }) => ({ messagingAgentId: _id }),
  messageFlowList: ({ _id }) => ({ messageFlowId: _id }),
}

function rememberIds({ knownIds }: Run, name: ServiceEndpointName, answer: unknown): void {
  const ids: Record<string, unknown> = idsFrom[name]?.(recordsOf(answer)[0] ?? {}) ?? {}
  if (name === 'batchCallList') {
    // A completed call has all fields.
    const calls = recordsOf(answer)
    ids.jobId = (calls.find(({ status }) => status === 'completed') ?? calls[0])?.jobId
  }
  for (const [parameter, value] of Object.entries(ids)) {
    if (typeof value === 'string' && idPattern.test(value) && !knownIds.has(parameter)) knownIds.set(parameter, value)
  }
  if (name !== 'callHistory') return
  const callOfBatch = recordsOf(answer).find(({ batchId }) => typeof batchId === 'string' && idPattern.test(batchId))
  if (callOfBatch !== undefined && !knownIds.has('batchId')) knownIds.set('batchId', String(callOfBatch.batchId))
}

/** Finds counts that do not add up within one answer (interface 4). */
const countsByEndpoint: Partial<Record<ServiceEndpointName, (answer: Record<string, unknown>) => Finding[]>> = {
  batchShow: ({ progress }) => checkSum(fieldsOf(progress), 'progress'),
  batchProgress: (answer) => checkSum(answer, ''),
  batchCallList: ({ summary }) => checkSum(fieldsOf(summary), 'summary'),
  activeCallList: ({ data, count }) =>
    !Array.isArray(data) || count === data.length
      ? []
      : [wrongFinding('count', `received ${JSON.stringify(count)}, but ${data.length} calls`)],
}
function checkSum(counts: Record<string, unknown>, field: string): Finding[] {
  const parts = ['waiting', 'active', 'completed', 'failed', 'cancelled'].map((name) => Number(counts[name] ?? 0))
  const sum = parts.reduce((total, part) => total + part, 0)
  if (Number.isNaN(sum) || typeof counts.total !== 'number' || sum === counts.total) return []
  const says = `waiting + active + completed + failed + cancelled is ${sum}, total is ${counts.total}`
  return [{ kind: 'wrong', field, says }]
}
export const checkCounts = (name: ServiceEndpointName) => (answer: unknown) =>
  countsByEndpoint[name]?.(fieldsOf(answer)) ?? []

/** A valid file with one row and a fictional number. */
export const validFile = 'phone_number,first_name\n+14155550134,Dana\n'
const fileWithErrors = 'phone_number,first_name\n+14155550134,A\n4155550135,B\n+14155550134,C\n,D\n'

const createAnswerCheck = (name: ServiceEndpointName): Check => {
  const endpoint = endpointOf(name)
  return {
    endpoint: name,
    name: 'answers as documented',
    section: endpoint.section,
    requests: 1,
    run: async (run) => {
      const needed = parametersOf(endpoint).find((parameter) => !run.knownIds.has(parameter))
      if (needed !== undefined) return unchecked(`needs ${idSources[needed]}`)
      const path = fillPath(endpoint.path, Object.fromEntries(run.knownIds))
      const upload = endpoint.upload && { file: validFile, fields: {} }
      const judge = endpoint.response === undefined ? judgeTemplate : judgeSuccess(endpoint, checkCounts(name))
      const outcome = await sendAndJudge(run, { method: endpoint.method, path, ...(upload && { upload }) }, judge)
      const { exchange } = outcome
      const isList = parametersOf(endpoint).length === 0 && endpoint.method === 'GET'
      if (endpoint.extension !== undefined && isList && [404, 405, 501].includes(exchange.status)) {
        run.absentCapabilities.add(endpoint.extension)
        return absent
      }
      if (exchange.status === 200) rememberIds(run, name, readAnswer(endpoint, exchange))
      return outcome
    },
  }
}

/** Validate and Preview with a file that has several kinds of mistakes (interface 4). */
const csvChecks: Check[] = [
  {
    endpoint: 'batchValidate',
    name: 'reports each problem with its row, in counts that do not overlap',
    section: 'interface 4',
    requests: 1,
    run: (run) =>
      sendAndJudge(
        run,
        { method: 'POST', path: endpointOf('batchValidate').path, upload: { file: fileWithErrors, fields: {} } },
        judgeSuccess(endpointOf('batchValidate'), (answer) => {
          const { errors, columns, ...counts } = fieldsOf(answer)
          const expected = {
            valid: false,
            totalRows: 4,
            validRows: 1,
            invalidRows: 2,
            duplicateRows: 1,
            truncated: false,
          }
          const rows = (Array.isArray(errors) ? errors : [])
            .map(fieldsOf)
            .map(({ row, code, column, value }) => [row, code, column, value || '(empty)'].join(' '))
            .join(', ')
          const problems =
            '3 invalid_number phone_number 4155550135, 4 duplicate_number phone_number +14155550134, 5 missing_number phone_number (empty)'
          return [
            ...Object.entries(expected).flatMap(([field, value]): Finding[] =>
              counts[field] === value
                ? []
                : [{ kind: 'wrong', field, says: `received ${JSON.stringify(counts[field])}, expected ${value}` }],
            ),
            ...(isDeepStrictEqual(columns, ['phone_number', 'first_name'])
              ? []
              : [wrongFinding('columns', 'expected phone_number and first_name')]),
            ...(rows === problems
              ? []
              : [
                  { kind: 'wrong', field: 'errors', says: `received ${rows || 'none'}, expected ${problems}` } as const,
                ]),
          ]
        }),
      ),
  },
  {
    endpoint: 'batchPreview',
    name: 'returns the first row, within the limit',
    section: 'interface 4',
    requests: 1,
    run: (run) =>
      sendAndJudge(
        run,
        {
          method: 'POST',
          path: `${endpointOf('batchPreview').path}?limit=1`,
          upload: { file: fileWithErrors, fields: {} },
        },
        judgeSuccess(endpointOf('batchPreview'), (answer) => {
          const { rows, totalRows, columns, delimiter, encoding } = fieldsOf(answer)
          const [row] = Array.isArray(rows) && rows.length === 1 ? rows : []
          const isFirst = isDeepStrictEqual(row, { phone_number: '+14155550134', first_name: 'A' })
          const isFormat = delimiter === ',' && /^utf-?8$/i.test(String(encoding))
          return [
            ...(isFirst && totalRows === 4 ? [] : [wrongFinding('rows', 'expected the first row of 4')]),
            ...(isDeepStrictEqual(columns, ['phone_number', 'first_name'])
              ? []
              : [wrongFinding('columns', 'expected phone_number and first_name')]),
            ...(isFormat ? [] : [wrongFinding('delimiter', 'expected a comma and UTF-8')]),
          ]
        }),
      ),
  },
]

/** Reads an unknown call of a known batch, which is refused in the general form with an additional `status` (interface 4). */
const unknownCallCheck: Check = {
  endpoint: 'batchCallShow',
  name: 'refuses an unknown call of a batch',
  section: 'interface 4',
  requests: 1,
  run: (run) => {
    const batchId = run.knownIds.get('batchId')
    if (batchId === undefined) return Promise.resolve(unchecked(`needs ${idSources.batchId}`))
    const path = fillPath(endpointOf('batchCallShow').path, { batchId, jobId: unknownId('jobId') })
    const general = judgeRefusal({ status: 404, form: 'general', code: 'not_found' })
    return sendAndJudge(run, { method: 'GET', path }, (exchange) => {
      const judgement = general(exchange)
      const { status } = fieldsOf(exchange.json)
      const statusFindings: Finding[] =
        status === 'not_found' ? [] : [{ kind: 'missing', field: 'status', says: 'expected "not_found"' }]
      const expected = `${judgement.expected}, status "not_found"`
      return { ...judgement, expected, findings: [...judgement.findings, ...statusFindings] }
    })
  },
}

export const readingEndpoints = endpointNames.filter((name) => endpointOf(name).effect === null)
/** The endpoints without path parameters. They are checked first, because they provide IDs. */
const listEndpoints = readingEndpoints.filter(
  (name) => endpointOf(name).method === 'GET' && !endpointOf(name).path.includes('{'),
)

export const listChecks: Check[] = listEndpoints.map(createAnswerCheck)
export const readChecks: Check[] = [
  createLiveCallCheck(),
  ...readingEndpoints
    .filter((name) => !listEndpoints.includes(name) && name !== 'activeCallShow')
    .map(createAnswerCheck),
  ...csvChecks,
  unknownCallCheck,
]
