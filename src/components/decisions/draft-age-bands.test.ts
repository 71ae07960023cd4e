import { expect, test } from 'vitest'
import { draftAgeBands, draftAgeNames, isOfAge } from './draft-age-bands.ts'
import { minDraftAges } from './draft-ages.ts'

const now = 1_700_000_000_000
const minutes = [-1, 0, 9.9, 10, 59, 60, 1_439, 1_440, 9_000]

test('each waiting draft is in one band, up to but not including its limit', () => {
  const bandsOf = (age: number) => draftAgeBands.filter((band) => isOfAge(band, now - age * 60_000, now))
  expect(minutes.map(bandsOf)).toEqual(
    ['under10m', 'under10m', 'under10m', '10m-1h', '10m-1h', '1h-1d', '1h-1d', '1d', '1d'].map((band) => [band]),
  )
})

test('a least age has the bands from it on, and no draft of unknown age', () => {
  for (const age of Object.keys(minDraftAges) as (keyof typeof minDraftAges)[])
    expect(minutes.filter((waited) => isOfAge(age, now - waited * 60_000, now))).toEqual(
      minutes.filter((waited) => waited * 60_000 >= minDraftAges[age]),
    )
  expect(draftAgeNames.filter((age) => isOfAge(age, Number.NaN, now))).toEqual([])
})
