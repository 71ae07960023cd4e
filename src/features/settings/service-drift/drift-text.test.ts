import { expect, it } from 'vitest'
import { driftText } from './drift-text.ts'

it('is a text that says where, what was expected, what came, how often and when', () => {
  const since = Date.UTC(2026, 10, 26, 9, 12)
  const text = driftText(
    {
      since,
      gateways: 1,
      compared: 214,
      differences: [
        {
          source: 'GET /api/v1/agents',
          field: 'agents[].id',
          kind: 'alternate',
          expected: 'agents[].id',
          received: 'sent as agents[]._id',
          count: 12,
          firstAt: since,
          lastAt: since + 60_000,
        },
      ],
      omitted: 1,
    },
    'https://calls.example',
    since + 120_000,
  )
  expect(text).toBe(`How the answers of the service differ from the documentation
https://calls.example: 214 answers from 2026-11-26T09:12:00Z to 2026-11-26T09:14:00Z

GET /api/v1/agents: agents[].id
  Alternate spelling: sent as agents[]._id
  seen 12 times, first 2026-11-26T09:12:00Z, last 2026-11-26T09:13:00Z

1 further difference is not listed.`)
})
