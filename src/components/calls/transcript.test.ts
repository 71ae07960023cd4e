import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { zoneName } from '#ui/time/format-time.ts'

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

it('says the time zone once, above the lines', () => {
  const timed = lines.slice(0, 3).map((line) => ({ ...line, at: 1_700_000_000_000 }))
  const html = renderToStaticMarkup(createElement(Transcript, { lines: timed, isAnnounced: false, empty: null }))
  const text = html.replaceAll(/<[^>]+>/g, ' ')
  expect(text.split(zoneName(1_700_000_000_000))).toHaveLength(2)
  expect(text).toMatch(/^\s*Times in /)
})
