/** What a few cases can say. */
import { expect, test } from 'vitest'
import { leastShare, mayBeChance } from './chance.ts'

test('the least share is lower of fewer cases, and never below none', () => {
  expect(leastShare(12, 20)).toBeCloseTo(0.387, 3)
  expect(leastShare(290, 500)).toBeCloseTo(0.536, 3)
  expect(leastShare(0, 20)).toBeCloseTo(0)
})

test('one more of ten may be chance, four of ten may not, and a point of many thousands is none', () => {
  const of = (part: number, whole: number) => ({ part, whole })
  expect(mayBeChance(of(1, 10), of(0, 10))).toBe(true)
  expect(mayBeChance(of(4, 10), of(0, 11))).toBe(false)
  expect(mayBeChance(of(204, 1_000), of(196, 1_000))).toBe(true)
  expect(mayBeChance(of(5_100, 20_000), of(4_900, 20_000))).toBe(false)
  expect(mayBeChance(of(0, 10), of(0, 10))).toBe(true)
})
