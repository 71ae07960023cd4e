import { describe, expect, it } from 'vitest'
import { Refusal } from '#contract/index.ts'
import { createIntention } from './intention.ts'

const refusal = (sent: 'no' | 'unknown') => new Refusal({ status: 503, code: 'x', message: 'No.', by: 'gateway', sent })

describe('the key of an intention', () => {
  const counted = () => {
    let count = 0
    return createIntention(() => `key ${(count += 1)}`)
  }

  it('stays while the same is asked again, so that nothing is done twice', () => {
    const intention = counted()
    expect(intention.keyFor({ name: 'Anna' })).toBe('key 1')
    intention.refused(refusal('unknown'))
    expect(intention.keyFor({ name: 'Anna' })).toBe('key 1')
  })

  it('changes when something else is asked', () => {
    const intention = counted()
    intention.keyFor({ name: 'Anna' })
    expect(intention.keyFor({ name: 'Ben' })).toBe('key 2')
  })

  it('changes after a final answer, and after a refusal that did nothing', () => {
    const intention = counted()
    intention.keyFor({ name: 'Anna' })
    intention.answered()
    expect(intention.keyFor({ name: 'Anna' })).toBe('key 2')
    intention.refused(refusal('no'))
    expect(intention.keyFor({ name: 'Anna' })).toBe('key 3')
  })
})
