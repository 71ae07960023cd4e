/** The rate limit (specification 7 and 8): met on the way, or on purpose with `--limits`. */
import { absent, judged, type Outcome, rateLimited, together, unchecked } from './outcome.ts'
import { type Check, endpointOf, type Run } from './run.ts'

/** More than the largest burst of a tier that management requests have (specification 8.2). */
const most = 200

/** A 429 that came anyway costs nothing to look at. */
const metOnTheWay: Check = {
  endpoint: 'agentList',
  name: 'refuses too many requests in its own form',
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
  ...metOnTheWay,
  requests: most,
  run: async ({ client, mask }: Run): Promise<Outcome> => {
    const list = { method: 'GET', path: `${endpointOf('agentList').path}?limit=1` }
    const refused = (await client.burst(list, most)).filter(({ status }) => status === 429)
    const [first] = refused
    if (first === undefined)
      return { ...absent, verdict: 'unchecked', expected: `${most} requests at once were not too many` }
    client.refused.push(first)
    // "A request is accepted again after the indicated wait": the client waits for it, since it has been told.
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
              : [{ kind: 'wrong', field: 'status', says: `came ${status} after the wait that was named` }],
        }),
        mask,
      ),
    ])
  },
}

export const limitCheck = (provoke: boolean): Check => (provoke ? provoked : metOnTheWay)
