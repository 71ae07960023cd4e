import { describe, expect, it } from 'vitest'
import { addMood, type CallMood, joinMoods } from './call-moods.ts'

const customer = (content: string) => ({ role: 'customer', content })
const agent = (content: string) => ({ role: 'agent', content })

describe('the sentiment of a call', () => {
  it('has one entry for each change, with what the customer said last before it', () => {
    const transcript = [customer('This is late again.'), agent('I am sorry.')]
    const first = addMood([], { at: 1, sentiment: 'neutral', transcript: [agent('Hello.')] })
    const second = addMood(first, { at: 2, sentiment: 'negative', transcript })
    expect(second).toEqual([
      { at: 1, sentiment: 'neutral', words: 'Hello.' },
      { at: 2, sentiment: 'negative', words: 'This is late again.' },
    ])
    expect(addMood(second, { at: 3, sentiment: 'Negative', transcript })).toBe(second)
    expect(addMood(second, { at: 3, sentiment: '', transcript })).toBe(second)
    expect(addMood(second, { at: 2, sentiment: 'positive', transcript })).toBe(second)
  })

  it('has the last line if the reading has no transcript, as those of a list', () => {
    expect(addMood([], { at: 1, sentiment: 'positive', transcript: undefined, lastMessage: 'Yes.' })).toEqual([
      { at: 1, sentiment: 'positive', words: 'Yes.' },
    ])
    expect(addMood([], { at: 1, sentiment: 'odd', transcript: [] })).toEqual([{ at: 1, sentiment: 'odd', words: '' }])
  })

  it('is joined from two observers without repeating what both saw', () => {
    const mood = (at: number, sentiment: string): CallMood => ({ at, sentiment, words: '' })
    const some = [mood(1, 'neutral'), mood(5, 'negative')]
    expect(joinMoods(some, [mood(2, 'neutral'), mood(6, 'Negative'), mood(9, 'positive')])).toEqual([
      ...some,
      mood(9, 'positive'),
    ])
    expect(joinMoods(some, some)).toEqual(some)
  })
})
