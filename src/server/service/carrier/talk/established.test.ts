import { describe, expect, it } from 'vitest'
import { agree, Established } from './established.ts'

describe('what a call has established', () => {
  it('rules out what contradicts it, whichever was said first', () => {
    const alone = new Established()
    alone.note('customer', 'Yes. I live alone, so that is easy.')
    expect(alone.allows("My partner will be in if I'm not.")).toBe(false)
    expect(alone.allows('The sooner the better, really.')).toBe(true)
    const together = new Established()
    together.note('customer', "My partner will be in if I'm not.")
    expect(together.allows('Yes. I live alone, so that is easy.')).toBe(false)
  })

  it('lets the agent say what the customer could not', () => {
    const established = new Established()
    established.note('agent', 'Your partner lives alone?')
    expect(established.allows("My partner will be in if I'm not.")).toBe(true)
  })

  it('rules out questions that were asked or answered', () => {
    const established = new Established()
    expect(established.allows('How long will it take, roughly?')).toBe(true)
    established.note('agent', "The exchange takes ten minutes and it's free.")
    expect(established.allows('How long will it take, roughly?')).toBe(false)
    expect(established.allows('Do I have to pay anything on the day?')).toBe(false)
    expect(established.allows('Do I have to be there myself?')).toBe(true)
  })

  it('holds within one answer, too', () => {
    expect(agree('Yes, sorry. It was lying under a pile of letters.', "I thought I'd done that already.")).toBe(false)
    expect(agree('Yes, sorry. It was lying under a pile of letters.', "It won't happen again.")).toBe(true)
  })

  it('rules out that nothing is left to do, once something is', () => {
    const established = new Established()
    established.note('agent', 'You can put it in yourself, in your account under Payments.')
    expect(established.allows("The plan goes on, and you don't have to do anything.")).toBe(false)
  })

  it('knows the state of the bell from either side', () => {
    const established = new Established()
    expect(established.allows('Does the bell work?')).toBe(true)
    established.note('customer', "The bell's been broken since the summer.")
    expect(established.allows('Does the bell work?')).toBe(false)
  })

  it('rules out two lengths of one visit', () => {
    const established = new Established()
    established.note('agent', "The exchange takes ten minutes and it's free.")
    expect(established.allows('About three quarters of an hour.')).toBe(false)
  })
})
