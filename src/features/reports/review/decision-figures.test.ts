/** What the counts of decisions say. */
import { describe, expect, it, test } from 'vitest'
import type { DecisionCount } from '#contract/index.ts'
import { decisionFiguresOf, explainRise, noDecisions, reasonsOf } from './decision-figures.ts'
import { change, fell, mayBeChance, medianNote } from './texts.tsx'

const count = (
  results: DecisionCount['results'],
  reasons: DecisionCount['reasons'] = {},
  key = '',
  name: string | null = null,
): DecisionCount => ({ ...noDecisions, key, name, results, reasons })

const before = count({ approved: 18, rejected: 2 }, { 'Wrong facts': 1, 'Wrong tone': 1 })
const now = count({ approved: 12, edited: 3, rejected: 5, saved: 4 }, { 'Wrong facts': 4, '': 1 })
const theo = count({ rejected: 3 }, { 'Wrong facts': 3 }, 'a1', 'Theo')
const nora = count({ rejected: 2 }, { 'Wrong facts': 1, '': 1 }, 'a2', 'Nora')

test('a saved text is no decision', () => {
  expect(decisionFiguresOf(now)).toEqual({ decided: 20, approved: 12, edited: 3, rejected: 5 })
})

test('reasons have both periods, also one that was only given before', () => {
  expect(reasonsOf(now, before)).toEqual([
    { reason: 'Wrong facts', now: 4, before: 1, share: 0.2, shareBefore: 0.05 },
    { reason: '', now: 1, before: 0, share: 0.05, shareBefore: 0 },
    { reason: 'Wrong tone', now: 0, before: 1, share: 0, shareBefore: 0.05 },
  ])
})

describe('a rise of rejections', () => {
  it('is explained by the reason and the group with most of it', () => {
    const rise = explainRise(now, before, { now: [nora, theo], before: [] })
    expect(rise).toMatchObject({ reason: { reason: 'Wrong facts' }, group: { name: 'Theo', count: 3 } })
  })

  it('is in the group where it rose, not where it is usual', () => {
    const usual = count({ rejected: 9 }, { 'Wrong facts': 9 }, 'a3', 'Usual')
    const groups = { now: [usual, theo], before: [usual] }
    expect(explainRise(now, before, groups)?.group).toMatchObject({ name: 'Theo' })
  })

  it('names no reason that was not given more often, and no group if the groups are not known', () => {
    const fewer = count({ approved: 8, rejected: 4 }, { 'Wrong facts': 4 })
    const more = count({ approved: 30, rejected: 6 }, { 'Wrong facts': 6 })
    expect(explainRise(fewer, more, null)).toEqual({ reason: null, group: null })
    expect(explainRise(now, before, null)).toMatchObject({ reason: { reason: 'Wrong facts' }, group: null })
  })

  it('names no group in which the reason did not become more frequent', () => {
    const usual = count({ rejected: 4 }, { 'Wrong facts': 4 }, 'a3', 'Usual')
    expect(explainRise(now, before, { now: [usual], before: [usual] })?.group).toBeNull()
  })

  it('is not claimed of shares that look equal', () => {
    const share = (rejected: number) => count({ approved: 1_000 - rejected, rejected }, { '': rejected })
    expect(explainRise(share(204), share(196), null)).toBeNull()
    expect(explainRise(share(206), share(196), null)).not.toBeNull()
  })

  it('is not claimed if the share fell, or of few decisions', () => {
    expect(explainRise(before, now, { now: [], before: [] })).toBeNull()
    expect(explainRise(now, count({ approved: 5 }), { now: [], before: [] })).toBeNull()
  })
})

test('changes of rejections have a sign, and name the earlier share first', () => {
  expect([change(3), change(-2), change(0)]).toEqual(['+3', '−2', '0'])
  expect(fell(0.1, 0.3)).toBe('Rejections fell from 30% to 10% of the decisions.')
  expect(fell(0.1, 0.2, mayBeChance)).toBe(`Rejections fell from 20% to 10% of the decisions. ${mayBeChance}`)
  expect(medianNote(60, 30)).toBe('90% within 1 min · previously 30 s')
})
