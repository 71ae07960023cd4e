import { describe, expect, it } from 'vitest'
import { actionWords } from './effect-words.ts'
import { actionInWords, endingLamp, thingOf } from './history-words.ts'

describe('the words of the audit', () => {
  it('keep the name of what they do not know, rather than nothing', () => {
    expect(actionWords('somethingNew').done).toBe('somethingNew')
  })

  it('name the most particular thing, with its page', () => {
    expect(thingOf({ agentId: 'anna', batchId: 'batch_1' })).toEqual({
      kind: 'batch',
      of: 'batchId',
      id: 'batch_1',
      path: '/batches/batch_1',
    })
    expect(thingOf({ messageId: 'm', conversationId: 'c' })?.path).toBe('/conversations/c')
    expect(thingOf({ messageFlowId: 'f' })).toMatchObject({ kind: 'message flow', path: '/message-flows/f' })
    expect(thingOf({ messagingAgentId: 'a' })).toMatchObject({ kind: 'messaging agent', path: '/messaging-agents/a' })
    expect(thingOf({ somethingId: 'x' })).toEqual({ kind: 'something', of: 'somethingId', id: 'x', path: null })
    expect(thingOf({ roles: 'admin' })).toBeNull()
  })

  it('tell what was changed about an operator', () => {
    expect(actionInWords('operatorUpdate', { operatorId: 'ada', disabled: 'true' })).toBe('Disabled an operator')
    expect(actionInWords('operatorUpdate', { operatorId: 'ada', disabled: 'false' })).toBe('Enabled an operator')
    expect(actionInWords('operatorUpdate', { operatorId: 'ada', roles: 'admin' })).toBe(
      'Changed the roles of an operator',
    )
    expect(actionInWords('signIn', { operatorId: 'ada' }, 'done')).toBe('Signed in')
    expect(actionInWords('signIn', {}, 'refused')).toBe('Tried to sign in')
    expect(actionInWords('linkUse', { tries: '100' }, 'refused')).toBe(
      'Tried to use an invitation: 100 times within 15 minutes',
    )
    expect(actionInWords('agentDelete', { agentId: 'anna' })).toBe('Deleted an agent')
  })

  it('tell which decision was made about a message', () => {
    expect(actionInWords('messageAction', { action: 'Reject' })).toBe('Rejected a message')
    expect(actionInWords('messageAction', {})).toBe('Decided about a message')
  })

  it('say of what was settled whether it happened', () => {
    expect(endingLamp({ state: 'settled', happened: true }).word).toBe('Settled: it happened')
    expect(endingLamp({ state: 'settled', happened: false }).word).toBe('Settled: it did not happen')
    expect(endingLamp({ state: 'unknown', happened: null }).state).toBe('unknown')
  })
})
