import { describe, expect, it } from 'vitest'
import { contract } from '#contract/index.ts'
import { deedOfEffect, deeds } from './effect-words.ts'
import { deedInWords, endingLamp, thingOf } from './history-words.ts'

describe('the words of the audit', () => {
  it('exist for every endpoint that has an effect', () => {
    const changing = Object.entries(contract).filter(([, { effect }]) => effect !== null)
    expect(changing.map(([name]) => name).filter((name) => !(name in deeds))).toEqual([])
  })

  it('keep the name of what they do not know, rather than nothing', () => {
    expect(deedOfEffect('somethingNew').did).toBe('somethingNew')
  })

  it('name the most particular thing, with its page', () => {
    expect(thingOf({ agentId: 'anna', batchId: 'batch_1' })).toEqual({
      kind: 'batch',
      of: 'batchId',
      id: 'batch_1',
      path: '/batches/batch_1',
    })
    expect(thingOf({ messageId: 'm', conversationId: 'c' })?.path).toBe('/conversations/c')
    expect(thingOf({ somethingId: 'x' })).toEqual({ kind: 'something', of: 'somethingId', id: 'x', path: null })
    expect(thingOf({ roles: 'admin' })).toBeNull()
  })

  it('tell what was changed about an operator', () => {
    expect(deedInWords('operatorUpdate', { operatorId: 'ada', disabled: 'true' })).toBe('Disabled an operator')
    expect(deedInWords('operatorUpdate', { operatorId: 'ada', disabled: 'false' })).toBe('Enabled an operator')
    expect(deedInWords('operatorUpdate', { operatorId: 'ada', roles: 'admin' })).toBe(
      'Changed the roles of an operator',
    )
    expect(deedInWords('signIn', { operatorId: 'ada' }, 'done')).toBe('Signed in')
    expect(deedInWords('signIn', {}, 'refused')).toBe('Tried to sign in')
    expect(deedInWords('linkUse', { tries: '100' }, 'refused')).toBe(
      'Tried to use an invitation: 100 times within 15 minutes',
    )
    expect(deedInWords('agentDelete', { agentId: 'anna' })).toBe('Deleted an agent')
  })

  it('tell which decision was made about a message', () => {
    expect(deedInWords('messageAction', { action: 'Reject' })).toBe('Rejected a message')
    expect(deedInWords('messageAction', {})).toBe('Decided about a message')
  })

  it('say of what was settled whether it happened', () => {
    expect(endingLamp({ state: 'settled', happened: true }).word).toBe('Settled: it happened')
    expect(endingLamp({ state: 'settled', happened: false }).word).toBe('Settled: it did not happen')
    expect(endingLamp({ state: 'unknown', happened: null }).state).toBe('unknown')
  })
})
