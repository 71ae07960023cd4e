/** Checks the endpoints that change nothing, and collects IDs from their answers for later checks. */
import { fillPath, pageLimit, type ServiceEndpointName } from '#contract/index.ts'
import type { Finding } from './compare-answer.ts'
import { absent, judged, refusal, success, template, together, unchecked } from './outcome.ts'
import {
  ask,
  type Check,
  endpointNames,
  endpointOf,
  fieldsOf,
  parametersOf,
  type Run,
  readAnswer,
  recordsOf,
  unknownId,
} from './run.ts'

/** What each ID can come from. */
const idSources: Record<string, string> = {
  agentId: '--agent, or an agent in the list',
  flowId: 'a flow in the list',
  batchId: '--batch, or --effects with --number',
  jobId: '--batch, or --effects with --number',
  conversationId: '--conversation',
  roomName: '--room (of a call in progress), or --effects with --number',
  messagingAgentId: 'a messaging agent in the list',
  messageFlowId: 'a message flow in the list',
}

/** The IDs that an answer provides. Known IDs are kept. */
const idsFrom: Partial<Record<ServiceEndpointName, (first: Record<string, unknown>) => Record<string, unknown>>> = {
  agentList: ({ id }) => ({ agentId: id }),
  flowList: ({ id }) => ({ flowId: id }),
  batchCallList: ({ jobId }) => ({ jobId }),
  conversationList: ({ _id }) => ({ conversationId: _id }),
  messagingAgentList: ({ _id }) => ({ messagingAgentId: _id }),
  messageFlowList: ({ _id }) => ({ messageFlowId: _id }),
}

function learn({ known }: Run, name: ServiceEndpointName, answer: unknown): void {
  const found = idsFrom[name]?.(recordsOf(answer)[0] ?? {}) ?? {}
  for (const [parameter, value] of Object.entries(found)) {
    if (typeof value === 'string' && value !== '' && !known.has(parameter)) known.set(parameter, value)
  }
  if (name !== 'callHistory') return
  const inBatch = recordsOf(answer).find(({ batchId }) => typeof batchId === 'string' && batchId !== '')
  if (inBatch !== undefined && !known.has('batchId')) known.set('batchId', String(inBatch.batchId))
}

/** Counts that must agree within one answer (interface 4). */
const agreeing: Partial<Record<ServiceEndpointName, (answer: Record<string, unknown>) => Finding[]>> = {
  batchShow: ({ progress }) => adding(fieldsOf(progress), 'progress'),
  batchProgress: (answer) => adding(answer, ''),
  batchCallList: ({ summary }) => adding(fieldsOf(summary), 'summary'),
}
function adding(counts: Record<string, unknown>, field: string): Finding[] {
  const parts = ['waiting', 'active', 'completed', 'failed', 'cancelled'].map((name) => Number(counts[name] ?? 0))
  const sum = parts.reduce((total, part) => total + part, 0)
  if (Number.isNaN(sum) || typeof counts.total !== 'number' || sum === counts.total) return []
  const says = `waiting + active + completed + failed + cancelled is ${sum}, total is ${counts.total}`
  return [{ kind: 'wrong', field, says }]
}
export const alsoExpectedOf = (name: ServiceEndpointName) => (answer: unknown) =>
  agreeing[name]?.(fieldsOf(answer)) ?? []

/** One row with a fictional number. */
export const goodFile = 'phone_number,first_name\n+14155550134,Dana\n'
const badFile = 'phone_number,first_name\n+14155550134,A\n4155550135,B\n+14155550134,C\n,D\n'

const answers = (name: ServiceEndpointName): Check => {
  const endpoint = endpointOf(name)
  return {
    endpoint: name,
    name: 'answers as documented',
    section: endpoint.section,
    requests: 1,
    run: async (run) => {
      const needed = parametersOf(endpoint).find((parameter) => !run.known.has(parameter))
      if (needed !== undefined) return unchecked(`needs ${idSources[needed]}`)
      const path = fillPath(endpoint.path, Object.fromEntries(run.known))
      const upload = endpoint.upload && { file: goodFile, fields: {} }
      const judge = endpoint.response === undefined ? template : success(endpoint, alsoExpectedOf(name))
      const outcome = await ask(run, { method: endpoint.method, path, ...(upload && { upload }) }, judge)
      const { exchange } = outcome
      const list = parametersOf(endpoint).length === 0 && endpoint.method === 'GET'
      if (endpoint.extension !== undefined && list && [404, 405, 501].includes(exchange.status)) {
        run.absent.add(endpoint.extension)
        return absent
      }
      if (exchange.status === 200) learn(run, name, readAnswer(endpoint, exchange))
      return outcome
    },
  }
}

/** The given room, otherwise the first active call. Listed just before use, since calls end. */
async function liveRoom(run: Run): Promise<string | undefined> {
  if (run.options.ids.has('roomName') || run.absent.has('active-calls')) return run.options.ids.get('roomName')
  const list = endpointOf('activeCallList')
  const listed = await run.client.send({ method: 'GET', path: list.path })
  const found = recordsOf(readAnswer(list, listed))[0]?.roomName
  return typeof found === 'string' && found !== '' ? found : undefined
}

/**
 * Reads a call in progress.
 *
 * @param own the room of a call that this run placed; otherwise an active call is looked up
 */
export const readsLiveCall = (own: () => string | undefined): Check => {
  const endpoint = endpointOf('activeCallShow')
  return {
    endpoint: 'activeCallShow',
    name: 'answers as documented',
    section: endpoint.section,
    requests: 2,
    run: async (run) => {
      const roomName = own() ?? (await liveRoom(run))
      if (roomName === undefined) return unchecked(`needs ${idSources.roomName}`)
      const path = fillPath(endpoint.path, { roomName })
      const outcome = await ask(run, { method: 'GET', path }, success(endpoint))
      const ended = own() === undefined && outcome.exchange.status === 404
      return ended ? unchecked('the call ended before it was read') : outcome
    },
  }
}

/** The parameters of an endpoint's query. */
const queryOf = (name: ServiceEndpointName): string[] => {
  const query = endpointOf(name).query as { _zod: { def: { shape?: object } } } | undefined
  return Object.keys(query?._zod.def.shape ?? {})
}

const keepsLimit = (name: ServiceEndpointName): Check => {
  const endpoint = endpointOf(name)
  return {
    endpoint: name,
    name: 'respects the limit',
    section: 'interface 3',
    requests: 1,
    run: async (run) => {
      const needed = parametersOf(endpoint).find((parameter) => !run.known.has(parameter))
      if (needed !== undefined) return unchecked(`needs ${idSources[needed]}`)
      const path = `${fillPath(endpoint.path, Object.fromEntries(run.known))}?page=1&limit=1`
      return ask(
        run,
        { method: 'GET', path },
        success(endpoint, (answer) => {
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
      ask(
        run,
        { method: 'POST', path: endpointOf('batchValidate').path, upload: { file: badFile, fields: {} } },
        success(endpointOf('batchValidate'), (answer) => {
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
      ask(
        run,
        { method: 'POST', path: `${endpointOf('batchPreview').path}?limit=1`, upload: { file: badFile, fields: {} } },
        success(endpointOf('batchPreview'), (answer) => {
          const { rows, totalRows } = fieldsOf(answer)
          const right = Array.isArray(rows) && rows.length === 1 && totalRows === 4
          return right ? [] : [{ kind: 'wrong', field: 'rows', says: 'expected 1 row of 4' }]
        }),
      ),
  },
]

/** An unknown call of a known batch: the general form with an additional `status` (interface 4). */
const unknownCall: Check = {
  endpoint: 'batchCallShow',
  name: 'refuses an unknown call of a batch',
  section: 'interface 4',
  requests: 1,
  run: (run) => {
    const batchId = run.known.get('batchId')
    if (batchId === undefined) return Promise.resolve(unchecked(`needs ${idSources.batchId}`))
    const path = fillPath(endpointOf('batchCallShow').path, { batchId, jobId: unknownId('jobId') })
    const general = refusal({ status: 404, form: 'general', code: 'not_found' })
    return ask(run, { method: 'GET', path }, (exchange) => {
      const { expected, findings } = general(exchange)
      const { status } = fieldsOf(exchange.json)
      const marked: Finding[] =
        status === 'not_found' ? [] : [{ kind: 'missing', field: 'status', says: 'expected "not_found"' }]
      return { expected: `${expected}, status "not_found"`, findings: [...findings, ...marked] }
    })
  },
}

const changesNothing = endpointNames.filter((name) => endpointOf(name).effect === null)
/** Lists run first, because they provide IDs. */
const lists = changesNothing.filter((name) => endpointOf(name).method === 'GET' && !endpointOf(name).path.includes('{'))

export const listChecks: Check[] = lists.map(answers)
export const readChecks: Check[] = [
  readsLiveCall(() => undefined),
  ...changesNothing.filter((name) => !lists.includes(name) && name !== 'activeCallShow').map(answers),
  ...csvChecks,
  unknownCall,
  ...changesNothing.filter((name) => queryOf(name).includes('page')).map(keepsLimit),
]

/** Invalid pages and limits (interface 3 and 4). */
export const pagingChecks: Check[] = changesNothing
  .filter((name) => queryOf(name).includes('limit'))
  .map((name) => {
    const endpoint = endpointOf(name)
    const paged = queryOf(name).includes('page')
    const bad = [...(paged ? ['page=0'] : []), 'limit=0', `limit=${pageLimit.most + 1}`]
    return {
      endpoint: name,
      name: paged ? 'refuses an invalid page or limit' : 'refuses an invalid limit',
      section: paged ? 'interface 3' : 'interface 4',
      requests: bad.length,
      run: async (run) => {
        const needed = parametersOf(endpoint).find((parameter) => !run.known.has(parameter))
        if (needed !== undefined) return unchecked(`needs ${idSources[needed]}`)
        const path = fillPath(endpoint.path, Object.fromEntries(run.known))
        const upload = endpoint.upload && { file: goodFile, fields: {} }
        const outcomes = []
        for (const query of bad) {
          const exchange = await run.client.send({
            method: endpoint.method,
            path: `${path}?${query}`,
            ...(upload && { upload }),
          })
          outcomes.push(judged(exchange, refusal({ status: 400, form: 'general', code: 'invalid_request' }), run.mask))
        }
        return together(outcomes)
      },
    }
  })
