import { describe, expect, it } from 'vitest'
import { sentimentValue } from '#contract/index.ts'
import { addSentimentPoint, sentimentLabel } from './sentiment.ts'

describe('sentiment', () => {
  it('has a label for the three known values, in any case', () => {
    expect(sentimentLabel('NEGATIVE')).toBe('Negative')
    expect(sentimentValue('Positive')).toBe(1)
  })

  it('shows an unknown value as the service sends it, and does not draw it', () => {
    expect(sentimentLabel('frustrated')).toBe('frustrated')
    expect(sentimentLabel('')).toBe('Unknown')
    expect(sentimentValue('frustrated')).toBeNull()
    expect(sentimentLabel('constructor')).toBe('constructor')
  })

  it('adds one point each time the call is read', () => {
    const first = addSentimentPoint([], 'neutral', 1_000)
    const next = addSentimentPoint(first, 'negative', 2_000)
    expect(next).toEqual([
      { at: 1_000, value: 0 },
      { at: 2_000, value: -1 },
    ])
    expect(addSentimentPoint(next, 'negative', 2_000)).toBe(next)
    expect(addSentimentPoint(next, 'frustrated', 3_000)).toBe(next)
  })

  it('drops the oldest points at the limit', () => {
    let points: ReturnType<typeof addSentimentPoint> = []
    for (let time = 1; time <= 2_000; time += 1) points = addSentimentPoint(points, 'neutral', time)
    expect(points).toHaveLength(900)
    expect(points.at(-1)?.at).toBe(2_000)
  })
})
