/** Checks the rate limit (specification 7 and 8): with the 429s that occurred during the run, or by using up the limit (`--limits`). */
import { absent, combineOutcomes, judgeExchange, judgeRateLimit, type Outcome, unchecked } from '../judge/outcome.ts'
import { type Check, endpointOf, type Run } from './check.ts'

/** More than the largest burst of the standard tier (specification 8.2). */
const burstRequests = 200

/** Checks the 429s that occurred during the run, without further requests. */
const checkOfSeenRefusals: Check = {
  endpoint: 'agentList',
  name: 'refuses too many requests in the rate limit form',
  section: 'specification 7 and 8.4',
  requests: 0,
  run: ({ client, mask }) =>
    Promise.resolve(
      client.rateLimitedExchanges.length === 0
        ? unchecked('needs --limits')
        : combineOutcomes(client.rateLimitedExchanges.map((exchange) => judgeExchange(exchange, judgeRateLimit, mask))),
    ),
}

const checkByBurst: Check = {
  ...checkOfSeenRefusals,
  requests: burstRequests,
  run: async ({ client, mask }: Run): Promise<Outcome> => {
    const list = { method: 'GET', path: `${endpointOf('agentList').path}?limit=1` }
    const refused = (await client.burst(list, burstRequests)).filter(({ status }) => status === 429)
    const [first] = refused
    if (first === undefined)
      return { ...absent, verdict: 'unchecked', expected: `the service accepted ${burstRequests} requests at once` }
    client.rateLimitedExchanges.push(first)
    // Specification 8.4: "A request is accepted again after the indicated wait". `sendAfter` waits that long.
    const nextExchange = await client.sendAfter(first, list)
    return combineOutcomes([
      judgeExchange(first, judgeRateLimit, mask),
      judgeExchange(
        nextExchange,
        ({ status }) => ({
          expected: 'accepted again after the wait',
          documents: ['specification'],
          usability: { use: 'works', consequence: '' },
          findings:
            status === 200
              ? []
              : [
                  {
                    kind: 'wrong',
                    field: 'status',
                    says: `received ${status} after the indicated wait`,
                    section: 'specification 8.4',
                  },
                ],
        }),
        mask,
      ),
    ])
  },
}

export const limitCheck = (mayUseUpLimit: boolean): Check => (mayUseUpLimit ? checkByBurst : checkOfSeenRefusals)
