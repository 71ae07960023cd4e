/**
 * The last answers of the gateway's own reads to each person. While the database is away they are sent again with their age, so that
 * people can go on reading (reliability R22).
 */
import { LRUCache } from 'lru-cache'
import { headers } from '#contract/index.ts'
import { isDatabaseFault } from '#server/database/faults.ts'
import type { Clock } from '../shared/clock.ts'
import type { GatewayContext } from './context.ts'

const maxAnswers = 2_000
const maxCharacters = 8 * 1024 * 1024

type Handler = (c: GatewayContext) => Promise<Response>

/**
 * Wraps the handler of a read; an answer is only ever given to the operator and the workspace that it was made for.
 *
 * @param keptMs how long an answer is kept, ms: no longer than a session counts as verified without the database
 */
export function createLastAnswers({ steady }: Clock, keptMs: number): (handler: Handler) => Handler {
  const answers = new LRUCache<string, { body: string; at: number }>({
    max: maxAnswers,
    maxSize: maxCharacters,
    sizeCalculation: ({ body }) => body.length + 1,
    ttl: keptMs,
    ttlResolution: 0,
    perf: { now: steady },
  })

  return (handler) => async (c) => {
    const { pathname, search } = new URL(c.req.url)
    const { id, roles } = c.get('operator') ?? { id: '', roles: [] }
    const key = JSON.stringify([id, roles, c.req.header(headers.workspace), pathname, search])
    try {
      const response = await handler(c)
      const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
      if (response.status === 200 && isJson) answers.set(key, { body: await response.clone().text(), at: steady() })
      return response
    } catch (error) {
      const last = answers.get(key)
      if (!last || !isDatabaseFault(error)) throw error
      c.header('age', `${Math.floor((steady() - last.at) / 1000)}`)
      c.header('cache-status', 'switchboard; hit; detail=stale')
      c.header('content-type', 'application/json')
      return c.body(last.body)
    }
  }
}
