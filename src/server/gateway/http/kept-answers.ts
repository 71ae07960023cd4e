/**
 * Answers of the gateway's own reads: made once for everybody who may see the same, kept until something they were made from changes,
 * and sent again only to a browser that has another one. While the database is away the last answer is sent again with its age, so that
 * people can go on reading (reliability R22).
 */
import { isDatabaseFault } from '#server/database/faults.ts'
import type { Clock } from '../shared/clock.ts'
import { createKept } from '../shared/kept.ts'
import { etagOf, send } from './answer.ts'
import type { GatewayContext } from './context.ts'

/** Bytes of all answers that are kept. */
const maxBytes = 64 * 1024 * 1024

interface Bytes {
  body: Buffer
  contentType: string
  etag: string
}

function bytesOf(data: object): Bytes {
  const body = Buffer.from(JSON.stringify(data))
  return { body, contentType: 'application/json', etag: etagOf(body) }
}

export type KeepAnswers = ReturnType<typeof createKeptAnswers>

/** @param lastMs how long an answer may be sent again while the database is away, ms: no longer than a session counts as verified without it */
export function createKeptAnswers(clock: Clock, lastMs: number) {
  const options = { clock, size: maxBytes, sizeOf: ({ body }: Bytes) => body.length }

  /**
   * The handler of a read.
   *
   * @param parts.of all that the answer depends on of the request and of whoever asks: two requests with equal values get the same answer
   * @param parts.each what every request does besides, such as telling that somebody looks
   * @param parts.answer makes the answer; it is given what `of` says, and nothing else of the request
   */
  return function kept<Args extends object>(parts: {
    of: (c: GatewayContext) => Args
    each?: (c: GatewayContext) => Promise<void> | void
    answer: (args: Args) => object | Promise<object>
  }): (c: GatewayContext) => Promise<Response> {
    const answers = createKept(options, async (args: Args) => bytesOf(await parts.answer(args)))
    return async (c) => {
      const args = parts.of(c)
      try {
        await parts.each?.(c)
        const { value } = await answers.get(args)
        return send(c, value, value.etag)
      } catch (error) {
        const last = answers.last(args)
        const age = last ? clock.steady() - last.at : Infinity
        if (!last || age > lastMs || !isDatabaseFault(error)) throw error
        c.header('age', `${Math.floor(age / 1000)}`)
        c.header('cache-status', 'switchboard; hit; detail=stale')
        return send(c, last.value, last.value.etag)
      }
    }
  }
}
