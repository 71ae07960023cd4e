import { expect, it } from 'vitest'
import { reviewSummary } from './review-texts.ts'

const flow = (autopilot: boolean, isActive = true) => ({ autopilot, isActive })

it.each([
  ['no flow', [], ''],
  ['no flow with autopilot', [flow(false), flow(false)], 'All messages wait for review'],
  ['one flow', [flow(true), flow(false)], '1 active flow sends without review'],
  ['two flows', [flow(true), flow(true), flow(false)], '2 active flows send without review'],
  ['no inactive flows', [flow(true), flow(true, false)], '1 active flow sends without review'],
  ['only active flows', [flow(true, false), flow(false)], 'All messages wait for review'],
])('says how many active flows send without review: %s', (_, flows, summary) => {
  expect(reviewSummary(flows)).toBe(summary)
})
