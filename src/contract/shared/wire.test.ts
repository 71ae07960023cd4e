import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { everyone } from './endpoint.ts'
import { post } from './requests.ts'
import { secondsOrNull } from './wire.ts'

test('a duration that no call can have is unknown', () => {
  const read = (value: unknown) => z.parse(secondsOrNull, value)
  expect([0, 12.5, 86_400 * 30].map(read)).toEqual([0, 12.5, 86_400 * 30])
  expect([null, undefined, '12', Number.MAX_VALUE, Infinity, 1e9].map(read)).toEqual(Array(6).fill(null))
})

test('a misspelled option of a command is a type error', () => {
  expect(post('/a', 'A', everyone, { invalidates: [], sends: true })).toMatchObject({ sends: true })
  // @ts-expect-error It is `sends`.
  post('/a', 'A', everyone, { invalidates: [], send: true })
  // @ts-expect-error It is `isJson`.
  post('/a', 'A', everyone, { invalidates: [], isJSON: false })
  // @ts-expect-error It is `endsCalls`.
  post('/a', 'A', everyone, { invalidates: [], effect: { repeatable: true, endCalls: true } })
})
