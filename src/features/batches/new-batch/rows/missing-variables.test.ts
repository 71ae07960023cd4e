import { describe, expect, it } from 'vitest'
import { findGaps, signatureOf } from './missing-variables.ts'
import { gapText, missingVariablesText } from './missing-variables-texts.ts'

const emptyCells = [0, 12, 0, 40]
const gaps = findGaps(
  ['first_name', 'Order Number', 'plan', 'price', 'Plan'],
  ['phone_number', 'first_name', 'Order Number', 'price', null],
  40,
  (column) => emptyCells[column] ?? 0,
)

describe('variables without a value', () => {
  it('lists variables without a column or with empty cells', () => {
    expect(gaps).toEqual([
      { name: 'first_name', column: 1, calls: 12 },
      { name: 'plan', column: null, calls: 40 },
      { name: 'price', column: 3, calls: 40 },
      { name: 'Plan', column: null, calls: 40 },
    ])
  })

  it('describes each variable, and all of them in one sentence', () => {
    expect(gaps.map((gap) => gapText(gap, 40)).slice(0, 2)).toEqual([
      'Empty in 12 of 40 calls.',
      'No column is sent as plan, so it is empty in all 40 calls.',
    ])
    expect(missingVariablesText(gaps, 40)).toBe(
      'The agent has no value for {plan}, {price} and {Plan} in all 40 calls and for {first_name} in 12 calls.',
    )
    expect(missingVariablesText(gaps.slice(0, 1), 40)).toBe('The agent has no value for {first_name} in 12 calls.')
  })

  it('has another signature when the variables change', () => {
    expect(signatureOf(gaps)).not.toBe(signatureOf(gaps.slice(1)))
  })
})
