import { expect, test } from 'vitest'
import type { KnownOperator } from '#contract/index.ts'
import { clock } from '../shared/clock.ts'
import { createSilentLog } from '../shared/log.ts'
import { connectChannels } from '../testing/channels.ts'
import { openTestStore } from '../testing/store.ts'
import { inviteAndSignUp, startGatewayWithService } from '../testing/testing.ts'
import { createOperators } from './operators.ts'

test('runs simultaneous changes of two gateways one after the other', {
  tags: ['U47', 'operators-change-one-by-one'],
}, async () => {
  const store = await openTestStore()
  const { grace, browser } = await startGatewayWithService(undefined, { store })
  const ids = [
    await inviteAndSignUp(grace, browser(), 'ines', ['admin']),
    await inviteAndSignUp(grace, browser(), 'omar', ['admin']),
  ]
  const parts = {
    store,
    secret: 'secret of the tests',
    address: new URL('http://127.0.0.1'),
    clock,
    log: createSilentLog(),
  }
  const gateways = await Promise.all(connectChannels().map((cluster) => createOperators({ ...parts, cluster })))
  const administrators: number[] = []
  const toSupport = (id: string | undefined) => (all: KnownOperator[]) => {
    administrators.push(all.filter(({ roles }) => roles.includes('admin')).length)
    const before = all.find((one) => one.id === id)
    if (!before) throw new Error('there is no such operator')
    return { ...before, roles: ['support' as const] }
  }
  await Promise.all(gateways.map((operators, at) => operators.change(toSupport(ids[at]?.id))))
  expect(administrators).toEqual([2, 1])
})
