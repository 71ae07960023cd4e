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
  for (const id of ['conv-01HZX8W9QZ6S7T', 'conv-9', 'batch-2026', '0191c2f4-7b1e-7c3d-9a55-2f3b8f0f6f10'])
    expect(kindsOfId(id)).toEqual(['conversation', 'call', 'batch', 'flow', 'message-flow', 'messaging-agent', 'agent'])
})

it('does not treat words, names and phone numbers as IDs', () => {
  for (const text of [
    '',
    'reminders',
    'Walter Sandoval',
    '14155550129',
    '+14155550129',
    '0x9',
    'b2b',
    'j0@example.net',
  ]) {
    expect(kindsOfId(text)).toEqual([])
  }
})
