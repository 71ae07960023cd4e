/**
 * Lets screen readers read each new line of a live transcript once, when it is final. Speech recognition corrects the last line while it is
 * spoken, so a line is final when the next one has begun, or when it has not changed for some seconds.
 */
import { useEffect, useState } from 'react'
import * as texts from './texts.tsx'
import { type Line, speakerOf } from './transcript-lines.ts'

/** A last line that has not changed for this long is final, ms. */
const finalAfterMs = 3_000

/** The lines that are final. @param settledText the content of the last line if it has not changed for long enough */
export const finalLines = (lines: readonly Line[], settledText: string | null): readonly Line[] =>
  lines.at(-1)?.content === settledText ? lines : lines.slice(0, -1)

/** @param lines the whole transcript. Lines that were there when this was first shown are not announced */
export function AnnouncedLines({ lines }: { lines: readonly Line[] }) {
  const [firstIndex] = useState(lines.length)
  const [settledText, setSettledText] = useState<string | null>(null)
  const lastText = lines.at(-1)?.content ?? null
  useEffect(() => {
    const timer = setTimeout(() => setSettledText(lastText), finalAfterMs)
    return () => clearTimeout(timer)
  }, [lastText])
  return (
    <div role="log" aria-label={texts.announcedLines} aria-relevant="additions" className="sr-only">
      {finalLines(lines, settledText)
        .filter(({ index }) => index >= firstIndex)
        .map(({ index, role, content }) => (
          <p key={index}>{texts.plainLine(speakerOf(role).name, content)}</p>
        ))}
    </div>
  )
}
