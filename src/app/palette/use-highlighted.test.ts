import SearchIcon from 'lucide-react/icons/search'
import { expect, test } from 'vitest'
import { type Item, placeAtFirst } from './use-highlighted.ts'

const item = (id: string, isDisabled?: boolean): Item => ({
  id,
  title: id,
  note: '',
  icon: SearchIcon,
  isDisabled,
  run: () => {},
})

test('Enter begins at the first result that the operator may use', () => {
  expect(placeAtFirst([item('stop', true), item('invite', true), item('Renewals')])).toBe(2)
  expect(placeAtFirst([item('Batches'), item('stop', true)])).toBe(0)
  expect(placeAtFirst([item('stop', true)])).toBe(-1)
})
