/** The panel of one call: its facts, transcript and variables. */
import { read, useRead } from '#api/reads.ts'
import { CallTranscript } from '#components/calls/call-transcript.tsx'
import { DoNotCallButton } from '#components/do-not-call/add-number.tsx'
import { PersonLink } from '#components/people/person-link.tsx'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import type { BatchCall } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { groupNumber } from '#phone/group.ts'
import { Id } from '#ui/forms/copy-button.tsx'
import { DescriptionList, type Fact } from '#ui/layout/section.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { SidePanel } from '#ui/overlays/side-panel.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { Duration, Time } from '#ui/time/time.tsx'
import { callState } from '../status.ts'
import * as shared from '../texts.tsx'
import * as texts from './texts.tsx'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

function factsOf(call: BatchCall): Fact[] {
  const { state, label } = callState(call.status)
  const facts: (Fact | false)[] = [
    { term: shared.statusColumn, value: <StatusLabel state={state} label={label} /> },
    Boolean(call.error) && { term: texts.failureReasonTerm, value: call.error },
    // Often the same as the status.
    Boolean(call.result?.outcome) &&
      call.result?.outcome !== call.status && { term: texts.outcomeTerm, value: call.result?.outcome },
    {
      term: shared.numberColumn,
      value: <PhoneNumber number={call.phone_number} country="name" none={shared.unknown} />,
    },
    { term: shared.startedColumn, value: <Time at={call.startTime} show="second" none={texts.notStartedYet} /> },
    call.endTime !== null &&
      call.endTime !== undefined && { term: texts.endedTerm, value: <Time at={call.endTime} show="second" /> },
    { term: texts.durationTerm, value: <Duration seconds={call.duration} inWords /> },
  ]
  return facts.filter((fact) => fact !== false)
}

/** The row's variables, and the IDs of this call. */
const variablesOf = (call: BatchCall): Fact[] => [
  ...Object.entries(call.metadata).map(([term, value]) => ({ term, value: textOf(value) })),
  { term: texts.jobIdTerm, value: <Id id={call.jobId} name={texts.copiedJobId} /> },
  ...(call.callId ? [{ term: texts.callIdTerm, value: <Id id={call.callId} name={texts.copiedCallId} /> }] : []),
]

interface Props {
  batchId: string
  jobId: string
  agentName: string | null
  onClose: () => void
}

export function CallPanel({ batchId, jobId, agentName, onClose }: Props) {
  const query = useRead(read('batchCallShow', { params: { batchId, jobId } }))
  const number = query.data?.phone_number
  return (
    <SidePanel
      title={number ? groupNumber(number) : texts.callTitle}
      facts={<Age readAt={query.readAt} refusal={query.refusal} />}
      recordId={jobId}
      onClose={onClose}
    >
      <DataView
        query={query}
        loading={<SkeletonText lines={8} label={texts.loadingCall} />}
        isEmpty={() => false}
        empty={null}
      >
        {(call) => (
          <div className="flex flex-col gap-4">
            <DescriptionList facts={factsOf(call)} />
            <div className="flex flex-wrap items-center gap-3">
              <PersonLink address={call.phone_number} />
              <DoNotCallButton size="small" number={call.phone_number} source={{ kind: 'batch_row', id: batchId }} />
            </div>
            <CallTranscript call={call} agentName={agentName} />
            <section aria-labelledby="call-variables" className="flex flex-col gap-1">
              <h3 id="call-variables" className="text-base">
                {texts.variablesAndIds}
              </h3>
              <DescriptionList facts={variablesOf(call)} />
            </section>
          </div>
        )}
      </DataView>
    </SidePanel>
  )
}
