/**
 * The transcript of a call. While the call is going on, screen readers announce each new line once it is final, a corrected last line
 * changes in place, and the view scrolls to the end unless the reader has scrolled up or searches.
 */
import {
  Fragment,
  memo,
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { TranscriptLine } from '#contract/index.ts'
import { useShortcut } from '#kit/keyboard/shortcuts.ts'
import { cx } from '#ui/classes.ts'
import { Button } from '#ui/forms/button.tsx'
import { plural } from '#ui/text/format-number.ts'
import { markHiddenCharacters, visible, visibleText } from '#ui/text/visible-text.tsx'
import { formatDuration, zoneName } from '#ui/time/format-time.ts'
import { Time } from '#ui/time/time.tsx'
import { AnnouncedLines } from './announced-lines.tsx'
import { type FoundInTranscript, type FoundPlace, piecesOf } from './find-in-transcript.ts'
import {
  firstSeenTimes,
  type Line,
  mergeLines,
  nameOf,
  type Speakers,
  shortNameOf,
  silenceBetween,
  speakerOf,
} from './transcript-lines.ts'

const nothingFound: FoundInTranscript = { places: [], current: -1 }
const noNotes: ReadonlyMap<number, string> = new Map()
const noPlaces: readonly FoundPlace[] = []

/** The text of a line, with marks where the searched text was found. */
const lineText = ({ line, places, current }: Pick<EntryProps, 'line' | 'places' | 'current'>) =>
  piecesOf(line, places).map(({ text, place }, position) =>
    place === null ? (
      <Fragment key={position}>{markHiddenCharacters(text)}</Fragment>
    ) : (
      <mark
        key={position}
        data-current={places[place] === current ? '' : undefined}
        className="rounded-small bg-accent-soft text-ink data-current:bg-accent data-current:text-on-accent"
      >
        {markHiddenCharacters(text)}
      </mark>
    ),
  )

/** Marks that nobody spoke for a while before a line. */
function Silence({ silenceMs, isFirstSeen }: { silenceMs: number; isFirstSeen: true | undefined }) {
  const duration = formatDuration(Math.round(silenceMs / 1000))
  return (
    <li className="mt-2.5 flex items-center gap-2 px-3 text-label text-muted">
      <span aria-hidden className="h-px flex-1 bg-line" />
      <span className="text-center">
        {`About ${duration} of silence${isFirstSeen ? ', by when the lines were first seen' : ''}`}
      </span>
      <span aria-hidden className="h-px flex-1 bg-line" />
    </li>
  )
}

interface EntryProps extends Speakers {
  line: Line
  /** Where the searched text was found in it. */
  places: readonly FoundPlace[]
  /** The place that is shown, if it is in this line. */
  current: FoundPlace | undefined
  previousLine: Line | undefined
  hasTimes: boolean
  /** Shown below the line. */
  note: string | undefined
  /** The line that was said last in a call that is shown on a page of its own. */
  isNewest: boolean
}

/** A line with what is around it. It has three elements, since there are thousands of lines. */
function Entry({ line, previousLine, hasTimes, agent, customer, note, isNewest, places, current }: EntryProps) {
  'use no memo'
  const { side } = speakerOf(line.role)
  const isSameSpeaker = previousLine?.role === line.role
  const silenceMs = silenceBetween(previousLine, line)
  return (
    <>
      {silenceMs !== null && (
        <Silence silenceMs={silenceMs} isFirstSeen={line.isFirstSeen ?? previousLine?.isFirstSeen} />
      )}
      <li
        data-line={line.index}
        className={cx(
          'flex flex-wrap gap-x-3 px-3 focus-visible:-outline-offset-2 sm:flex-nowrap',
          !isSameSpeaker && 'mt-2.5',
        )}
      >
        {hasTimes && (
          <span className="numeric shrink-0 sm:min-w-20 text-label leading-[inherit] text-muted">
            <Time at={line.at} show="short-second" none="" />
          </span>
        )}
        <span
          translate="no"
          className={
            isSameSpeaker
              ? 'sr-only'
              : cx(
                  'truncate text-label leading-[inherit] [unicode-bidi:plaintext] sm:w-20 sm:shrink-0 sm:text-right',
                  side === 'customer' ? 'font-medium text-ink' : 'text-muted',
                )
          }
          title={isSameSpeaker ? undefined : visibleText(nameOf(line.role, { agent, customer }))}
        >
          {markHiddenCharacters(shortNameOf(line.role, { customer }))}
        </span>
        <p
          translate="no"
          className={cx(
            'max-w-[72ch] min-w-0 flex-1 border-l-2 max-sm:basis-full py-px pl-3 break-words whitespace-pre-wrap [unicode-bidi:plaintext]',
            isSameSpeaker && 'sm:ml-23',
            isNewest && 'text-newest',
            side === 'customer' ? 'border-control text-ink' : 'border-line text-soft',
          )}
        >
          {lineText({ line, places, current })}
        </p>
      </li>
      {note !== undefined && <li className="px-3 text-right text-label font-medium text-soft">{visible(note)}</li>}
    </>
  )
}

const isSameEntry = (one: EntryProps, other: EntryProps | undefined) =>
  Object.entries(one).every(([name, value]) => other?.[name as keyof EntryProps] === value)

/** Lines that are laid out together. Of thousands of lines, only groups are rendered again in which something changed. */
const Group = memo(
  function Group({ entries, isAtEnd }: { entries: readonly EntryProps[]; isAtEnd: boolean }) {
    'use no memo'
    return (
      <ol className={cx('[contain-intrinsic-block-size:auto_30rem]', !isAtEnd && '[content-visibility:auto]')}>
        {entries.map((entry) => (
          <Entry key={entry.line.id} {...entry} />
        ))}
      </ol>
    )
  },
  (before, { entries, isAtEnd }) =>
    before.isAtEnd === isAtEnd &&
    before.entries.length === entries.length &&
    entries.every((entry, position) => isSameEntry(entry, before.entries[position])),
)

/** Few enough that a turn of the wheel lays out hardly more than the window shows. */
const linesPerGroup = 20
const groupOf = (index: number) => Math.floor(index / linesPerGroup)
/** As many groups as fill the window. */
const groupsAtEnd = 2
/** How many groups of other lines are rendered at once: a small part of what a person notices. */
const groupsPerStep = 5

/** The first lines, or the last: all of a long call would hold the page up, so the others are rendered little by little. */
function useLinesFrom(side: 'start' | 'end', lines: readonly Line[]): readonly Line[] {
  /** How many groups are not rendered yet. It only falls: what is shown keeps its elements when lines arrive. */
  const [hidden, setHidden] = useState(() => Math.max(0, groupOf(lines.length - 1) + 1 - groupsAtEnd))
  useEffect(() => {
    if (hidden === 0) return undefined
    const timer = setTimeout(() => startTransition(() => setHidden(Math.max(0, hidden - groupsPerStep))))
    return () => clearTimeout(timer)
  }, [hidden])
  return side === 'end'
    ? lines.slice(hidden * linesPerGroup)
    : lines.slice(0, (groupOf(lines.length - 1) + 1 - hidden) * linesPerGroup)
}

/** Scrolls to a line, and gives it the focus. */
function showLine(container: HTMLElement | null, { index }: { index: number }): void {
  const line = container?.querySelector<HTMLElement>(`[data-line="${index}"]`)
  if (!line) return
  line.tabIndex = -1
  line.scrollIntoView({ block: 'center' })
  line.focus({ preventScroll: true })
}

const useShownLine = (container: RefObject<HTMLElement | null>, target: Props['goTo']): void =>
  useLayoutEffect(() => {
    if (target) showLine(container.current, target)
  }, [container, target])

function Lines({
  lines,
  speakers,
  found = nothingFound,
  notes = noNotes,
  showFirstSeen = false,
  marksNewest = false,
}: {
  lines: readonly Line[]
  speakers: Speakers
  found?: FoundInTranscript
  notes?: ReadonlyMap<number, string>
  showFirstSeen?: boolean | undefined
  marksNewest?: boolean
}) {
  const timed = lines.find(({ at, isFirstSeen }) => at !== null && (!isFirstSeen || showFirstSeen))
  const placesOf = Map.groupBy(found.places, ({ lineIndex }) => lineIndex)
  const current = found.places[found.current]
  const entries = lines.map((line, position) => ({
    line,
    previousLine: lines[position - 1],
    hasTimes: timed !== undefined,
    ...speakers,
    note: notes.get(line.index),
    isNewest: marksNewest && position === lines.length - 1,
    places: placesOf.get(line.index) ?? noPlaces,
    current: current?.lineIndex === line.index ? current : undefined,
  }))
  const groups = Map.groupBy(entries, ({ line }) => groupOf(line.index))
  const lastGroup = groupOf(lines.at(-1)?.index ?? 0)
  return (
    <>
      {timed && (
        <p className="px-3 pt-2 text-label text-muted">
          {lines.some(({ isFirstSeen }) => isFirstSeen) && `${firstSeenTimes} `}
          {`Times in ${zoneName(timed.at ?? 0)}`}
        </p>
      )}
      <div className="pb-3">
        {/* Older lines out of view are not laid out, but stay in the document: the browser's search and screen readers find them. */}
        {[...groups].map(([group, entriesOfGroup]) => (
          <Group key={group} entries={entriesOfGroup} isAtEnd={group > lastGroup - groupsAtEnd} />
        ))}
      </div>
    </>
  )
}

/** The transcript of a call that has ended. Its element is not a log, because no lines are added. */
export function FinishedTranscript({
  lines,
  speakers = {},
  notes = noNotes,
  goTo = null,
}: {
  lines: readonly TranscriptLine[]
  speakers?: Speakers
  /** Below lines, by their index. */
  notes?: ReadonlyMap<number, string> | undefined
  goTo?: Props['goTo']
}) {
  const box = useRef<HTMLDivElement>(null)
  const all = mergeLines([], lines)
  const shown = useLinesFrom('start', all)
  useShownLine(box, shown.length === all.length ? goTo : null)
  return (
    <div ref={box}>
      <Lines lines={shown} speakers={speakers} notes={notes} />
    </div>
  )
}

/** A scroll position this close to the end counts as the end: half a line. */
const endTolerancePx = 12

/**
 * Scrolls a box to its end whenever lines are added, until the reader scrolls up or goes to a line. `unseenCount` counts the lines added
 * since then. The line, `target`, is shown in the render in which the end is left: while older lines are rendered, the box is at its end.
 */
function useFollowEnd(
  box: RefObject<HTMLElement | null>,
  lines: readonly Line[],
  isSearching: boolean,
  target: Props['goTo'],
) {
  /** Number of lines when the reader scrolled up; null while at the end. */
  const [lineCountWhenLeft, setLineCountWhenLeft] = useState<number | null>(null)
  const [lastTarget, setLastTarget] = useState<typeof target>(null)
  if (target !== lastTarget) {
    setLastTarget(target)
    setLineCountWhenLeft((lineCount) => lineCount ?? lines.length)
  }
  const isFollowing = lineCountWhenLeft === null
  const followsEnd = isFollowing && !isSearching && lines.length > 0
  /** Where the box was when it was last scrolled here, not by the reader, px. */
  const ownTop = useRef(0)
  // Whatever moves the end: lines and notes that are added, lines that come into view and are laid out, a smaller window. The observer is
  // called before the browser paints, once the page is laid out: an effect would have it laid out while it is rendered.
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => {
      const [shown] = element.children
      // Fewer lines than fill the box stand at its lower edge, where the eye waits for the next. Moved, and not laid out: nothing else shifts.
      if (shown instanceof HTMLElement)
        shown.style.translate = `0 ${Math.max(0, Math.floor(element.clientHeight - shown.getBoundingClientRect().height))}px`
      if (!followsEnd) return
      element.scrollTo({ top: element.scrollHeight })
      ownTop.current = element.scrollTop
    })
    for (const observed of [element, ...element.children]) observer.observe(observed)
    return () => observer.disconnect()
  }, [box, followsEnd])
  return {
    unseenCount: lineCountWhenLeft === null ? 0 : Math.max(0, lines.length - lineCountWhenLeft),
    isFollowing,
    onScroll: () => {
      const element = box.current
      if (!element) return
      const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight <= endTolerancePx
      // The event comes some time after the box scrolled. Meanwhile the end may have moved, although the reader did not leave it.
      const isOwn = element.scrollTop === ownTop.current
      if (atEnd) setLineCountWhenLeft(null)
      else if (!isOwn) setLineCountWhenLeft((lineCount) => lineCount ?? lines.length)
    },
    scrollToEnd: () => setLineCountWhenLeft(null),
  }
}

interface Props {
  lines: readonly Line[]
  speakers?: Speakers
  /** Whether screen readers announce new lines. */
  isAnnounced: boolean
  /** What was found by a search in the transcript. */
  found?: FoundInTranscript
  /** Shown after lines, by their index. */
  notes?: ReadonlyMap<number, string>
  /** The line that somebody goes to: another object each time. */
  goTo?: { index: number } | null
  /** Shows the times at which lines were first seen, if the service sends none. */
  showFirstSeen?: boolean
  /** Shown while nothing has been said. */
  empty: ReactNode
}

/** The transcript of a call in progress. It scrolls inside, so its container needs a height. */
export function Transcript({
  lines,
  speakers = {},
  isAnnounced,
  found = nothingFound,
  notes,
  goTo = null,
  showFirstSeen,
  empty,
}: Props) {
  const box = useRef<HTMLDivElement>(null)
  const place = found.places[found.current]
  const shownLines = useLinesFrom('end', lines)
  const isWhole = shownLines.length === lines.length
  // Older lines would move what is shown before they are rendered, and it may be in one of them.
  const placeKey = place && isWhole ? `${found.current} ${place.lineIndex} ${place.start}` : ''
  const target = isWhole ? goTo : null
  const { unseenCount, isFollowing, onScroll, scrollToEnd } = useFollowEnd(box, lines, place !== undefined, target)
  useShortcut('calls.follow', scrollToEnd)
  useLayoutEffect(() => {
    if (placeKey) box.current?.querySelector('mark[data-current]')?.scrollIntoView({ block: 'center' })
  }, [placeKey])
  useShownLine(box, target)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        role="log"
        aria-label="Transcript"
        // Its last line is corrected while it is spoken. `AnnouncedLines` announces it when it is final.
        aria-live="off"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area must be reachable by keyboard
        tabIndex={0}
        onScroll={onScroll}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
      >
        {lines.length === 0 ? (
          empty
        ) : (
          <div className="transition-[translate]">
            <Lines
              marksNewest
              lines={shownLines}
              speakers={speakers}
              found={found}
              notes={notes ?? noNotes}
              showFirstSeen={showFirstSeen}
            />
          </div>
        )}
      </div>
      {isAnnounced && <AnnouncedLines lines={lines} />}
      {!isFollowing && (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
          <div className="pointer-events-auto rounded-base bg-raised shadow-float">
            <Button variant="ghost" size="small" onClick={scrollToEnd}>
              {unseenCount === 0 ? 'Jump to latest ↓' : `${plural(unseenCount, 'new line', 'new lines')} ↓`}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
