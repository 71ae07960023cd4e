/**
 * The transcript of a call. While the call is going on it is a log: screen readers announce new lines once, a corrected last line
 * changes in place, and the view follows the end unless the reader has scrolled up.
 */
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { TranscriptLine } from '#contract/index.ts'
import { cx } from '#ui/classes.ts'
import { Button } from '#ui/forms/button.tsx'
import { MarkedText, visible, visibleText } from '#ui/text/visible-text.tsx'
import { Time } from '#ui/time/time.tsx'
import * as texts from './texts.tsx'
import { type Line, mergeLines, speakerOf } from './transcript-lines.ts'

/** Names of the speakers, if known. */
export interface Speakers {
  agent?: string | null
  customer?: string | null
}

const nameOf = (role: string, speakers: Speakers): string => {
  const { name, side } = speakerOf(role)
  return (side === 'other' ? null : speakers[side]) ?? name
}

function TranscriptRow({
  line,
  before,
  timed,
  speakers,
}: {
  line: Line
  before: Line | undefined
  timed: boolean
  speakers: Speakers
}) {
  const { side } = speakerOf(line.role)
  const sameSpeaker = before?.role === line.role
  return (
    <li className={cx('flex flex-col gap-x-3 px-3 sm:flex-row', !sameSpeaker && 'mt-2.5')}>
      {timed && (
        <span className="mono min-w-18 shrink-0 text-label leading-[inherit] text-muted">
          <Time at={line.at} show="second" none="" />
        </span>
      )}
      <span
        className={cx(
          'shrink-0 truncate text-label leading-[inherit] sm:w-28 sm:text-right @xl:w-36 @3xl:w-56',
          side === 'customer' ? 'font-medium text-ink' : 'text-muted',
        )}
        title={visibleText(nameOf(line.role, speakers))}
      >
        <span className={sameSpeaker ? 'sr-only' : undefined}>{visible(nameOf(line.role, speakers))}</span>
      </span>
      <p
        className={cx(
          'reading min-w-0 flex-1 border-l-2 py-px pl-3 break-words whitespace-pre-wrap',
          side === 'customer' ? 'border-control text-ink' : 'border-line text-soft',
        )}
      >
        <MarkedText text={line.content} />
      </p>
    </li>
  )
}

function Lines({ lines, speakers }: { lines: readonly Line[]; speakers: Speakers }) {
  const timed = lines.some(({ at }) => at !== null)
  return (
    <ol className="@container pb-3">
      {lines.map((line, index) => (
        <TranscriptRow key={line.index} line={line} before={lines[index - 1]} timed={timed} speakers={speakers} />
      ))}
    </ol>
  )
}

/** The transcript of a call that has ended. It is no log, because nothing is added. */
export const FinishedTranscript = ({
  lines,
  speakers = {},
}: {
  lines: readonly TranscriptLine[]
  speakers?: Speakers
}) => <Lines lines={mergeLines([], lines)} speakers={speakers} />

/** A scroll position this close to the end counts as the end: half a line. */
const endTolerancePx = 12

/** Scrolls a box to its end whenever lines are added, until the reader scrolls up. `unseen` counts the lines added since then. */
function useFollow(box: RefObject<HTMLElement | null>, lines: readonly Line[]) {
  /** Number of lines when the reader scrolled up; null while at the end. */
  const [leftAt, setLeftAt] = useState<number | null>(null)
  const following = leftAt === null
  // Scroll before the browser paints.
  useLayoutEffect(() => {
    if (following && lines.length > 0) box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [box, following, lines])
  return {
    unseen: leftAt === null ? 0 : Math.max(0, lines.length - leftAt),
    following,
    onScroll: () => {
      const element = box.current
      if (!element) return
      const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight <= endTolerancePx
      setLeftAt((left) => (atEnd ? null : (left ?? lines.length)))
    },
    toEnd: () => setLeftAt(null),
  }
}

interface Props {
  lines: readonly Line[]
  speakers?: Speakers
  /** Whether screen readers announce new lines. */
  announced: boolean
  /** Shown while nothing has been said. */
  empty: ReactNode
}

/** The transcript of a call in progress. It scrolls inside, so its container needs a height. */
export function Transcript({ lines, speakers = {}, announced, empty }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const { unseen, following, onScroll, toEnd } = useFollow(box, lines)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        role="log"
        aria-label={texts.transcriptLabel}
        aria-live={announced ? 'polite' : 'off'}
        // Only additions: a corrected line is not announced again.
        aria-relevant="additions"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
      >
        <Lines lines={lines} speakers={speakers} />
        {lines.length === 0 && empty}
      </div>
      {!following && (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
          <div className="pointer-events-auto rounded-base bg-raised shadow-float">
            <Button variant="ghost" size="small" onClick={toEnd}>
              {unseen === 0 ? texts.jumpToLatest : texts.newLines(unseen)}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
