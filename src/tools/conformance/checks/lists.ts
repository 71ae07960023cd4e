/** Checks the paging and the filters of lists (interface 3, 4 and 7). */
import { isDeepStrictEqual } from 'node:util'
import { fillPath, pageLimit, type ServiceEndpointName } from '#contract/index.ts'
import {
  combineOutcomes,
  judgeExchange,
  judgeRefusal,
  judgeSuccess,
  type Outcome,
  unchecked,
  wrongFinding,
} from '../judge/outcome.ts'
import {
  type Check,
  endpointOf,
  idSources,
  parametersOf,
  type Run,
  readAnswer,
  recordsOf,
  sendAndJudge,
  unknownId,
} from './check.ts'
import { readingEndpoints, validFile } from './reads.ts'

/** The names of an endpoint's query parameters. */
const queryParametersOf = (name: ServiceEndpointName): string[] => {
  // Interface 7 gives this list no pages. The embedded service's are an addition that no other service has to have.
  if (name === 'conversationList') return []
  const query = endpointOf(name).query as { _zod: { def: { shape?: object } } } | undefined
  return Object.keys(query?._zod.def.shape ?? {})
}

/** The path of an endpoint with the known IDs; a reason why not, if one is missing. */
function knownPath({ knownIds }: Run, name: ServiceEndpointName): { path: string } | { missing: string } {
  const endpoint = endpointOf(name)
  const needed = parametersOf(endpoint).find((parameter) => !knownIds.has(parameter))
  return needed === undefined
    ? { path: fillPath(endpoint.path, Object.fromEntries(knownIds)) }
    : { missing: `needs ${idSources[needed]}` }
}

const createLimitCheck = (name: ServiceEndpointName): Check => {
  const endpoint = endpointOf(name)
  return {
    endpoint: name,
    name: 'respects page and limit',
    section: 'interface 3',
    requests: 2,
    run: async (run) => {
      const known = knownPath(run, name)
      if ('missing' in known) return unchecked(known.missing)
      const outcomes: Outcome[] = []
      let secondRecord: unknown
      // The second page first: a record that appears in between moves the others to later pages.
      for (const page of [2, 1]) {
        const judge = judgeSuccess(endpoint, (answer) => {
          const records = recordsOf(answer)
          const [record] = records
          const isRepeated = page === 1 && record !== undefined && isDeepStrictEqual(record, secondRecord)
          if (page === 2) secondRecord = record
          return [
            ...(records.length <= 1
              ? []
              : [wrongFinding('limit', `received ${records.length} records, expected at most 1`, 'interface 3')]),
            ...(isRepeated ? [wrongFinding('page', 'page 2 repeats page 1', 'interface 3')] : []),
          ]
        })
        outcomes.push(await sendAndJudge(run, { method: 'GET', path: `${known.path}?page=${page}&limit=1` }, judge))
      }
      return combineOutcomes(outcomes)
    },
  }
}

/** The filters of lists, by the field that they filter. `none`: a value that no record has; for a search, a part of the field. */
const filters: { list: ServiceEndpointName; filter: string; field: string; section: string; none?: string }[] = [
  { list: 'flowList', filter: 'search', field: 'name', section: 'interface 3', none: 'no-flow-has-this-name' },
  { list: 'batchCallList', filter: 'status', field: 'status', section: 'interface 4' },
  { list: 'batchCallList', filter: 'search', field: 'phone_number', section: 'interface 4', none: '000000000000' },
  { list: 'callHistory', filter: 'agentId', field: 'agentId', section: 'interface 7', none: unknownId('agentId') },
  { list: 'callHistory', filter: 'batchId', field: 'batchId', section: 'interface 7', none: unknownId('batchId') },
  { list: 'callHistory', filter: 'status', field: 'status', section: 'interface 7' },
  { list: 'callHistory', filter: 'search', field: 'toNumber', section: 'interface 7', none: '000000000000' },
]

/** Reads a list filtered by a value of one of its records, and by a value that none has. */
const filterChecks = filters.map(
  ({ list, filter, field, section, none }): Check => ({
    endpoint: list,
    name: `filters by ${filter}`,
    section,
    requests: none === undefined ? 2 : 3,
    run: async (run) => {
      const known = knownPath(run, list)
      if ('missing' in known) return unchecked(known.missing)
      const endpoint = endpointOf(list)
      const exchange = await run.client.send({ method: 'GET', path: known.path })
      const values = recordsOf(readAnswer(endpoint, exchange)).map((record) => record[field])
      const value = values.findLast((one) => typeof one === 'string' && one !== '')
      if (typeof value !== 'string' && none === undefined) return unchecked(`needs a record with ${field}`)
      // Without the plus sign, which a query would have to encode.
      const text = typeof value === 'string' ? value : ''
      const wanted = filter === 'search' ? text.replace('+', '').slice(0, 12) : text
      const isMatch = (found: string) =>
        filter === 'search' ? found.toLowerCase().includes(wanted.toLowerCase()) : found === wanted
      const readFiltered = (text: string, says: (found: string[]) => string | null) =>
        sendAndJudge(
          run,
          { method: 'GET', path: `${known.path}?${new URLSearchParams({ [filter]: text }).toString()}` },
          judgeSuccess(endpoint, (answer) => {
            const remark = says(recordsOf(answer).map((record) => String(record[field])))
            return remark === null ? [] : [wrongFinding(filter, remark)]
          }),
        )
      const outcomes: Outcome[] = []
      if (wanted !== '')
        outcomes.push(
          await readFiltered(wanted, (found) =>
            found.length === 0 ? 'finds nothing' : found.every(isMatch) ? null : 'returns records that do not match',
          ),
        )
      if (none !== undefined)
        outcomes.push(
          await readFiltered(none, (found) => (found.length === 0 ? null : 'finds records by a value that none has')),
        )
      return combineOutcomes(outcomes)
    },
  }),
)

/** Invalid pages and limits (interface 3 and 4). */
export const pagingChecks: Check[] = readingEndpoints
  .filter((name) => queryParametersOf(name).includes('limit'))
  .map((name) => {
    const endpoint = endpointOf(name)
    const hasPages = queryParametersOf(name).includes('page')
    const invalidQueries = [...(hasPages ? ['page=0', 'page=two'] : []), 'limit=0', `limit=${pageLimit.most + 1}`]
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

/** The checks of valid pages and filters. */
export const listRuleChecks: Check[] = [
  ...readingEndpoints.filter((name) => queryParametersOf(name).includes('page')).map(createLimitCheck),
  ...filterChecks,
]
