import { describe, expect, it } from 'vitest'
import type { Claim } from '#contract/index.ts'
import { claimNow } from './claim.ts'

const mine: Claim = { operator: 'Priya', mine: true, editing: false }
const theirs: Claim = { operator: 'Grace', mine: false, editing: false }

describe('who has a draft', () => {
  it('is what was told last', () => {
    expect(claimNow(null, { claim: undefined, readAt: null })).toBeNull()
    expect(claimNow(null, { claim: theirs, readAt: 5 })).toEqual(theirs)
    expect(claimNow({ claim: mine, at: 10 }, { claim: theirs, readAt: 5 })).toEqual(mine)
    expect(claimNow({ claim: mine, at: 10 }, { claim: theirs, readAt: 15 })).toEqual(theirs)
    expect(claimNow({ claim: theirs, at: 10 }, { claim: null, readAt: 15 })).toBeNull()
    expect(claimNow({ claim: mine, at: 10 }, { claim: undefined, readAt: 15 })).toEqual(mine)
  })

  it('is still me where a queue of a moment ago comes after my claim', { tags: ['U15'] }, () => {
    expect(claimNow({ claim: mine, at: 10 }, { claim: null, readAt: 15 })).toEqual(mine)
  })
})
