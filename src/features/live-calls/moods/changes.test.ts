import { describe, expect, it } from 'vitest'
import type { Line } from '#components/calls/transcript-lines.ts'
import type { CallMood } from '#contract/index.ts'
import { changesOf, notesOnLines } from './changes.ts'

const lines: Line[] = ['Hello, this is Finn.', 'It is late again, and nobody called me.', 'Thank you, that helps.'].map(
  (content, index) => ({ id: index, index, role: index === 0 ? 'agent' : 'customer', content, at: null }),
)
const moods: CallMood[] = [
  { at: 1, sentiment: 'neutral', words: 'Hello, this is Finn.' },
  { at: 2, sentiment: 'negative', words: 'It is late again' },
  { at: 3, sentiment: 'Positive', words: 'Thank you, that helps.' },
  { at: 4, sentiment: 'frustrated', words: 'What?' },
]

describe('changes of the sentiment', () => {
  it('say what happened after which line, also if that line was corrected since', () => {
    expect(changesOf(moods, lines).map(({ label, line }) => [label, line?.index ?? null])).toEqual([
      ['Fell to negative', 1],
      ['Rose to positive', 2],
      ['Changed to frustrated', null],
    ])
  })

  it('are noted on their lines', () => {
    expect([...notesOnLines(changesOf(moods, lines))]).toEqual([
      [1, 'Sentiment fell to negative'],
      [2, 'Sentiment rose to positive'],
    ])
    expect(changesOf(moods.slice(0, 1), lines)).toEqual([])
  })
})
