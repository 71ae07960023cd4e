import { expect, it } from 'vitest'
import { scaleForSoak } from '#tools/soak-scale.ts'
import { generateFlows } from '../seed/flows.ts'
import { type Outcome, outcomes } from '../shared/outcomes.ts'
import { seededRandom } from '../shared/random.ts'
import { type CallFacts, simulateCall } from './simulate-call.ts'

const flows = generateFlows(seededRandom('flows')).map(({ name, fields }) => ({ id: 'f'.repeat(24), name, ...fields }))
const agent = {
  id: 'a'.repeat(24),
  name: 'Nora · Renewals',
  model: 'gpt-4o',
  voice: { provider: 'openai', voiceId: 'alloy' },
}

/** Simulates calls of all flows to a number, in the early afternoon there. */
const simulateCalls = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    simulateCall({
      seed: `duration ${i}`,
      dialledAt: Date.UTC(2026, 10, 20, 21),
      toNumber: '+14155550134',
      customerName: 'Dana Whitfield',
      columns: {},
      agent,
      flow: flows[i % flows.length] as CallFacts['flow'],
    }),
  )

it('has outcomes, durations and a pace like real calls', { tags: ['soak'] }, () => {
  const calls = simulateCalls(scaleForSoak(3_000))
  const shareOf = (outcome: Outcome) => calls.filter((call) => call.outcome === outcome).length / calls.length
  const [person = 0, mailbox = 0, nobody = 0, busy = 0, failed = 0] = outcomes.map(shareOf)
  expect(person).toBeGreaterThan(0.3)
  expect(person).toBeLessThan(0.4)
  expect(mailbox).toBeGreaterThan(0.23)
  expect(mailbox).toBeLessThan(0.33)
  expect(nobody).toBeGreaterThan(0.25)
  expect(nobody).toBeLessThan(0.35)
  expect(busy + failed).toBeGreaterThan(0.07)
  expect(busy + failed).toBeLessThan(0.13)

  const talks = calls.filter(({ outcome }) => outcome === 'completed')
  const durations = talks.map(({ answeredAt, endsAt }) => endsAt - (answeredAt ?? 0)).toSorted((a, b) => a - b)
  expect(durations[Math.floor(durations.length * 0.01)]).toBeGreaterThan(10)
  expect(durations.at(-1)).toBeLessThan(600)
  expect(durations.at(-1)).toBeGreaterThan(360)
  // Those in which more was said than a greeting, an excuse and a goodbye.
  const real = talks
    .filter(({ lines }) => lines.length >= 8)
    .map(({ answeredAt, endsAt }) => endsAt - (answeredAt ?? 0))
    .toSorted((a, b) => a - b)
  const quantile = (share: number) => real[Math.floor(real.length * share)]
  expect(quantile(0.5)).toBeGreaterThan(105)
  expect(quantile(0.5)).toBeLessThan(135)
  expect(quantile(0.9)).toBeGreaterThan(210)
  expect(quantile(0.9)).toBeLessThan(310)

  // One talk in eight ends badly.
  const endsBadly = talks.filter(({ moods }) => moods.at(-1)?.sentiment === 'negative').length / talks.length
  expect(endsBadly).toBeGreaterThan(0.08)
  expect(endsBadly).toBeLessThan(0.18)

  // Both together speak 40 to 220 words a minute, silences included.
  for (const { lines, endsAt, answeredAt } of talks) {
    const words = lines.reduce((sum, { content }) => sum + content.split(' ').length, 0)
    const minutes = (endsAt - (answeredAt ?? 0)) / 60
    expect(words / minutes).toBeLessThan(220)
    expect(minutes < 0.5 || words / minutes > 40).toBe(true)
  }
})
