/** Finds a text in the lines of a transcript. Pure, but for the hook that steps through what was found. */
import { useState } from 'react'
import type { Line } from './transcript-lines.ts'

/** A place where the text was found: the line, and where in its content. */
export interface FoundPlace {
  lineIndex: number
  start: number
  end: number
}

/** Every place of the text, ignoring case; none for a blank text. */
export function findPlaces(lines: readonly Pick<Line, 'index' | 'content'>[], text: string): FoundPlace[] {
  const searched = text.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  if (searched === '') return []
  const pattern = new RegExp(searched, 'giu')
  return lines.flatMap(({ index, content }) =>
    [...content.matchAll(pattern)].map((match) => ({
      lineIndex: index,
      start: match.index,
      end: match.index + match[0].length,
    })),
  )
}

/** The content of a line in pieces, of which some were found. `place` is the number of the place among all; null: not found. */
export function piecesOf(
  { index, content }: Pick<Line, 'index' | 'content'>,
  places: readonly FoundPlace[],
): { text: string; place: number | null }[] {
  const pieces: { text: string; place: number | null }[] = []
  let from = 0
  places.forEach(({ lineIndex, start, end }, place) => {
    if (lineIndex !== index) return
    if (start > from) pieces.push({ text: content.slice(from, start), place: null })
    pieces.push({ text: content.slice(start, end), place })
    from = end
  })
  if (from < content.length) pieces.push({ text: content.slice(from), place: null })
  return pieces
}

export interface FoundInTranscript {
  places: readonly FoundPlace[]
  /** The number of the place that is shown; -1: none. */
  current: number
}

/** The state of a search in a transcript. */
export function useFindInTranscript(lines: readonly Line[]) {
  const [text, setText] = useState('')
  const [step, setStep] = useState(0)
  const places = findPlaces(lines, text)
  const current = places.length === 0 ? -1 : ((step % places.length) + places.length) % places.length
  return {
    text,
    found: { places, current },
    setText: (next: string) => {
      setText(next)
      setStep(0)
    },
    next: () => setStep((before) => before + 1),
    previous: () => setStep((before) => before - 1),
  }
}
