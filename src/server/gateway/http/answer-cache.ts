/**
 * Caches answers to reads of the gateway's own data. An answer is computed once for all operators with the same arguments, until one of its
 * sources changes, and sent only to browsers that have another version. While the database is unavailable, the last answer is sent with its
 * age (reliability R22).
 */
import { changedRowsName, rowsChanged } from '#contract/index.ts'
import { isDatabaseFault } from '#server/database/faults.ts'
import type { Clock } from '../shared/clock.ts'
import { createMemo, createMemoValues } from '../shared/memo.ts'
import { browserTags, etagOf, sendWithEtag } from './answer.ts'
import { createChangedRows, type RowList } from './changed-rows.ts'
import type { GatewayContext } from './context.ts'
import type { ReportTurns } from './report-turns.ts'

/** Total bytes of all cached answers of all reads. */
const maxBytes = 64 * 1024 * 1024
/** What an answer takes beside its bodies: its key, its tag, and what it depends on. */
const bytesBesideBody = 2_000
/** JSON takes less than this share of its bytes when it is compressed. */
const compressedShare = 0.5

interface EncodedAnswer {
  body: Buffer
  contentType: string
  etag: string
}

function encodeAnswer(data: object) {
  const body = Buffer.from(JSON.stringify(data))
  return { body, etag: etagOf(body) }
}

/** Sends only the rows that changed since the browser's version, if it accepts that and they are shorter than the answer. */
function sendChanges(c: GatewayContext, rows: ReturnType<typeof createChangedRows>, { body, etag }: EncodedAnswer) {
  const [browserTag = ''] = browserTags(c)
  if (c.req.header('a-im') !== changedRowsName || browserTag === '' || browserTag === etag) return null
  const changes = rows.between(browserTag, etag, body.length)
  if (!changes) return null
  c.header('im', changedRowsName)
  c.header('delta-base', browserTag)
  c.header('etag', etag)
  c.header('content-type', 'application/json')
  // Hono's types do not know this status.
  return c.body(changes as Uint8Array<ArrayBuffer>, rowsChanged as 200)
}

export type AnswerCache = ReturnType<typeof createAnswerCache>

/**
 * @param maxStaleMs maximum age of an answer that is sent while the database is unavailable, ms; no longer than sessions stay verified without it
 * @param reports the turns of answers that take long
 */
export function createAnswerCache(clock: Clock, maxStaleMs: number, reports: ReportTurns) {
  const values = createMemoValues<EncodedAnswer>(
    maxBytes,
    ({ body }) => Math.ceil(body.length * (1 + compressedShare)) + bytesBesideBody,
  )
  let reads = 0

  /**
   * Creates the handler of a read.
   *
   * @param definition.argsOf returns everything on which the answer depends; requests with equal values get the same answer
   * @param definition.onRequest runs for every request, for example to record that an operator views the data
   * @param definition.rows for an answer with a long list: the list and the key of its rows; then only changed rows are sent
   * @param definition.isReport the answer may count many rows, so it waits for its turn unless it is cached
   * @param definition.answer computes the answer from `argsOf` alone
   */
  return function cached<Args extends object>(definition: {
    argsOf: (c: GatewayContext) => Args | Promise<Args>
    onRequest?: (c: GatewayContext) => Promise<void> | void
    rows?: RowList
    isReport?: boolean
    answer: (args: Args) => object | Promise<object>
  }): (c: GatewayContext) => Promise<Response> {
    const rows = definition.rows && createChangedRows(definition.rows)
    const encode = (data: object) => (rows ? rows.encode(data) : encodeAnswer(data))
    const answers = createMemo(
      { clock, values, name: `${(reads += 1)} ` },
      async (args: Args): Promise<EncodedAnswer> => ({
        ...encode(await definition.answer(args)),
        contentType: 'application/json',
      }),
    )
    const answerOf = async (c: GatewayContext, args: Args) =>
      definition.isReport
        ? (answers.valid(args) ?? (await reports(c, args, (signal) => answers.get(args, signal))))
        : answers.get(args)
    return async (c) => {
      const args = await definition.argsOf(c)
      try {
        await definition.onRequest?.(c)
        const { value } = await answerOf(c, args)
        return (rows && sendChanges(c, rows, value)) ?? sendWithEtag(c, value, value.etag)
      } catch (error) {
        const lastAnswer = answers.last(args)
        const ageMs = lastAnswer ? clock.steady() - lastAnswer.at : Infinity
        if (!lastAnswer || ageMs > maxStaleMs || !isDatabaseFault(error)) throw error
        c.header('age', `${Math.floor(ageMs / 1000)}`)
        c.header('cache-status', 'switchboard; hit; detail=stale')
        return sendWithEtag(c, lastAnswer.value, lastAnswer.value.etag)
      }
    }
  }
}
