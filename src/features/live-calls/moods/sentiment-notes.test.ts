import { expect, it } from 'vitest'
import type { Line } from '#components/calls/transcript-lines.ts'
import type { CallMood } from '#contract/index.ts'
import { sentimentNotes } from './sentiment-notes.ts'

const lines: Line[] = ['Hello, this is Finn.', 'It is late again, and nobody called me.', 'Thank you, that helps.'].map(
  (content, index) => ({ id: index, index, role: index === 0 ? 'agent' : 'customer', content, at: null }),
)
const moods: CallMood[] = [
  { at: 1, sentiment: 'neutral', words: 'Hello, this is Finn.' },
  { at: 2, sentiment: 'negative', words: 'It is late again' },
  { at: 3, sentiment: 'Positive', words: 'Thank you, that helps.' },
  { at: 4, sentiment: 'frustrated', words: 'What?' },
]

it('notes each change of the sentiment on the line before it, also if that line was corrected since', () => {
  expect([...sentimentNotes(moods, lines)]).toEqual([
    [1, 'Sentiment fell to negative'],
    [2, 'Sentiment rose to positive'],
  ])
})

it('notes a change to a word that the service alone knows, and several changes on one line', () => {
  const words = 'Thank you, that helps.'
  const further: CallMood[] = [...moods.slice(0, 3), { at: 4, sentiment: 'frustrated', words }]
  expect(sentimentNotes(further, lines).get(2)).toBe('Sentiment rose to positive · Sentiment changed to frustrated')
})

it('notes nothing for the first reading', () => {
  expect(sentimentNotes(moods.slice(0, 1), lines).size).toBe(0)
})
