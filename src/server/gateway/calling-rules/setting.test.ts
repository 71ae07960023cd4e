import { expect, test } from 'vitest'
import { type Operator, usualCallingRules } from '#contract/index.ts'
import type { RecordAction } from '../ledger/admin-actions.ts'
import { openTestStore } from '../testing/store.ts'
import { startGatewayWithService } from '../testing/testing.ts'
import { createCallingRuleSetting } from './setting.ts'

const path = '/gateway/calling-rules'

test('a workspace has the default calling rules until an administrator changes them; changes survive a restart', async () => {
  const store = await openTestStore()
  const environment = { CALLING_HOURS: '' }
  const { grace } = await startGatewayWithService(undefined, { store, environment })
  const hours = { from: '08:00', until: '20:00', weekdays: [1, 2, 3, 4, 5], closedDays: [] }
  const approval = { above: null }
  const defaults = { limits: { perDay: 1, perWeek: 3 }, hours, approval }
  expect((await grace.get(path)).json).toEqual(defaults)
  const limits = { perDay: 2, perWeek: 5 }
  expect((await grace.request('PUT', path, { body: { limits } })).json).toEqual({ limits, hours, approval })
  const changed = {
    limits,
    approval,
    hours: { ...hours, until: '24:00', closedDays: [{ date: '2026-12-25', country: 'DE' }] },
  }
  expect((await grace.request('PUT', path, { body: { hours: changed.hours } })).json).toEqual(changed)
  for (const invalid of [
    { until: '07:00' },
    { weekdays: [] },
    { from: '8:00' },
    { closedDays: [{ date: '2026-02-30', country: null }] },
  ])
    expect((await grace.request('PUT', path, { body: { hours: { ...hours, ...invalid } } })).status).toBe(400)
  expect((await grace.request('PUT', path, { body: { limits: { perDay: 0, perWeek: 5 } } })).status).toBe(400)
  expect((await grace.request('PUT', path, { body: { countries: ['Germany'] } })).status).toBe(400)
  const withCountries = { ...changed, countries: ['DE', 'AT'] }
  expect((await grace.request('PUT', path, { body: { countries: ['DE', 'AT'] } })).json).toEqual(withCountries)
  const support = await (await startGatewayWithService(undefined, { store, environment }))
    .browser()
    .signInAsDemo('ready-support')
  expect((await support.get(path)).json).toEqual(withCountries)
  expect((await support.get(path, { headers: { 'x-workspace-id': 'ws_other' } })).json).toEqual(defaults)
})

test('simultaneous changes to different rules through two gateways are both saved', async () => {
  const store = await openTestStore()
  const recordAction: RecordAction = (_, action) => action()
  const deps = { store, recordAction, approvers: async () => [] }
  const settings = [1, 2].map(() => createCallingRuleSetting({ ...deps, defaults: usualCallingRules }))
  const grace: Operator = { id: 'grace', name: 'Grace Okafor', roles: ['admin'] }
  const limits = { perDay: 2, perWeek: 5 }
  const hours = { ...usualCallingRules.hours, until: '17:00' }
  await Promise.all([settings[0]?.change('w', { limits }, grace), settings[1]?.change('w', { hours }, grace)])
  expect(await settings[0]?.get('w')).toEqual({ ...usualCallingRules, limits, hours })
})
