import { describe, expect, it } from 'vitest'
import { actionTexts } from './effect-texts.ts'
import { actionText, outcomeStatus, targetOf } from './history-texts.ts'

describe('texts of the audit', () => {
  it('show the name of an unknown command', () => {
    expect(actionTexts('somethingNew').done).toBe('somethingNew')
  })

  it('name the most specific record, with the path of its page', () => {
    expect(targetOf({ agentId: 'anna', batchId: 'batch_1' })).toEqual({
      kind: 'batch',
      idName: 'batchId',
      id: 'batch_1',
      path: '/batches/batch_1',
    })
    expect(targetOf({ messageId: 'm', conversationId: 'c' })?.path).toBe('/conversations/c')
    expect(targetOf({ messageFlowId: 'f' })).toMatchObject({ kind: 'message flow', path: '/flows/messages/f' })
    expect(targetOf({ messagingAgentId: 'a' })).toMatchObject({ kind: 'messaging agent', path: '/agents/messaging/a' })
    expect(targetOf({ somethingId: 'x' })).toEqual({ kind: 'something', idName: 'somethingId', id: 'x', path: null })
    expect(targetOf({ roles: 'admin' })).toBeNull()
  })

  it('say what was changed about an operator', () => {
    expect(actionText('operatorUpdate', { operatorId: 'ada', disabled: 'true' })).toBe('Disabled an operator')
    expect(actionText('operatorUpdate', { operatorId: 'ada', disabled: 'false' })).toBe('Enabled an operator')
    expect(actionText('operatorUpdate', { operatorId: 'ada', roles: 'admin' })).toBe('Changed the roles of an operator')
    expect(actionText('signIn', { operatorId: 'ada' }, 'done')).toBe('Signed in')
    expect(actionText('signIn', {}, 'refused')).toBe('Failed to sign in')
    expect(actionText('operatorPasskeyRemove', { sessions: 'ended' })).toBe(
      'Removed a passkey of an operator, and ended their sessions',
    )
    expect(actionText('linkUse', { tries: '100' }, 'refused')).toBe(
      'Failed to accept an invitation (100 times in 15 minutes)',
    )
    expect(actionText('agentDelete', { agentId: 'anna' })).toBe('Deleted an agent')
  })

  it('say which decision was made', () => {
    expect(actionText('messageAction', { action: 'Reject' })).toBe('Rejected a draft')
    expect(actionText('messageAction', {})).toBe('Reviewed a draft')
  })

  it('say whether a resolved command happened', () => {
    expect(outcomeStatus({ state: 'settled', happened: true }).label).toBe('Resolved: it happened')
    expect(outcomeStatus({ state: 'settled', happened: false }).label).toBe('Resolved: it did not happen')
    expect(outcomeStatus({ state: 'unknown', happened: null }).state).toBe('unknown')
  })
})
