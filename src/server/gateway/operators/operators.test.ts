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
  const administrators = [
    await inviteAndSignUp(grace, browser(), 'ines', ['admin']),
    await inviteAndSignUp(grace, browser(), 'omar', ['admin']),
  ]
  const deps = {
    store,
    secret: 'secret for the tests',
    address: new URL('http://127.0.0.1'),
    clock,
    log: createSilentLog(),
  }
  const gateways = await Promise.all(connectChannels().map((cluster) => createOperators({ ...deps, cluster })))
  const administratorCounts: number[] = []
  /** Changes the operator's role to support, and records the number of administrators before that. */
  const makeSupport = (id: string | undefined) => (all: KnownOperator[]) => {
    administratorCounts.push(all.filter(({ roles }) => roles.includes('admin')).length)
    const operator = all.find((candidate) => candidate.id === id)
    if (!operator) throw new Error('there is no such operator')
    return { ...operator, roles: ['support' as const] }
  }
  await Promise.all(gateways.map((operators, index) => operators.change(makeSupport(administrators[index]?.id))))
  expect(administratorCounts).toEqual([2, 1])
})

test('gives a name to one of two operators who choose it at the same moment', {
  tags: ['names-are-taken-one-by-one'],
}, async () => {
  const store = await openTestStore()
  const { grace, browser } = await startGatewayWithService(undefined, { store })
  const people = [
    await inviteAndSignUp(grace, browser(), 'ines', ['support']),
    await inviteAndSignUp(grace, browser(), 'omar', ['support']),
  ]
  const operators = await createOperators({
    store,
    secret: 'secret for the tests',
    address: new URL('http://127.0.0.1'),
    clock,
    log: createSilentLog(),
    cluster: connectChannels()[0],
  })
  const results = await Promise.allSettled(people.map(({ id }) => operators.profiles.update(id, { name: 'Kim' })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})
