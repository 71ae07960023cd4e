/** Every answer matches the contract exactly: parsing changes nothing. */
import { expect, it } from 'vitest'
import { type EndpointDefinition, serviceEndpoints } from '#contract/index.ts'
import { requestsToEveryEndpoint } from './testing/every-request.ts'
import { openTestService } from './testing/test-service.ts'

it('answers every endpoint exactly in the contract’s format', {
  tags: [
    'S1-1',
    'S2.1-1',
    'S2.1-2',
    'S2.1-3',
    'S2.1-4',
    'S2.1-5',
    'S2.5-1',
    'S2.5-3',
    'S2.6-1',
    'S7-1',
    'I1-1',
    'I4-7',
    'I4-14',
    'I4-16',
    'I7-1',
  ],
}, async () => {
  const service = await openTestService({ seeded: true })
  const { request } = service
  const requests = await requestsToEveryEndpoint(service)
  const entries = Object.entries(serviceEndpoints) as [
    string,
    EndpointDefinition & { response?: { parse: (value: unknown) => unknown } },
  ][]
  expect(Object.keys(requests).toSorted()).toEqual(
    entries
      .filter(([, { response }]) => response !== undefined)
      .map(([name]) => name)
      .toSorted(),
  )
  for (const [name, args] of Object.entries(requests)) {
    const { status, body } = await request<unknown>(...args)
    expect([name, status]).toEqual([name, 200])
    const { response } = serviceEndpoints[name as keyof typeof serviceEndpoints] as (typeof entries)[number][1]
    expect([name, response?.parse(body)]).toEqual([name, body])
  }
})
