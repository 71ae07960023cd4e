import { expect, it } from 'vitest'
import { kindsOfId } from './pasted-id.ts'

it('opens an ID that nobody on the team has seen', { tags: ['U01'] }, () => {
  expect(kindsOfId('batch_2408988971332626')).toEqual(['batch'])
  expect(kindsOfId('4c2749777d1e878cc44ac220-j07mz5gkih')).toEqual(['call'])
  expect(kindsOfId('7484a2b5d85416fa7266b388')).toEqual([
    'conversation',
    'flow',
    'message-flow',
    'messaging-agent',
    'agent',
  ])
  expect(kindsOfId('conv-01HZX8W9QZ6S7T')).toContain('conversation')
})

it('does not treat words, names and phone numbers as IDs', () => {
  for (const text of ['', 'reminders', 'Walter Sandoval', '14155550129', '+14155550129', '0x9', 'j0@example.net']) {
    expect(kindsOfId(text)).toEqual([])
  }
})
