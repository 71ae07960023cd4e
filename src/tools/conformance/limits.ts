/** Checks the rate limit (specification 7 and 8): by a 429 that occurred during the run, or on purpose with `--limits`. */
import { absent, judged, type Outcome, rateLimited, together, unchecked } from './outcome.ts'
import { type Check, endpointOf, type Run } from './run.ts'

/** More than the largest burst of the standard tier (specification 8.2). */
const burstRequests = 200

/** Checks a 429 that occurred anyway, without further requests. */
const observed: Check = {
  endpoint: 'agentList',
  name: 'refuses too many requests in the rate limit form',
  section: 'specification 7 and 8.4',
  requests: 0,
  run: ({ client, mask }) =>
    Promise.resolve(
      client.refused.length === 0
        ? unchecked('needs --limits')
        : together(client.refused.map((exchange) => judged(exchange, rateLimited, mask))),
    ),
}

const provoked: Check = {
  ...observed,
  requests: burstRequests,
  run: async ({ client, mask }: Run): Promise<Outcome> => {
    const list = { method: 'GET', path: `${endpointOf('agentList').path}?limit=1` }
    const refused = (await client.burst(list, burstRequests)).filter(({ status }) => status === 429)
    const [first] = refused
    if (first === undefined)
      return { ...absent, verdict: 'unchecked', expected: `the service accepted ${burstRequests} requests at once` }
    client.refused.push(first)
    // "A request is accepted again after the indicated wait": `sendAfter` waits that long.
    const again = await client.sendAfter(first, list)
    return together([
      judged(first, rateLimited, mask),
      judged(
        again,
        ({ status }) => ({
          expected: 'accepted again after the wait',
          findings:
            status === 200
              ? []
              : [{ kind: 'wrong', field: 'status', says: `received ${status} after the indicated wait` }],
        }),
        mask,
      ),
    ])
  },
}

export const limitCheck = (provoke: boolean): Check => (provoke ? provoked : observed)
