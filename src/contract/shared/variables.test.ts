import { expect, it } from 'vitest'
import { variablesIn } from './variables.ts'

it('the variables of a text are what stands between braces, whatever a header can say', () => {
  expect(variablesIn('Hello {first_name}, about { Order Number }: {first_name}?', '{{plan}} {} { }')).toEqual([
    'first_name',
    'Order Number',
    'plan',
  ])
})
