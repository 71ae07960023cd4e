/** One call on the wall: a card that links to the call's page. */
import { useEffect, useRef } from 'react'
import { callStatus } from '#components/calls/call-status.ts'
import { outcomeLabels } from '#components/calls/outcome/texts.tsx'
import { TickingDuration } from '#components/calls/ticking-duration.tsx'
import type { Card } from '#components/calls/wall.ts'
import type { CallOutcome } from '#contract/index.ts'
import { PlainLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { groupNumber } from '#phone/group.ts'
import { cx } from '#ui/classes.ts'
import { stretchedLinkClasses } from '#ui/layout/table.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { visible, visibleText } from '#ui/text/visible-text.tsx'
import { useTick } from '#ui/time/clock.ts'
import { Ago } from '#ui/time/time.tsx'
import { isEndOverdue } from './end-accepted.tsx'
import { SentimentLine } from './moods/sentiment-line.tsx'
import * as texts from './texts.tsx'
import { type CardSize, lastLinesOf, moodOf } from './wall-cards.ts'

const cardClasses =
  'relative flex h-full flex-col gap-0.5 rounded-base border px-2.5 py-1 transition-colors hover:border-control ' +
  'has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-focus'

/** Negative sentiment is set in bold, because amber and red have other meanings. */
const sentimentClasses = (sentiment: string) =>
  sentiment.toLowerCase() === 'negative' ? 'font-semibold' : 'text-muted'

/** While a call is going on, only what decides it; these are said as concerns already, if the call has any. */
const openOutcomes: readonly string[] = ['talked', 'answered', 'unknown']

function shownOutcome(outcome: string, hasEnded: boolean, hasConcerns: boolean): string | null {
  if (hasConcerns || (!hasEnded && openOutcomes.includes(outcome))) return null
  return outcomeLabels[outcome as CallOutcome] ?? null
}

const lineCounts: Record<CardSize, number> = { stage: 4, medium: 2, compact: 1 }

interface LinesProps {
  call: Card['call']
  /** What made the call need a look; '' if no words did. */
  quoted: string
  size: CardSize
  nothing: string
}

/** What was said last, at the lower edge of a box that is as high with one line as with all. */
function LastLines({ call, quoted, size, nothing }: LinesProps) {
  const lines = lastLinesOf(call, quoted, lineCounts[size])
  return (
    <ul className={cx('flex flex-col justify-end overflow-hidden text-label', size === 'stage' ? 'my-1 h-30' : 'h-10')}>
      {lines.length === 0 && <li className="text-soft">{nothing}</li>}
      {lines.map(({ content, isQuoted }, index) => (
        <li
          key={index}
          translate="no"
          dir="auto"
          className={cx(
            'shrink-0',
            isQuoted ? 'text-ink' : 'text-soft',
            size === 'medium' ? 'truncate' : 'line-clamp-2 pl-3 -indent-3',
          )}
        >
          {visible(content)}
        </li>
      ))}
    </ul>
  )
}

interface Props {
  card: Card
  size?: CardSize
  /** false: the wall says once which agent has all calls. */
  showsAgent: boolean
  /** false: the wall says once how old its calls are. */
  showsAge: boolean
  /** In the list beside an open call: whether this is the open one. */
  isOpen?: boolean
  /** The wall's filters, as they stand in its address. */
  search: string
}

/** Most calls are live, calm and just read, so a card names only what differs: another status, a concern, an older reading. */
export function CallCard({ card, size = 'compact', showsAgent, showsAge, isOpen, search }: Props) {
  const { call, readAt, endedAt } = card
  const hasEnded = endedAt !== null
  const number = groupNumber(call.customerPhone) || texts.unknownNumber
  const status = callStatus({
    status: call.status,
    participants: call.participants,
    hasTranscript: Boolean(call.lastMessage),
    hasEnded,
    notFound: call.notFound,
    isUnread: isOpen === false,
  })
  const isStillGoing = useTick((now) => !hasEnded && isEndOverdue(call.endAcceptedAt, now))
  const concerns = hasEnded ? [] : call.concerns
  const outcome = shownOutcome(call.outcome, hasEnded, concerns.length > 0)
  const mood = moodOf(call, status)
  /** Of a call that was not read yet, nobody knows whether anybody has spoken. */
  const nothing =
    status.state === 'ringing' ? 'Not answered yet' : status.state === 'live' ? 'Nobody has spoken yet' : ''
  const quoted = concerns.find(({ words }) => words !== '')?.words ?? ''
  const link = useRef<HTMLAnchorElement>(null)
  // Keep the open call in view.
  useEffect(() => {
    if (isOpen) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  // In the list, the call's page has the heading.
  const Title = isOpen === undefined ? 'h2' : 'p'
  const border = hasEnded
    ? 'border-line bg-surface text-muted'
    : concerns.length > 0
      ? 'border-line shadow-[inset_3px_0_0_var(--color-attention)]'
      : 'border-line'
  return (
    <article
      data-ended={hasEnded || undefined}
      className={cx(
        cardClasses,
        isOpen ? 'border-accent bg-accent-soft forced-colors:outline-2' : 'bg-raised',
        !isOpen && border,
      )}
    >
      <p className="flex items-baseline gap-2 text-label">
        <span className="shrink-0">
          <StatusLabel {...status} labelHidden={status.state === 'live' || (hasEnded && (mood ?? outcome) !== null)} />
        </span>
        {isStillGoing && (
          <span className="min-w-0 font-medium">
            <StatusLabel state="needs-you" label={texts.stillGoing} wraps />
          </span>
        )}
        {concerns.length > 0 && (
          // One line in a list, whose cards do not move.
          <span
            className={cx('min-w-0 font-medium', isOpen !== undefined && 'overflow-hidden')}
            title={texts.concernLabels(concerns)}
          >
            <StatusLabel state="needs-you" label={texts.concernLabels(concerns)} wraps={isOpen === undefined} />
          </span>
        )}
        {outcome && (
          <span className="min-w-0 truncate font-medium">
            <span className="sr-only">{'Outcome: '}</span>
            {outcome}
          </span>
        )}
        {/* It stays where it was when the call ends: the shape before it says so. */}
        {mood !== null && (hasEnded || !call.notFound) && !outcome && concerns.length === 0 && (
          <span className={cx('min-w-0 truncate', !hasEnded && sentimentClasses(call.sentiment))}>{mood}</span>
        )}
        <span className="numeric ml-auto">
          <TickingDuration reported={{ seconds: call.duration, readAt }} stoppedAt={endedAt} />
        </span>
      </p>
      <Title
        translate="no"
        dir="auto"
        className="truncate text-base font-semibold"
        title={visibleText(call.customerName ?? '') || undefined}
      >
        <PlainLink
          ref={link}
          to={paths.call(call.roomName) + search}
          aria-current={isOpen ? 'page' : undefined}
          className={stretchedLinkClasses}
        >
          {visible(call.customerName) || <span className="font-normal text-muted">Name not known</span>}
          <span className="sr-only">{`, ${number}`}</span>
        </PlainLink>
      </Title>
      <p className="flex items-baseline justify-between gap-2 text-label text-muted">
        <span translate="no" className="numeric whitespace-nowrap">
          {number}
        </span>
        {showsAge && (
          <span className="text-small">
            <Ago at={readAt} isBrowserTime />
          </span>
        )}
      </p>
      {showsAgent && (
        <p translate="no" dir="auto" className="truncate text-label text-muted" title={visibleText(call.aiAgentName)}>
          {visible(call.aiAgentName || 'Unknown agent')}
        </p>
      )}
      {size === 'compact' ? (
        <p
          translate="no"
          dir="auto"
          className={cx('truncate text-label', !hasEnded && (quoted ? 'text-ink' : 'text-soft'))}
          title={visibleText(quoted || (call.lastMessage ?? '')) || undefined}
        >
          {visible(quoted || call.lastMessage) || nothing}
        </p>
      ) : (
        <LastLines {...{ call, quoted, size, nothing }} />
      )}
      {size === 'stage' && (
        <p className="mt-auto flex h-6 items-center gap-2 text-label text-muted">
          {call.moods.length > 1 && <SentimentLine moods={call.moods} until={call.readAt} width={160} />}
          {mood !== null && <span className="ml-auto whitespace-nowrap">Sentiment {mood.toLowerCase()}</span>}
        </p>
      )}
    </article>
  )
}
