/** Columns of the calls that Switchboard has seen. */
import { use } from 'react'
import { OutcomeLabel } from '#components/calls/outcome/outcome-label.tsx'
import { TickingDuration } from '#components/calls/ticking-duration.tsx'
import { speakerOf } from '#components/calls/transcript-lines.ts'
import { useGroupedNumber } from '#components/phone/numbering.ts'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import type { CallExcerpt, ListedCall } from '#contract/index.ts'
import type { DataColumn } from '#kit/data/data-table.tsx'
import { Link, RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { compactTableOnlyClasses } from '#ui/layout/compact-table.ts'
import { aboveLinkClasses } from '#ui/layout/table.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { MarkedText, markHiddenCharacters } from '#ui/text/visible-text.tsx'
import { BrowserClockOffset } from '#ui/time/clock.ts'
import { Duration, Time } from '#ui/time/time.tsx'
import * as texts from './texts.tsx'

/** What came of a call, or its status, as the wall has it: an end that nobody saw is not called an end. */
function CallOutcome({ call: { state, result, resultSource } }: { call: ListedCall }) {
  if (state === 'in_progress') return <StatusLabel state="live" label={texts.inProgress} />
  if (state === 'not_found') return <StatusLabel state="stale" label={texts.notFoundNow} />
  if (result !== null) return <OutcomeLabel outcome={result} source={resultSource} />
  if (state === 'ended') return <StatusLabel state="off" label={texts.ended} />
  return <StatusLabel state="unknown" label={texts.endNotSeen} />
}

/** How long a call lasted, or has lasted so far. */
function CallDuration({ call: { state, duration, readAt } }: { call: ListedCall }) {
  const clockAheadMs = use(BrowserClockOffset)
  if (state !== 'in_progress' && state !== 'not_found') return <Duration seconds={duration} />
  return <TickingDuration reported={{ seconds: duration, readAt: readAt + clockAheadMs }} stoppedAt={null} />
}

/** The place of the transcript that the search found. */
const Excerpt = ({ excerpt: { role, pieces } }: { excerpt: CallExcerpt }) => (
  <p className="mt-0.5 text-label font-normal break-words text-soft">
    {texts.saidBy(
      speakerOf(role).name,
      pieces.map(({ text, isMatch }, index) =>
        isMatch ? (
          <mark key={index} className="rounded-small bg-accent-soft px-0.5 font-medium text-ink">
            {markHiddenCharacters(text)}
          </mark>
        ) : (
          <MarkedText key={index} text={text} />
        ),
      ),
    )}
  </p>
)

const Customer = ({ call }: { call: ListedCall }) => {
  const { roomName, customerName, phone, found, noteCount } = call
  const number = useGroupedNumber(phone)
  return (
    <>
      <span className="inline-flex flex-wrap items-baseline gap-x-2">
        <span className={customerName === '' && phone !== '' ? '@2xl:whitespace-nowrap' : undefined}>
          <RowLink to={paths.call(roomName)}>{customerName || number || roomName}</RowLink>
        </span>
        {customerName !== '' && (
          <span className="text-label font-normal text-muted">
            <PhoneNumber number={phone} hidden={texts.numberHidden} />
          </span>
        )}
      </span>
      {noteCount > 0 && <div className="mt-0.5 text-label font-normal text-muted">{texts.noteCount(noteCount)}</div>}
      {found && <Excerpt excerpt={found} />}
    </>
  )
}

/** @returns a link above the row's own link; nothing in a compact table if the call is of no batch */
export const BatchOfCall = ({
  batchId,
  batchName,
}: {
  batchId: string | null
  batchName: string | null | undefined
}) =>
  batchId === null ? (
    <span className="text-muted @max-5xl:@min-xl:hidden">{texts.noBatch}</span>
  ) : (
    <span className={aboveLinkClasses}>
      <Link to={paths.batch(batchId)}>{batchName || batchId}</Link>
    </span>
  )

export const callColumns: readonly DataColumn<ListedCall>[] = [
  { id: 'customer', header: texts.customerColumn, cell: (call) => <Customer call={call} /> },
  {
    id: 'when',
    header: texts.whenColumn,
    cell: ({ firstSeenAt }) => (
      <>
        <Time at={firstSeenAt} show="day" /> <Time at={firstSeenAt} />
      </>
    ),
  },
  {
    id: 'agent',
    header: texts.agentColumn,
    cell: (call) => (
      <>
        {call.agentName || <span className="text-muted">{texts.unknownAgent}</span>}
        <span className={`${compactTableOnlyClasses} text-label`}>
          <BatchOfCall {...call} />
        </span>
      </>
    ),
  },
  { id: 'batch', header: texts.batchColumn, visibleFrom: 'lg', cell: BatchOfCall },
  {
    id: 'outcome',
    header: texts.outcomeColumn,
    cell: (call) => (
      <>
        <CallOutcome call={call} />
        {call.lineCount > 0 && (
          <span className={`${compactTableOnlyClasses} text-label text-muted`}>
            {texts.transcriptOf(call.lineCount)}
          </span>
        )}
      </>
    ),
  },
  {
    id: 'duration',
    header: texts.durationColumn,
    align: 'right',
    width: '5.5rem',
    cell: (call) => <CallDuration call={call} />,
  },
  {
    id: 'transcript',
    header: texts.transcriptColumn,
    align: 'right',
    width: '6.5rem',
    visibleFrom: 'lg',
    cell: ({ lineCount }) =>
      lineCount > 0 ? texts.lineCount(lineCount) : <span className="text-muted">{texts.noTranscript}</span>,
  },
]
