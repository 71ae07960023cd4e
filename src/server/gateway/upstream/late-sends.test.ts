/** Tests a gateway that was suspended for so long that another one may have taken over its work. */
import { expect, test } from 'vitest'
import { createSingleGateway } from '../cluster/single-gateway.ts'
import { openTestStore } from '../testing/store.ts'
import { callRequest, placedCallAnswer, startGatewayWithService } from '../testing/testing.ts'

test('a gateway that is no longer a member of the cluster refuses commands as not sent and frees their slots, but sends a cancel', {
  tags: ['R10', 'silent-gateway-sends-nothing'],
}, async () => {
  const store = await openTestStore()
  const singleGateway = await createSingleGateway(store, Date.now)
  let isMember = true
  const { service, grace } = await startGatewayWithService(
    ({ path }) => (path === '/api/v1/calls/call' ? { body: placedCallAnswer } : { body: { status: 'cancelled' } }),
    { store, cluster: { ...singleGateway, isMember: () => isMember } },
  )
  const { used } = (await grace.get('/gateway/budget')).json
  isMember = false
  expect(await grace.post('/gateway/calls', callRequest, { key: 'k1' })).toMatchObject({
    status: 503,
    json: { error: { code: 'stood_still', sent: 'no', message: expect.stringContaining('Nothing was sent.') } },
  })
  expect((await grace.get('/gateway/effects')).json.effects).toMatchObject([{ endpoint: 'callSend', state: 'refused' }])
  expect((await grace.get('/gateway/budget')).json).toMatchObject({ used })
  await grace.request('DELETE', '/v1/api/batch-calls/b1', { key: 'x1' })
  expect(service.received.filter(({ method }) => method !== 'GET').map(({ path }) => path)).toEqual([
    '/v1/api/batch-calls/b1',
  ])
  isMember = true
  expect(await grace.post('/gateway/calls', callRequest, { key: 'k2' })).toMatchObject({ status: 200 })
})

test('a gateway with a new number sends no command that it recorded under its earlier number', {
  tags: ['command-goes-under-its-own-number'],
}, async () => {
  const store = await openTestStore()
  const singleGateway = await createSingleGateway(store, Date.now)
  let gatewayNumber = singleGateway.number
  const { service, grace } = await startGatewayWithService(
    ({ path }) => (path === '/api/v1/calls/call' ? { body: placedCallAnswer } : undefined),
    {
      store,
      cluster: {
        ...singleGateway,
        get number() {
          return gatewayNumber
        },
      },
    },
  )
  // Another gateway takes over as soon as the call is recorded, before its slot is requested.
  const transaction = store.transaction.bind(store)
  store.transaction = () => {
    store.transaction = transaction
    const builder = transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = async (work) => {
      const result = await execute(work)
      gatewayNumber += 1
      return result
    }
    return builder
  }
  expect(await grace.post('/gateway/calls', callRequest, { key: 'k1' })).toMatchObject({
    status: 503,
    json: { error: { code: 'stood_still', sent: 'no' } },
  })
  expect(service.requestsTo('POST', '/')).toEqual([])
})
