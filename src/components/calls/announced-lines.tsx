/**
 * Lets screen readers read each new line of a live transcript once, when it is final. Speech recognition corrects the last line while it is
 * spoken, so a line is final when the next one has begun, or when it has not changed for some seconds.
 */
import { useEffect, useState } from 'react'
import * as texts from './texts.tsx'
import { type Line, speakerOf } from './transcript-lines.ts'

/** A last line that has not changed for this long is final, ms. */
const finalAfterMs = 3_000

/** Tells whether the last line has changed: the next speaker may say the same words. */
const keyOfLast = (lines: readonly Line[]) => {
  const last = lines.at(-1)
  return last ? `${last.index} ${last.content}` : null
}

/** The lines that are final. @param settledKey the key of the last line if it has not changed for long enough: its index and content */
export const finalLines = (lines: readonly Line[], settledKey: string | null): readonly Line[] =>
  keyOfLast(lines) === settledKey ? lines : lines.slice(0, -1)

/** @param lines the whole transcript. Lines that were there when this was first shown are not announced */
export function AnnouncedLines({ lines }: { lines: readonly Line[] }) {
  const [firstIndex] = useState(lines.length)
  const [settledKey, setSettledKey] = useState<string | null>(null)
  const lastKey = keyOfLast(lines)
  useEffect(() => {
    const timer = setTimeout(() => setSettledKey(lastKey), finalAfterMs)
    return () => clearTimeout(timer)
  }, [lastKey])
  return (
    <div role="log" aria-label={texts.announcedLines} aria-relevant="additions" className="sr-only">
      {finalLines(lines, settledKey)
        .filter(({ index }) => index >= firstIndex)
        .map(({ index, role, content }) => (
          <p key={index}>{texts.plainLine(speakerOf(role).name, content)}</p>
        ))}
    </div>
  )
}
