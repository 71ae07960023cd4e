import { describe, expect, it } from 'vitest'
import { type EndpointDefinition, serviceEndpoints } from '#contract/index.ts'
import { checkText, riskOf } from './unknown-outcome-texts.ts'

const now = Date.UTC(2026, 10, 20, 12)

describe('texts about an unknown outcome', () => {
  it.each([
    [null, null, ''],
    [null, now + 5_000, 'Still checking.'],
    [now - 120_000, now + 60_000, 'Still checking (last checked 2 min ago).'],
    [now - 7_200_000, null, 'No longer checking (last checked 2 hours ago).'],
  ])('say when it was checked: last at %s, next at %s', (lastCheckedAt, nextCheckAt, text) => {
    expect(checkText({ lastCheckedAt, nextCheckAt }, now)).toBe(text)
  })

  it('name the risk of every command that must not be repeated, and of no other', () => {
    const commands = Object.entries(serviceEndpoints as Record<string, EndpointDefinition>)
    const risky = commands.filter(([, { effect }]) => effect !== null && !effect.repeatable).map(([name]) => name)
    expect(riskOf({ endpoint: 'messageAction', ids: { action: 'Reject' } })).toBe('')
    expect(commands.map(([name]) => name).filter((endpoint) => riskOf({ endpoint, ids: {} }) !== '')).toEqual(risky)
  })
})
