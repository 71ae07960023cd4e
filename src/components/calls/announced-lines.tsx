/**
 * Lets screen readers read each new line of a live transcript once, when it is final. Speech recognition corrects the last line while it is
 * spoken, so a line is final when the next one has begun, or when it has not changed for some seconds.
 */
import { useEffect, useState } from 'react'
import { type Line, plainLine, speakerOf } from './transcript-lines.ts'

/** A last line that has not changed for this long is final, ms. */
const finalAfterMs = 3_000

/** Changes with every correction of a line. The next speaker may say the same words. */
const keyOf = ({ id, content }: Line) => `${id} ${content}`
const keyOfLast = (lines: readonly Line[]) => lines.slice(-1).map(keyOf)[0] ?? null

/** The lines that are final. @param settledKey the key of the last line if it has not changed for long enough: its id and content */
export const finalLines = (lines: readonly Line[], settledKey: string | null): readonly Line[] =>
  keyOfLast(lines) === settledKey ? lines : lines.slice(0, -1)

/** @param lines the whole transcript. What was there when this was first shown is not announced; a line that is corrected later is */
export function AnnouncedLines({ lines }: { lines: readonly Line[] }) {
  const [known] = useState(() => new Set(lines.map(keyOf)))
  const [settledKey, setSettledKey] = useState<string | null>(null)
  const lastKey = keyOfLast(lines)
  useEffect(() => {
    const timer = setTimeout(() => setSettledKey(lastKey), finalAfterMs)
    return () => clearTimeout(timer)
  }, [lastKey])
  return (
    <div role="log" aria-label="Announced lines" aria-relevant="additions" className="sr-only">
      {finalLines(lines, settledKey)
        .filter((line) => !known.has(keyOf(line)))
        .map((line) => (
          <p key={keyOf(line)}>{plainLine(speakerOf(line.role).name, line.content)}</p>
        ))}
    </div>
  )
}
