import { useState } from 'react'
import type { TranscriptLine } from '#contract/index.ts'
import { type Line, mergeLines } from './transcript-lines.ts'

const none: readonly Line[] = []

/** The lines of one transcript while answers come in. For another call, mount anew (a `key`). */
export function useTranscript(answer: readonly TranscriptLine[] | undefined): readonly Line[] {
  const [lines, setLines] = useState(none)
  const next = answer ? mergeLines(lines, answer) : lines
  if (next !== lines) setLines(next)
  return next
}
