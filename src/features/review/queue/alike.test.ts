import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Draft, templateOf } from '#contract/index.ts'
import { alikeGroups, differencesIn, differingTexts, groupWith, isInGroup, summaryOf } from './alike.ts'

const customer = (name: string | null, email: string | null = null) => ({ name, email, phone: null })
const draft = (messageId: string, message: string, name: string | null = null): Draft => ({
  conversationId: 'c',
  messageId,
  message,
  customer: customer(name),
  agentId: null,
  agentName: null,
  flowId: null,
  flowName: null,
  createdAt: '',
  risks: [],
  claim: null,
  doNotCall: null,
  needsSecondReviewer: false,
  firstApproval: null,
  decision: null,
})
const idOf = (text: string, name: string | null = null, email: string | null = null) =>
  templateOf(text, { name, email }).id

describe('drafts are alike', () => {
  it.each([
    ['names', 'Hello Ava, your parcel is here.', 'Ava Lopez', 'Hello Peter Chen, your parcel is here.', 'Peter Chen'],
    [
      'a name that begins the text',
      'Ava, your parcel is here.',
      'Ava Lopez',
      'Peter, your parcel is here.',
      'Peter Chen',
    ],
    ['titles', 'Dear Ms Lopez, we have your form.', 'Ava Lopez', 'Dear Dr O’Brien, we have your form.', 'Pat O’Brien'],
    ['names of others', 'I asked Femi to call you back.', null, 'I asked Jean-Luc Picard to call you back.', null],
    ['amounts', 'You still owe us $4.07 for it.', null, 'You still owe us $1,200 for it.', null],
    ['dates', 'We come on Monday the 4th at 9:15.', null, 'We come on Wednesday the 11th at 16:30.', null],
    ['days in words', 'Tomorrow at noon we come to you.', null, 'Friday at 10 we come to you.', null],
    ['times of day', 'We are with you at 9 am then.', null, 'We are with you at 10:30 pm then.', null],
    ['phone numbers', 'Please call us at +1 415 555 0134 now.', null, 'Please call us at +46 70 174 06 89 now.', null],
    [
      'the path of a link',
      'Please pay it at https://pay.example.com/a1 today.',
      null,
      'Please pay it at https://pay.example.com/z9 today.',
      null,
    ],
    ['line breaks', 'Your parcel\nis here, Ava.', 'Ava', 'Your parcel is here, Ben.', 'Ben'],
  ])('if they differ in %s', (_, one, oneName, other, otherName) => {
    expect(idOf(one, oneName)).toBe(idOf(other, otherName))
    expect(idOf(one, oneName)).not.toBe('')
  })

  it.each([
    ['a word', 'Your parcel is here today.', 'Your parcel is gone today.'],
    ['the first word', 'May I call you back?', 'Could I call you back?'],
    ['a negation', 'You do not have to pay it.', 'You do have to pay it.'],
    ['a currency', 'You still owe us $40 for it.', 'You still owe us €40 for it.'],
    ['the host of a link', 'Please pay at pay.example.com/a1 now.', 'Please pay at pay.evil.com/a1 now.'],
    [
      'a stranger’s e-mail address',
      'Please write to a@example.com about it.',
      'Please write to b@example.com about it.',
    ],
    ['a punctuation mark', 'May we call you back now?', 'May we call you back now!'],
    ['a placeholder that was not filled in', 'Hello {name}, your parcel is here.', 'Hello Ava, your parcel is here.'],
  ])('not if they differ in %s', (_, one, other) => {
    expect(idOf(one)).not.toBe(idOf(other))
  })

  it('if each has the address of its customer', () => {
    const text = (email: string) => `I sent the invoice to ${email}, as you asked.`
    expect(idOf(text('ava@example.com'), 'Ava', 'ava@example.com')).toBe(idOf(text('b@x.org'), 'Ben', 'B@x.org'))
  })

  it('not if hardly anything of them is fixed', () => {
    for (const text of ['', 'Yes, Ava.', 'Thank you, Ava!', '12 34 56', 'Ava Lopez Peter Chen Monday'])
      expect(idOf(text, 'Ava')).toBe('')
  })
})

describe('a group', () => {
  const drafts = [
    draft('1', 'Hello Ava, your check is on Monday at 9 for $40.', 'Ava Lopez'),
    draft('2', 'Something else that nobody wrote before.'),
    draft('3', 'Hello Ben, your check is on Friday at 9 for $50.', 'Ben Okri'),
  ]
  const groups = alikeGroups(drafts)

  it('has all alike drafts, in the order of the queue', () => {
    expect([...groups.values()].map((group) => group.drafts.map(({ messageId }) => messageId))).toEqual([
      ['1', '3'],
      ['2'],
    ])
    const [first] = drafts as [Draft, Draft, Draft]
    const { id } = groupWith(groups, first) ?? { id: '' }
    expect(drafts.filter((one) => isInGroup(one, id)).map(({ messageId }) => messageId)).toEqual(['1', '3'])
    expect(drafts.every((one) => isInGroup(one, ''))).toBe(true)
  })

  it('knows what differs: the name, the day and the amount, but not the time', () => {
    const [first, , third] = drafts as [Draft, Draft, Draft]
    const group = groupWith(groups, first)
    if (!group) throw new Error('no group')
    expect(differencesIn(first, group).map(({ start, end }) => first.message.slice(start, end))).toEqual([
      'Ava',
      'Monday',
      '40',
    ])
    expect(differingTexts(third, group)).toEqual(['Ben', 'Friday', '$50'])
    expect(summaryOf(third, group)).toBe('Friday · $50')
  })

  it('of one draft, after the others were decided, marks all that the template leaves open', () => {
    const [first] = drafts as [Draft, Draft, Draft]
    const group = groupWith(alikeGroups([first]), first)
    expect(group && differingTexts(first, group)).toEqual(['Ava', 'Monday', '9', '$40'])
  })
})

describe('the template of any text', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'we',
      'come',
      'to',
      'you',
      'and',
      'bring',
      'it',
      'back',
      'Ava',
      'Lopez',
      'Monday',
      '$40',
      '9:15',
      'I',
    ),
    fc.string({ maxLength: 8 }),
  )
  const text = fc.array(word, { maxLength: 30 }).map((list) => list.join(' '))
  const name = fc.option(fc.constantFrom('Ava Lopez', 'Peter Chen', 'O’Brien', 'Jean-Luc Picard'))

  it('has slots that lie in the text, in order and apart', () => {
    fc.assert(
      fc.property(text, name, (message, customerName) => {
        const { slots } = templateOf(message, { name: customerName, email: null })
        let position = -1
        for (const { start, end } of slots) {
          expect(start).toBeGreaterThan(position)
          expect(end).toBeGreaterThan(start)
          position = end
        }
        expect(position).toBeLessThanOrEqual(message.length)
      }),
    )
  })

  it('is found also in a hostile text', () => {
    const hostile = `${'a!'.repeat(20_000)} ${'!'.repeat(20_000)}a ${'a.b/'.repeat(5_000)}`
    expect(templateOf(hostile, customer(null)).slots).toEqual(expect.any(Array))
  })

  it('stays the same when its numbers, amounts, days and names get other values', () => {
    const template = fc.array(fc.constantFrom('we', 'come', 'to', 'you', 'and', '$N', '€N', 'D', 'NAME', 'not'), {
      minLength: 4,
      maxLength: 30,
    })
    const values = fc.record({
      N: fc.integer({ min: 0, max: 99_999 }),
      D: fc.constantFrom('Monday', 'Tuesday', 'tomorrow', 'June'),
      NAME: fc.constantFrom('Ava', 'Peter', 'Björn', 'O’Brien', 'Jean-Luc'),
    })
    const fill = (list: readonly string[], { N, D, NAME }: { N: number; D: string; NAME: string }) =>
      `well ${list.map((one) => one.replace('NAME', NAME).replace('N', String(N)).replace(/^D$/, D)).join(' ')}.`
    fc.assert(
      fc.property(template, values, values, (list, one, other) => {
        expect(idOf(fill(list, one), one.NAME)).toBe(idOf(fill(list, other), other.NAME))
      }),
    )
  })

  it('changes when a fixed word is added, so a "not" is never hidden', () => {
    const fixed = fc
      .array(fc.constantFrom('we', 'come', 'to', 'you', 'and', '$40', 'Monday'), { maxLength: 20 })
      .map((list): string[] => ['well', 'then', 'so', 'far', ...list])
    fc.assert(
      fc.property(fixed, fc.nat(20), (list, place) => {
        expect(idOf(list.join(' '))).not.toBe(idOf(list.toSpliced(place, 0, 'not').join(' ')))
      }),
    )
  })
})
