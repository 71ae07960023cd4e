import { expect, test } from 'vitest'
import { maxListed, otherVersions } from './other-versions.ts'

test('lists the latest versions without the compared one', () => {
  expect(otherVersions(4, 3, '')).toEqual([4, 2, 1])
  const many = otherVersions(2_345, 2_345, '')
  expect([many.length, many[0]]).toEqual([maxListed, 2_344])
})

test('typing its number finds any version, also with few digits', () => {
  for (const wanted of [1, 7, 12, 999, 2_344])
    expect(otherVersions(2_345, 2_345, `Version ${wanted.toLocaleString('en')}`)[0]).toBe(wanted)
  expect(otherVersions(30, 30, '2')).toEqual([2, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 12])
  expect(otherVersions(30, 30, '31')).toEqual([])
})
