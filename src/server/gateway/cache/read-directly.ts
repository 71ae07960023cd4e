/** Reads from the service without the cache, for what nobody shows: its answer would take the place of one that somebody opens again. */
import type { Lane } from '#contract/index.ts'
import type { Clock } from '../shared/clock.ts'
import type { Requester } from '../shared/requester.ts'
import { parseReadAnswer } from '../upstream/answers.ts'
import type { RequestService } from '../upstream/budgeted-request.ts'
import { noAnswer, refusedByService } from '../upstream/refusals.ts'
import { type Read, requestOf } from './read.ts'
import { readEndpoint } from './read-rules.ts'

/**
 * @param waitMs how long it may wait for a slot of the budget
 * @returns the answer in the contract's spelling
 * @throws Refusal if there is no slot or no usable answer
 */
export async function readDirectly(
  { requestService, clock }: { requestService: RequestService; clock: Clock },
  read: Read,
  lane: Lane,
  requester: Requester,
  waitMs: number,
): Promise<unknown> {
  const exchange = await requestService(requestOf(read), lane, requester, waitMs)
  if (exchange.kind === 'failure') throw noAnswer(exchange)
  // guard: refused-read-has-no-answer
  if (exchange.status < 200 || exchange.status > 299) throw refusedByService(exchange, clock.now())
  return parseReadAnswer(readEndpoint(read.name), exchange.body.toString('utf8'), read.params)
}
