import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { secondsOrNull } from './wire.ts'

test('a duration that no call can have is unknown', () => {
  const read = (value: unknown) => z.parse(secondsOrNull, value)
  expect([0, 12.5, 86_400 * 30].map(read)).toEqual([0, 12.5, 86_400 * 30])
  expect([null, undefined, '12', Number.MAX_VALUE, Infinity, 1e9].map(read)).toEqual(Array(6).fill(null))
})
