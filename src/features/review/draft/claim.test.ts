import { describe, expect, it } from 'vitest'
import type { Claim } from '#contract/index.ts'
import { latestClaim } from './claim.ts'

const mine: Claim = { operator: 'Priya', operatorId: 'me', editing: false }
const theirs: Claim = { operator: 'Grace', operatorId: 'priya', editing: false }

describe('the latest claim', () => {
  it('comes from the newer of the two answers', () => {
    expect(latestClaim(null, { claim: undefined, readAt: null }, 'me')).toBeNull()
    expect(latestClaim(null, { claim: theirs, readAt: 5 }, 'me')).toEqual(theirs)
    expect(latestClaim({ claim: mine, receivedAt: 10 }, { claim: theirs, readAt: 5 }, 'me')).toEqual(mine)
    expect(latestClaim({ claim: mine, receivedAt: 10 }, { claim: theirs, readAt: 15 }, 'me')).toEqual(theirs)
    expect(latestClaim({ claim: theirs, receivedAt: 10 }, { claim: null, readAt: 15 }, 'me')).toBeNull()
    expect(latestClaim({ claim: mine, receivedAt: 10 }, { claim: undefined, readAt: 15 }, 'me')).toEqual(mine)
  })

  it('is still the operator’s own if an older queue arrives after it', { tags: ['U15'] }, () => {
    expect(latestClaim({ claim: mine, receivedAt: 10 }, { claim: null, readAt: 15 }, 'me')).toEqual(mine)
  })
})
