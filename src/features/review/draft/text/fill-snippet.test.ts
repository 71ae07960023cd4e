import { expect, test } from 'vitest'
import { fillSnippet } from './fill-snippet.ts'

test('fills in what is known and leaves the other variables', () => {
  const text = 'Hello {customer name}, {Agent} will call you. {time}'
  expect(fillSnippet(text, { customerName: 'Ava $&', agent: 'Leo' })).toBe('Hello Ava $&, Leo will call you. {time}')
  expect(fillSnippet(text, { customerName: null, agent: '' })).toBe(text)
})
