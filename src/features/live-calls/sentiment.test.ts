import { describe, expect, it } from 'vitest'
import { addMood, sentimentValue, sentimentWord } from './sentiment.ts'

describe('sentiment', () => {
  it('is a word of ours for the three that are known, in any case', () => {
    expect(sentimentWord('NEGATIVE')).toBe('Negative')
    expect(sentimentValue('Positive')).toBe(1)
  })

  it('shows another word as the service wrote it, and draws nothing from it', () => {
    expect(sentimentWord('frustrated')).toBe('frustrated')
    expect(sentimentWord('')).toBe('Not known')
    expect(sentimentValue('frustrated')).toBeNull()
  })

  it('becomes a line with one point for each reading', () => {
    const first = addMood([], 'neutral', 1_000)
    const next = addMood(first, 'negative', 2_000)
    expect(next).toEqual([
      { at: 1_000, value: 0 },
      { at: 2_000, value: -1 },
    ])
    expect(addMood(next, 'negative', 2_000)).toBe(next)
    expect(addMood(next, 'frustrated', 3_000)).toBe(next)
  })

  it('forgets the oldest points rather than growing for ever', () => {
    let moods: ReturnType<typeof addMood> = []
    for (let at = 1; at <= 2_000; at += 1) moods = addMood(moods, 'neutral', at)
    expect(moods).toHaveLength(900)
    expect(moods.at(-1)?.at).toBe(2_000)
  })
})
