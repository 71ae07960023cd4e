import { describe, expect, it } from 'vitest'
import { isOutdated } from './outdated.ts'

const [monday, tuesday] = ['2026-11-23T09:00:00.000Z aaaa0000', '2026-11-24T09:00:00.000Z bbbb1111']

describe('a page', () => {
  it('is outdated when the gateway serves a later version', () => {
    expect(isOutdated(tuesday, monday, false)).toBe(true)
  })

  it('is not outdated with the same version, or with the same code built at another time', () => {
    expect(isOutdated(monday, monday, false)).toBe(false)
    expect(isOutdated('2026-11-24T09:00:00.000Z aaaa0000', monday, false)).toBe(false)
  })

  it('is not outdated by an older version, unless a file of the page is missing', () => {
    expect(isOutdated(monday, tuesday, false)).toBe(false)
    expect(isOutdated(monday, tuesday, true)).toBe(true)
  })

  it('is not outdated if one of the two has no version', () => {
    expect(isOutdated(null, monday, true)).toBe(false)
    expect(isOutdated(monday, null, true)).toBe(false)
  })
})
