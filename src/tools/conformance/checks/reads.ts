/** Checks the endpoints that change nothing, and collects IDs from their answers for later checks. */
import { fillPath, pageLimit, type ServiceEndpointName } from '#contract/index.ts'
import {
  absent,
  combineOutcomes,
  type Finding,
  judgeExchange,
  judgeRefusal,
  judgeSuccess,
  judgeTemplate,
  unchecked,
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
  batchCallList: ({ jobId }) => ({ jobId }),
  conversationList: ({ _id }) => ({ conversationId: _id }),
  messagingAgentList: ({ _id }) => ({ messagingAgentId: _id }),
  messageFlowList: ({ _id }) => ({ messageFlowId: _id }),
}

function rememberIds({ knownIds }: Run, name: ServiceEndpointName, answer: unknown): void {
  const ids = idsFrom[name]?.(recordsOf(answer)[0] ?? {}) ?? {}
  for (const [parameter, value] of Object.entries(ids)) {
    if (typeof value === 'string' && value !== '' && !knownIds.has(parameter)) knownIds.set(parameter, value)
  }
  if (name !== 'callHistory') return
  const callOfBatch = recordsOf(answer).find(({ batchId }) => typeof batchId === 'string' && batchId !== '')
  if (callOfBatch !== undefined && !knownIds.has('batchId')) knownIds.set('batchId', String(callOfBatch.batchId))
}

/** Finds counts that do not add up within one answer (interface 4). */
const countsByEndpoint: Partial<Record<ServiceEndpointName, (answer: Record<string, unknown>) => Finding[]>> = {
  batchShow: ({ progress }) => checkSum(fieldsOf(progress), 'progress'),
  batchProgress: (answer) => checkSum(answer, ''),
  batchCallList: ({ summary }) => checkSum(fieldsOf(summary), 'summary'),
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

/** The names of an endpoint's query parameters. */
const queryParametersOf = (name: ServiceEndpointName): string[] => {
  // Interface 7 gives this list no pages. The embedded service's are an addition that no other service has to have.
  if (name === 'conversationList') return []
  const query = endpointOf(name).query as { _zod: { def: { shape?: object } } } | undefined
  return Object.keys(query?._zod.def.shape ?? {})
}

const createLimitCheck = (name: ServiceEndpointName): Check => {
  const endpoint = endpointOf(name)
  return {
    endpoint: name,
    name: 'respects the limit',
    section: 'interface 3',
    requests: 1,
    run: async (run) => {
      const needed = parametersOf(endpoint).find((parameter) => !run.knownIds.has(parameter))
      if (needed !== undefined) return unchecked(`needs ${idSources[needed]}`)
      const path = `${fillPath(endpoint.path, Object.fromEntries(run.knownIds))}?page=1&limit=1`
      return sendAndJudge(
        run,
        { method: 'GET', path },
        judgeSuccess(endpoint, (answer) => {
          const { length } = recordsOf(answer)
          return length <= 1
            ? []
            : [{ kind: 'wrong', field: 'limit', says: `received ${length} records, expected at most 1` }]
        }),
      )
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
          const { errors, ...counts } = fieldsOf(answer)
          const expected = { valid: false, totalRows: 4, validRows: 1, invalidRows: 2, duplicateRows: 1 }
          const rows = (Array.isArray(errors) ? errors : []).map((error) => `${error?.row} ${error?.code}`).join(', ')
          const problems = '3 invalid_number, 4 duplicate_number, 5 missing_number'
          return [
            ...Object.entries(expected).flatMap(([field, value]): Finding[] =>
              counts[field] === value
                ? []
                : [{ kind: 'wrong', field, says: `received ${JSON.stringify(counts[field])}, expected ${value}` }],
            ),
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
    name: 'respects the limit',
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
          const { rows, totalRows } = fieldsOf(answer)
          const isCorrect = Array.isArray(rows) && rows.length === 1 && totalRows === 4
          return isCorrect ? [] : [{ kind: 'wrong', field: 'rows', says: 'expected 1 row of 4' }]
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

const readingEndpoints = endpointNames.filter((name) => endpointOf(name).effect === null)
/** The endpoints without path parameters. They are checked first, because they provide IDs. */
const listEndpoints = readingEndpoints.filter(
  (name) => endpointOf(name).method === 'GET' && !endpointOf(name).path.includes('{'),
)

export const listChecks: Check[] = listEndpoints.map(createAnswerCheck)
export const readChecks: Check[] = [
  createLiveCallCheck(() => undefined),
  ...readingEndpoints
    .filter((name) => !listEndpoints.includes(name) && name !== 'activeCallShow')
    .map(createAnswerCheck),
  ...csvChecks,
  unknownCallCheck,
  ...readingEndpoints.filter((name) => queryParametersOf(name).includes('page')).map(createLimitCheck),
]

/** Invalid pages and limits (interface 3 and 4). */
export const pagingChecks: Check[] = readingEndpoints
  .filter((name) => queryParametersOf(name).includes('limit'))
  .map((name) => {
    const endpoint = endpointOf(name)
    const hasPages = queryParametersOf(name).includes('page')
    const invalidQueries = [...(hasPages ? ['page=0'] : []), 'limit=0', `limit=${pageLimit.most + 1}`]
    return {
      endpoint: name,
      name: hasPages ? 'refuses an invalid page or limit' : 'refuses an invalid limit',
      section: hasPages ? 'interface 3' : 'interface 4',
      requests: invalidQueries.length,
      run: async (run) => {
        const needed = parametersOf(endpoint).find((parameter) => !run.knownIds.has(parameter))
        if (needed !== undefined) return unchecked(`needs ${idSources[needed]}`)
        const path = fillPath(endpoint.path, Object.fromEntries(run.knownIds))
        const upload = endpoint.upload && { file: validFile, fields: {} }
        const outcomes = []
        for (const query of invalidQueries) {
          const exchange = await run.client.send({
            method: endpoint.method,
            path: `${path}?${query}`,
            ...(upload && { upload }),
          })
          outcomes.push(
            judgeExchange(exchange, judgeRefusal({ status: 400, form: 'general', code: 'invalid_request' }), run.mask),
          )
        }
        return combineOutcomes(outcomes)
      },
    }
  })
