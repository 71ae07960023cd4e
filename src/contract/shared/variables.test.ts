import { expect, it } from 'vitest'
import { variablesIn } from './variables.ts'

it('finds the variables of a text between braces, with any characters that a header can have', () => {
  expect(variablesIn('Hello {first_name}, about { Order Number }: {first_name}?', '{{plan}} {} { }')).toEqual([
    'first_name',
    'Order Number',
    'plan',
  ])
})
