import { describe, expect, it } from 'vitest'
import { type EndpointDefinition, serviceEndpoints } from '#contract/index.ts'
import { checkText, riskOf } from './unknown-outcome-texts.ts'

const now = Date.UTC(2026, 10, 20, 12)

describe('the words about an unknown outcome', () => {
  it.each([
    [null, null, ''],
    [null, now + 5_000, 'Still checking.'],
    [now - 120_000, now + 60_000, 'Not so far (checked 2 min ago); still checking.'],
    [now - 7_200_000, null, 'Not so far (checked 2 hours ago); no longer checked.'],
  ])('of one that was last checked at %s, and is checked next at %s', (lastCheckedAt, nextCheckAt, words) => {
    expect(checkText({ lastCheckedAt, nextCheckAt }, now)).toBe(words)
  })

  it('name the risk of every command that must not be done twice, and of no other', () => {
    const commands = Object.entries(serviceEndpoints as Record<string, EndpointDefinition>)
    const risky = commands.filter(([, { effect }]) => effect !== null && !effect.repeatable).map(([name]) => name)
    expect(riskOf({ endpoint: 'messageAction', ids: { action: 'Reject' } })).toBe('')
    expect(commands.map(([name]) => name).filter((endpoint) => riskOf({ endpoint, ids: {} }) !== '')).toEqual(risky)
  })
})
