import { expect, it, test } from 'vitest'
import { reviseDraft } from './revise-draft.ts'

const text =
  'Hi Dana, I could send Femi on Thursday, December 3rd at 2 pm. The visit costs $39.00, and the drain is included! Does that suit you?'
const others = ['Another text.']
const revise = (feedback: string) => reviseDraft({ text, feedback, others })

test.each([
  ['Too long', /^Hi Dana, I could send Femi on Thursday, December 3rd at 2 pm\. Does that suit you\?$/],
  ['More formal please', /^Good day Dana, .*included\. Does/],
  ['Offer Friday at 9 am instead', /send Femi on Friday at 9 am\. The/],
  ['The price is $45.00', /costs \$45\.00/],
  ['Do not mention the drain', /^Hi Dana, I could send Femi on Thursday, December 3rd at 2 pm\. Does that suit you\?$/],
  ['Mention that parking is free', / Parking is free\.$/],
  ['Please apologise', /^Hi Dana, we are sorry for the trouble\. I could/],
  ['Ask her for a photo of the label', / Could you send us a photo of the label\?$/],
  ['Ask whether somebody is at home', / May I ask whether somebody is at home\?$/],
  ['Warmer', /Thank you for your patience!$/],
  ['Shorter, and mention that it is free', /^Hi Dana, .* suit you\? It is free\.$/],
  ['Wrong facts', /^Another text\.$/],
])('follows %j', (feedback, expected) => {
  expect(revise(feedback)).toMatch(expected)
})

it('keeps the usual text if there is no other', () => {
  expect(reviseDraft({ text, feedback: 'Wrong facts', others: [] })).toBe(text)
})
