/**
 * Caches answers to the gateway's own reads: each is computed once for all operators who may see the same, until one of its sources
 * changes, and sent only to browsers that have another version. While the database is unavailable, the last answer is sent with its age
 * (reliability R22).
 */
import { changedRowsName, rowsChanged } from '#contract/index.ts'
import { isDatabaseFault } from '#server/database/faults.ts'
import type { Clock } from '../shared/clock.ts'
import { createMemo } from '../shared/memo.ts'
import { etagOf, knownTags, sendWithEtag } from './answer.ts'
import { createChangedRows, type RowList } from './changed-rows.ts'
import type { GatewayContext } from './context.ts'

/** Total bytes of all cached answers. */
const maxBytes = 64 * 1024 * 1024

interface Bytes {
  body: Buffer
  contentType: string
  etag: string
}

function encodeAnswer(data: object) {
  const body = Buffer.from(JSON.stringify(data))
  return { body, etag: etagOf(body) }
}

/** Sends only the rows that changed since the browser's version, if it accepts that and they are shorter than the answer. */
function sendChanges(c: GatewayContext, rows: ReturnType<typeof createChangedRows>, { body, etag }: Bytes) {
  const [known = ''] = knownTags(c)
  if (c.req.header('a-im') !== changedRowsName || known === '' || known === etag) return null
  const changes = rows.between(known, etag, body.length)
  if (!changes) return null
  c.header('im', changedRowsName)
  c.header('delta-base', known)
  c.header('etag', etag)
  c.header('content-type', 'application/json')
  // Hono's types do not know this status.
  return c.body(changes as Uint8Array<ArrayBuffer>, rowsChanged as 200)
}

export type AnswerCache = ReturnType<typeof createAnswerCache>

/** @param lastMs maximum age of an answer that is sent while the database is unavailable, ms; no longer than sessions stay verified without it */
export function createAnswerCache(clock: Clock, lastMs: number) {
  const options = { clock, size: maxBytes, sizeOf: ({ body }: Bytes) => body.length }

  /**
   * The handler of a read.
   *
   * @param parts.argsOf returns everything on which the answer depends; requests with equal values get the same answer
   * @param parts.onRequest runs for every request, for example to record that somebody is watching
   * @param parts.rows the list of an answer with many rows, and their key; then only changed rows are sent
   * @param parts.answer computes the answer from `argsOf` alone
   */
  return function cached<Args extends object>(parts: {
    argsOf: (c: GatewayContext) => Args
    onRequest?: (c: GatewayContext) => Promise<void> | void
    rows?: RowList
    answer: (args: Args) => object | Promise<object>
  }): (c: GatewayContext) => Promise<Response> {
    const rows = parts.rows && createChangedRows(parts.rows)
    const bytesOf = (data: object) => (rows ? rows.bytesOf(data) : encodeAnswer(data))
    const answers = createMemo(
      options,
      async (args: Args): Promise<Bytes> => ({ ...bytesOf(await parts.answer(args)), contentType: 'application/json' }),
    )
    return async (c) => {
      const args = parts.argsOf(c)
      try {
        await parts.onRequest?.(c)
        const { value } = await answers.get(args)
        return (rows && sendChanges(c, rows, value)) ?? sendWithEtag(c, value, value.etag)
      } catch (error) {
        const last = answers.last(args)
        const age = last ? clock.steady() - last.at : Infinity
        if (!last || age > lastMs || !isDatabaseFault(error)) throw error
        c.header('age', `${Math.floor(age / 1000)}`)
        c.header('cache-status', 'switchboard; hit; detail=stale')
        return sendWithEtag(c, last.value, last.value.etag)
      }
    }
  }
}
