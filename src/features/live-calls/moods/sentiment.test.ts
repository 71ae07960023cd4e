import { describe, expect, it } from 'vitest'
import { sentimentValue } from '#contract/index.ts'
import { sentimentLabel } from './sentiment.ts'

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
})
