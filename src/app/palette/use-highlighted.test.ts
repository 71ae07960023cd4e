import SearchIcon from 'lucide-react/icons/search'
import { expect, test } from 'vitest'
import { byName, type Item, placeAtFirst } from './use-highlighted.ts'

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

test('pages whose name begins with what was typed come first', () => {
  const pages = ['Unfinished', 'Ended calls', 'Do not call', 'Batches', 'Review', 'Reports', 'Attention rules'].map(
    (name) => item(name),
  )
  const titles = (text: string) => byName(pages, text).map(({ title }) => title)
  expect(titles('batches')[0]).toBe('Batches')
  expect(titles('re').slice(0, 3)).toEqual(['Review', 'Reports', 'Unfinished'])
  expect(titles('CALL').slice(0, 2)).toEqual(['Ended calls', 'Do not call'])
  expect(titles('rules')[0]).toBe('Attention rules')
  expect(titles('')).toEqual(pages.map(({ title }) => title))
})
