import { describe, expect, it } from 'vitest'
import { entryOf, pageOf } from './page-table.ts'
import { paths } from './paths.ts'

describe('the page of an address', () => {
  it('is the page whose path the address begins with', () => {
    expect(pageOf(paths.overview())?.id).toBe('overview')
    expect(pageOf(paths.batch('batch_1'))?.id).toBe('batches')
    expect(pageOf(paths.settings('audit'))?.id).toBe('settings')
    expect(pageOf('/agentsmith')).toBeUndefined()
    expect(pageOf(paths.reports('cost'))?.id).toBe('reports')
    expect(pageOf(paths.call('room'))?.id).toBe('calls')
    expect(pageOf(paths.endedCalls())?.id).toBe('ended-calls')
    expect(pageOf(paths.editMessagingAgent('a1'))?.id).toBe('messaging-agents')
  })

  it('belongs to the entry that has it as a tab', () => {
    expect(entryOf(paths.doNotCall())?.label).toBe('Calls')
    expect(entryOf(paths.messageFlow('f1'))?.label).toBe('Flows')
    expect(entryOf('/nowhere')).toBeUndefined()
  })
})

describe('the address of a page', () => {
  it('includes IDs and query parameters, URL-encoded', () => {
    expect(paths.batch('batch_1', { call: 'call_2' })).toBe('/batches/batch_1?call=call_2')
    expect(paths.newCall({ agent: 'a&b' })).toBe('/calls/new?agent=a%26b')
    expect(paths.newCall()).toBe('/calls/new')
  })
})
