import { describe, expect, it } from 'vitest'
import type { Flow } from '#contract/index.ts'
import { openTestService } from '../testing/test-service.ts'

describe('a flow', () => {
  it('is created with the defaults of the interface, changed and deleted', {
    tags: ['S4.2-1', 'S4.2-3', 'S4.2-5', 'I2-2'],
  }, async () => {
    const { request } = await openTestService()
    const created = await request<Flow>('POST', '/api/v1/flows', { body: { name: 'Reminder' } })
    expect(created.body).toMatchObject({
      name: 'Reminder',
      agentId: null,
      direction: 'outbound',
      promptType: 'simple',
      isActive: true,
      flowData: { nodes: [], edges: [] },
      rules: [],
      settings: { callSetting: { maxCallDuration: 3600 }, enableRecording: true },
    })
    const path = `/api/v1/flows/${created.body.id}`
    const changed = await request<Flow>('PATCH', path, { body: { isActive: false, description: 'Two days ahead' } })
    expect(changed.body).toMatchObject({ name: 'Reminder', isActive: false, description: 'Two days ahead' })
    expect((await request('GET', path)).body).toEqual(changed.body)
    expect((await request('DELETE', path)).body).toEqual({ status: 'success', message: 'Flow Reminder was deleted.' })
    expect((await request('GET', path)).status).toBe(404)
  })

  it('has its graph, rules and settings replaced as a whole and keeps unknown fields', {
    tags: ['S4.2-4', 'S2.2-1', 'I0-2', 'I2-5', 'I2-8', 'I2-9'],
  }, async () => {
    const { request } = await openTestService()
    const node = {
      id: 'start',
      type: 'start',
      position: { x: 0, y: 0 },
      data: { label: 'Start', colour: 'blue' },
      width: 80,
    }
    const flowData = {
      nodes: [node, { ...node, id: 'mystery', type: 'webhook' }],
      edges: [{ id: 'e', source: 'start', target: 'mystery', animated: true }],
      viewport: { zoom: 1 },
    }
    const rules = [{ id: 'r', when: 'silence', then: 'end', value: '' }]
    const created = await request<Flow>('POST', '/api/v1/flows', { body: { name: 'Graph', flowData, rules } })
    expect(created.body).toMatchObject({ promptType: 'flow', flowData, rules })
    const settings = { enableRecording: false }
    const changed = await request<Flow>('PATCH', `/api/v1/flows/${created.body.id}`, { body: { settings, rules: [] } })
    expect(changed.body.settings).toEqual(settings)
    expect(changed.body.rules).toEqual([])
    expect(changed.body.flowData).toEqual(flowData)
  })

  it('is refused with an agent that does not exist', async () => {
    const { request } = await openTestService()
    const { status, body } = await request('POST', '/api/v1/flows', { body: { name: 'x', agentId: 'nobody' } })
    expect([status, body]).toEqual([
      400,
      { error: { code: 'invalid_request', message: 'agentId must be the ID of an agent in this organization.' } },
    ])
  })
})

it('a flow created with some settings has the defaults of the others, at every level', { tags: ['I2-4'] }, async () => {
  const { request } = await openTestService()
  const defaults = (await request<Flow>('POST', '/api/v1/flows', { body: { name: 'All' } })).body.settings
  const settings = {
    callSetting: { maxCallDuration: 600 },
    responseSettings: { workingHours: { enabled: true, timezone: 'Europe/Berlin' } },
    tone: { warm: true },
  }
  const { body } = await request<Flow>('POST', '/api/v1/flows', { body: { name: 'Some', settings } })
  expect(body.settings).toEqual({
    callSetting: { ...(defaults.callSetting as object), maxCallDuration: 600 },
    responseSettings: {
      delay: 0,
      workingHours: { enabled: true, start: '09:00', end: '17:00', timezone: 'Europe/Berlin', outOfHoursMessage: '' },
    },
    enableRecording: true,
    tone: { warm: true },
  })
  const replaced = await request<Flow>('PATCH', `/api/v1/flows/${body.id}`, { body: { settings: { tone: 'plain' } } })
  expect(replaced.body.settings).toEqual({ tone: 'plain' })
})
