import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { findPlaces } from './find-in-transcript.ts'

vi.stubGlobal('addEventListener', () => {})
const { Transcript } = await import('./transcript.tsx')
vi.unstubAllGlobals()

const lines = Array.from({ length: 2_000 }, (_, index) => ({
  id: index,
  index,
  role: index % 2 === 0 ? 'agent' : 'customer',
  content: `Sentence ${index}.`,
  at: null,
}))
const shown = (searched: string) => {
  const found = { places: findPlaces(lines, searched), current: 0 }
  return renderToStaticMarkup(createElement(Transcript, { lines, found, isAnnounced: false, empty: null }))
}

it('opens a long call with its last lines, and with all if a place is shown that was found in one of the others', () => {
  expect(shown('').match(/<li/g)).toHaveLength(40)
  expect(shown('sentence 3.')).toContain('<mark')
})
