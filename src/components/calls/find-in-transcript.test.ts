import { describe, expect, it } from 'vitest'
import { findPlaces, piecesOf } from './find-in-transcript.ts'

const lines = [
  { index: 0, content: 'Hello, your order is late.' },
  { index: 1, content: 'Order? Which ORDER (2)?' },
]

describe('finding in a transcript', () => {
  it('finds every place, in any case', () => {
    expect(findPlaces(lines, ' order ')).toEqual([
      { lineIndex: 0, start: 12, end: 17 },
      { lineIndex: 1, start: 0, end: 5 },
      { lineIndex: 1, start: 13, end: 18 },
    ])
    expect(findPlaces(lines, '(2)?')).toEqual([{ lineIndex: 1, start: 19, end: 23 }])
    expect(findPlaces(lines, '  ')).toEqual([])
  })

  it('cuts a line into pieces that together are its content', () => {
    const places = findPlaces(lines, 'order')
    expect(piecesOf({ index: 1, content: lines[1]?.content ?? '' }, places)).toEqual([
      { text: 'Order', place: 1 },
      { text: '? Which ', place: null },
      { text: 'ORDER', place: 2 },
      { text: ' (2)?', place: null },
    ])
    expect(piecesOf({ index: 2, content: 'Nothing here' }, places)).toEqual([{ text: 'Nothing here', place: null }])
    expect(piecesOf({ index: 0, content: '' }, [])).toEqual([])
  })
})
