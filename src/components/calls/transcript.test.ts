import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

vi.stubGlobal('addEventListener', () => {})
const { FinishedTranscript, Transcript } = await import('./transcript.tsx')
vi.unstubAllGlobals()

const lines = Array.from({ length: 2_000 }, (_, index) => ({
  id: index,
  index,
  role: index % 2 === 0 ? 'agent' : 'customer',
  content: `Sentence ${index}.`,
  at: null,
}))

it('opens a long call with its last lines only', () => {
  const html = renderToStaticMarkup(createElement(Transcript, { lines, isAnnounced: false, empty: null }))
  expect(html.match(/<li/g)).toHaveLength(40)
})

it('opens a long call that has ended with its first lines only', () => {
  const html = renderToStaticMarkup(createElement(FinishedTranscript, { lines }))
  expect(html.match(/<li/g)).toHaveLength(40)
  expect(html).toContain('Sentence 0.')
})
