import { describe, expect, it, test } from 'vitest'
import type { Outcome, OutcomeSettings } from '../shared/outcomes.ts'
import { defaultOutcomes, InvalidOutcomes, outcomeOf, parseOutcomes } from './outcome.ts'

/** Ten in the morning in London on a working day. */
const morningInLondon = Date.UTC(2026, 10, 20, 10)
const hourMs = 3_600_000

/** Percent of each outcome among calls to a number. */
function percentages(settings: OutcomeSettings, number: string, at: number, count = 4_000): Record<Outcome, number> {
  const counts: Record<Outcome, number> = { completed: 0, voicemail: 0, no_answer: 0, busy: 0, failed: 0 }
  for (let i = 0; i < count; i++) counts[outcomeOf(`${number}/${at}/${i}`, number, at, settings)] += 100 / count
  return counts
}

const [london, berlin, seattle] = ['+447700900123', '+493023125123', '+12065550134']

describe('the default shares', () => {
  it('are about 35 % people, 25 % mailboxes and 30 % unanswered, over all countries and hours of calling', () => {
    const total: Record<Outcome, number> = { completed: 0, voicemail: 0, no_answer: 0, busy: 0, failed: 0 }
    // Between 9 in the morning and 8 in the evening, with the seed's mix of countries.
    for (let hour = 0; hour < 11; hour++) {
      for (const [number, weight, offset] of [
        [seattle, 0.5, 17],
        [london, 0.35, 9],
        [berlin, 0.15, 8],
      ] as const) {
        const found = percentages(defaultOutcomes, number, Date.UTC(2026, 10, 20, offset + hour), 500)
        for (const outcome of Object.keys(total) as Outcome[]) total[outcome] += (found[outcome] * weight) / 11
      }
    }
    expect(Math.abs(total.completed - 35)).toBeLessThan(3)
    expect(Math.abs(total.voicemail - 25)).toBeLessThan(3)
    expect(Math.abs(total.no_answer - 30)).toBeLessThan(3)
    expect(Math.abs(total.busy + total.failed - 10)).toBeLessThan(2)
  })

  it('reach more people in the early evening than at night, by the clock of the called person', () => {
    const completedAt = (number: string, at: number) => percentages(defaultOutcomes, number, at).completed
    expect(completedAt(london, morningInLondon + 8 * hourMs)).toBeGreaterThan(completedAt(london, morningInLondon) + 5)
    // Two in the morning in Seattle.
    expect(completedAt(seattle, morningInLondon)).toBeLessThan(15)
    expect(percentages(defaultOutcomes, seattle, morningInLondon).no_answer).toBeGreaterThan(35)
  })

  it('reach fewer mailboxes in Germany than in the United States', () => {
    const inGermany = percentages(defaultOutcomes, berlin, morningInLondon)
    const inAmerica = percentages(defaultOutcomes, seattle, morningInLondon + 8 * hourMs)
    expect(inGermany.voicemail).toBeLessThan(inAmerica.voicemail - 8)
  })
})

describe('the setting', () => {
  it('replaces the default as a whole', () => {
    const { completed, voicemail, no_answer, busy, failed } = percentages(
      parseOutcomes('68/12/12/5/3'),
      seattle,
      morningInLondon,
    )
    for (const [found, expected] of [
      [completed, 68],
      [voicemail, 12],
      [no_answer, 12],
      [busy, 5],
      [failed, 3],
    ] as const)
      expect(Math.abs(found - expected)).toBeLessThan(3)
  })

  it('has shares for a country and factors for local hours', () => {
    const settings = parseOutcomes('50/20/20/5/5, DE=0/0/100/0/0, 10-11=0, 11-12=1.5')
    expect(percentages(settings, berlin, morningInLondon).no_answer).toBeCloseTo(100)
    expect(percentages(settings, london, morningInLondon)).toMatchObject({ completed: 0 })
    expect(percentages(settings, london, morningInLondon + hourMs).completed).toBeGreaterThan(70)
    expect(Math.abs(percentages(settings, london, morningInLondon + 3 * hourMs).completed - 50)).toBeLessThan(3)
  })

  test.each([
    ['35/25', 'five numbers'],
    ['35/25/30/6/5', 'add up to 100'],
    ['a/b/c/d/e', 'five numbers'],
    ['DE=40/13/35/8/4', 'no shares for all other countries'],
    ['35/25/30/6/4,XX=35/25/30/6/4', 'must begin with a country'],
    ['35/25/30/6/4,20-18=1', 'the earlier first'],
    ['35/25/30/6/4,18-20=fast', 'factor from 0 to 9'],
    ['', 'five numbers'],
  ])('%j is refused with its rule', (text, rule) => {
    expect(() => parseOutcomes(text)).toThrow(InvalidOutcomes)
    expect(() => parseOutcomes(text)).toThrow(rule)
  })
})

it('gives a reserved number its fixed outcome', () => {
  expect(percentages(defaultOutcomes, '+12025550101', morningInLondon).busy).toBeCloseTo(100)
})

it('depends on nothing but the call and the settings', () => {
  const outcomes = () =>
    Array.from({ length: 50 }, (_, i) => outcomeOf(`same ${i}`, london, morningInLondon, defaultOutcomes))
  expect(outcomes()).toEqual(outcomes())
})
