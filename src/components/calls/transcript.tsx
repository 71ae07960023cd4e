/**
 * What was said in a call, line by line. While it goes on it is a log: new lines are announced once, a corrected last line
 * changes in its place, and the view follows the end unless somebody has scrolled up to read.
 */
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { TranscriptLine } from '#contract/index.ts'
import { cx } from '#ui/classes.ts'
import { Button } from '#ui/forms/button.tsx'
import { plural } from '#ui/text/format-number.ts'
import { MarkedText, visible, visibleText } from '#ui/text/visible-text.tsx'
import { Time } from '#ui/time/time.tsx'
import { type Line, mergeLines, speakerOf } from './transcript-lines.ts'

/** Whose voices these are, where it is known. */
export interface Speakers {
  agent?: string | null
  customer?: string | null
}

const nameOf = (role: string, speakers: Speakers): string => {
  const { name, side } = speakerOf(role)
  return (side === 'other' ? null : speakers[side]) ?? name
}

function Words({
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
  const goesOn = before?.role === line.role
  return (
    <li className={cx('flex flex-col gap-x-3 px-3 sm:flex-row', !goesOn && 'mt-2.5')}>
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
        <span className={goesOn ? 'sr-only' : undefined}>{visible(nameOf(line.role, speakers))}</span>
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
        <Words key={line.index} line={line} before={lines[index - 1]} timed={timed} speakers={speakers} />
      ))}
    </ol>
  )
}

/** The transcript of a call that is over: no log, nothing follows. */
export const FinishedTranscript = ({
  lines,
  speakers = {},
}: {
  lines: readonly TranscriptLine[]
  speakers?: Speakers
}) => <Lines lines={mergeLines([], lines)} speakers={speakers} />

/** So near to the end is at the end: half a line, in pixels. */
const near = 12

/** Follows the end of a scrolled box while somebody is there; `unseen` counts from where they left it. */
function useFollow(box: RefObject<HTMLElement | null>, lines: readonly Line[]) {
  /** How many lines there were when somebody scrolled up; null: at the end. */
  const [leftAt, setLeftAt] = useState<number | null>(null)
  const following = leftAt === null
  // The box's scroll position, before it is painted.
  useLayoutEffect(() => {
    if (following && lines.length > 0) box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [box, following, lines])
  return {
    unseen: leftAt === null ? 0 : Math.max(0, lines.length - leftAt),
    following,
    onScroll: () => {
      const element = box.current
      if (!element) return
      const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight <= near
      setLeftAt((left) => (atEnd ? null : (left ?? lines.length)))
    },
    toEnd: () => setLeftAt(null),
  }
}

interface Props {
  lines: readonly Line[]
  speakers?: Speakers
  /** Whether new lines are read out as they come. */
  announced: boolean
  /** What stands there while nothing was said. */
  empty: ReactNode
}

/** The transcript of a call that goes on. Give it a height: it scrolls inside. */
export function Transcript({ lines, speakers = {}, announced, empty }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const { unseen, following, onScroll, toEnd } = useFollow(box, lines)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        role="log"
        aria-label="Transcript"
        aria-live={announced ? 'polite' : 'off'}
        // Additions alone: a corrected line is not read out a second time.
        aria-relevant="additions"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
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
              {unseen === 0 ? 'Follow the call ↓' : `${plural(unseen, 'new line', 'new lines')} ↓`}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
