/** The panel of one call: its facts, its outcome, its transcript and variables. */
import { useState } from 'react'
import { read, useRead } from '#api/reads.ts'
import { CallOutcome } from '#components/calls/outcome/call-outcome.tsx'
import { addOutcomeNote } from '#components/calls/outcome/outcome-note.ts'
import { outcomeRead } from '#components/calls/outcome/outcome-read.ts'
import * as outcomeTexts from '#components/calls/outcome/texts.tsx'
import { findLine, mergeLines } from '#components/calls/transcript-lines.ts'
import { DoNotCallButton } from '#components/do-not-call/add-number.tsx'
import { PersonLink } from '#components/people/person-link.tsx'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import { asText } from '#components/records/other-facts.tsx'
import type { BatchCall, BatchRow } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { groupNumber } from '#phone/group.ts'
import { Id } from '#ui/forms/copy-button.tsx'
import { DescriptionList, type Fact } from '#ui/layout/section.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { Duration, Time } from '#ui/time/time.tsx'
import { CallTranscript } from '../call-transcript.tsx'
import { callState } from '../status.ts'
import * as shared from '../texts.tsx'
import { useRowDetails } from './seen-rows.ts'

/** The service's duration may leave out the ringing, so that it is less than the time from start to end. */
function DurationOf({ startTime, endTime, duration = null }: BatchCall) {
  const whole = startTime && endTime ? Math.floor(endTime / 1_000) - Math.floor(startTime / 1_000) : 0
  return (
    <>
      <Duration seconds={duration} />
      {duration !== null && whole > duration + 1 && (
        <span className="text-muted">
          {' of '}
          <Duration seconds={whole} /> from start to end
        </span>
      )}
    </>
  )
}

function factsOf(call: BatchCall): Fact[] {
  const { state, label } = callState(call.status)
  const facts: (Fact | false)[] = [
    { term: shared.statusColumn, value: <StatusLabel state={state} label={label} /> },
    Boolean(call.error) && { term: 'Reason', value: call.error },
    // Often the same as the status.
    Boolean(call.result?.outcome) &&
      call.result?.outcome !== call.status && { term: 'Service’s outcome', value: call.result?.outcome },
    {
      term: shared.numberColumn,
      value: <PhoneNumber number={call.phone_number} country="name" none={shared.unknown} />,
    },
    { term: shared.startedColumn, value: <Time at={call.startTime} show="second" none="Not yet" /> },
    call.endTime !== null &&
      call.endTime !== undefined && { term: 'Ended', value: <Time at={call.endTime} show="second" /> },
    { term: 'Duration', value: <DurationOf {...call} /> },
  ]
  return facts.filter((fact) => fact !== false)
}

/** The row's variables, and the IDs of this call. */
const variablesOf = (call: BatchCall): Fact[] => [
  ...Object.entries(call.metadata).map(([term, value]) => ({ term, value: asText(value) })),
  { term: 'Job ID', value: <Id id={call.jobId} name="job ID" /> },
  ...(call.callId ? [{ term: 'Call ID', value: <Id id={call.callId} name="call ID" /> }] : []),
]

interface OutcomeProps {
  call: BatchCall
  agentName: string | null
}

const noNotes: ReadonlyMap<number, string> = new Map()

/** The outcome of a call, with its transcript, in which the line is marked on which a guess is based. */
function OutcomeAndTranscript({ call, agentName, roomName }: OutcomeProps & { roomName: string }) {
  const outcome = useRead(outcomeRead(roomName)).data
  const [goTo, setGoTo] = useState<{ index: number } | null>(null)
  const lines = call.result?.transcript ?? []
  const shown = mergeLines([], lines)
  return (
    <>
      <section aria-labelledby="call-outcome" className="flex flex-col gap-1">
        <h3 id="call-outcome" className="text-base">
          {outcomeTexts.title}
        </h3>
        <CallOutcome
          roomName={roomName}
          isLive={call.status === 'active'}
          transcript={lines}
          {...(lines.length > 0 && {
            onShowLine: (said) => setGoTo({ index: findLine(shown, said)?.index ?? said.index }),
          })}
        />
      </section>
      <CallTranscript
        call={call}
        agentName={agentName}
        notes={addOutcomeNote(noNotes, outcome, (said) => findLine(shown, said)?.index)}
        goTo={goTo}
      />
    </>
  )
}

/** @param known what was seen of the row's calls; undefined: not asked yet */
function CallContent({ call, agentName, known }: OutcomeProps & { known: BatchRow | undefined }) {
  const roomName = call.roomName || known?.lastCall?.roomName
  if (roomName) return <OutcomeAndTranscript call={call} agentName={agentName} roomName={roomName} />
  return (
    <>
      {known?.outcome && (
        <DescriptionList
          facts={[
            {
              term: outcomeTexts.title,
              value: `${outcomeTexts.outcomeLabels[known.outcome]}. Nobody can correct it, because no source told which call it was.`,
            },
          ]}
        />
      )}
      <CallTranscript call={call} agentName={agentName} />
    </>
  )
}

interface Props {
  batchId: string
  jobId: string
  agentName: string | null
  onClose: () => void
}

export function CallPanel({ batchId, jobId, agentName, onClose }: Props) {
  const query = useRead(read('batchCallShow', { params: { batchId, jobId } }))
  const known = useRowDetails(batchId, query.data ? [query.data] : [], query.readAt).get(jobId)
  const number = query.data?.phone_number
  return (
    <SidePanel
      title={number ? groupNumber(number) : 'Call'}
      facts={<Age readAt={query.readAt} refusal={query.refusal} />}
      recordId={jobId}
      onClose={onClose}
    >
      <DataView query={query} loading={<SkeletonText lines={8} label="Loading call…" />}>
        {(call) => (
          <div className="flex flex-col gap-4">
            <DescriptionList facts={factsOf(call)} />
            <div className="flex flex-wrap items-center gap-3">
              <PersonLink address={call.phone_number} />
              <DoNotCallButton size="small" number={call.phone_number} source={{ kind: 'batch_row', id: batchId }} />
            </div>
            <CallContent call={call} agentName={agentName} known={known} />
            <section aria-labelledby="call-variables" className="flex flex-col gap-1">
              <h3 id="call-variables" className="text-base">
                Variables and IDs
              </h3>
              <DescriptionList facts={variablesOf(call)} />
            </section>
          </div>
        )}
      </DataView>
    </SidePanel>
  )
}
