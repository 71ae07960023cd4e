import { describe, expect, it } from 'vitest'
import { addAcceptedEnd, addFound, addMissing, addReport, endOf, foundAt, isNotFoundNow } from './call-end.ts'

const found = foundAt(1_000)
const missing = (...times: number[]) => times.reduce(addMissing, found)

describe('the end of a call', () => {
  it('has two witnesses apart in time', () => {
    expect(endOf(missing(2_000))).toBeNull()
    expect(isNotFoundNow(missing(2_000))).toBe(true)
    expect(endOf(missing(2_000, 2_500, 4_999))).toBeNull()
    expect(endOf(missing(2_000, 2_500, 5_000))).toBe(2_000)
    expect(isNotFoundNow(missing(2_000, 5_000))).toBe(false)
  })

  it('is undone by any reading that finds the call, and then needs two new witnesses', () => {
    expect(endOf(addFound(missing(2_000, 5_000), 6_000))).toBeNull()
    expect(endOf(addMissing(addFound(missing(2_000), 3_000), 6_000))).toBeNull()
    expect(endOf(addMissing(addMissing(addFound(missing(2_000), 3_000), 6_000), 9_000))).toBe(6_000)
  })

  it('does not depend on the order in which answers arrive', () => {
    // Sent before the call was found.
    expect(endOf(addMissing(addMissing(addFound(missing(2_000), 4_000), 3_000), 6_000))).toBeNull()
    // Found between two readings that did not find it.
    expect(endOf(addFound(missing(2_000, 6_000), 4_000))).toBeNull()
    // Found before both.
    expect(endOf(addFound(missing(2_000, 6_000), 1_500))).toBe(2_000)
  })

  it('is known at once if the service says so, or has accepted that somebody ends the call and does not find it', () => {
    expect(endOf(addReport(found, 2_000))).toBe(2_000)
    expect(endOf(addFound(addReport(found, 2_000), 3_000))).toBeNull()
    const accepted = addAcceptedEnd(found, 2_000)
    expect(endOf(accepted)).toBeNull()
    expect(endOf(addMissing(accepted, 2_100))).toBe(2_100)
    expect(endOf(addMissing(addFound(addMissing(found, 1_900), 1_950), 1_980))).toBeNull()
  })
})
