import { expect, it } from 'vitest'
import { chosenColumns } from '#kit/list/definition.ts'
import { callList } from './columns.tsx'

it('shows the outcome to whoever has chosen the column by the name that it had in an older version', () => {
  const ids = chosenColumns(callList([]), 'customer,state,agent').map(({ id }) => id)
  expect(ids).toEqual(['customer', 'outcome', 'agent'])
})
