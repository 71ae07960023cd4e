import { expect, test } from 'vitest'
import { endOfDay } from './last-day.ts'

const dayAhead = (days: number) => {
  const date = new Date(Date.now() + days * 24 * 3_600_000)
  return `${date.getFullYear()}-${`${date.getMonth() + 1}`.padStart(2, '0')}-${`${date.getDate()}`.padStart(2, '0')}`
}

test('an entry of the do-not-call list expires at the end of its last day', () => {
  expect(endOfDay('', Date.now())).toEqual({ ok: true, until: undefined })
  expect(endOfDay(dayAhead(-1), Date.now())).toEqual({ ok: false, problem: 'This day has passed.' })
  const today = endOfDay(dayAhead(0), Date.now())
  const end = today.ok ? new Date(today.until ?? 0) : new Date(0)
  expect([end.getHours(), end.getMinutes(), end.getTime() > Date.now()]).toEqual([0, 0, true])
})
