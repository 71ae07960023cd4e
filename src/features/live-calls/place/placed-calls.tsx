/** What the team placed lately: to see that somebody called already, and to take a number from. */
import { read, useRead } from '#api/reads.ts'
import { DoNotCallButton } from '#components/do-not-call/add-number.tsx'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import type { PlacedCall } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { type DataColumn, DataTable } from '#kit/data/data-table.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { groupNumber } from '#phone/group.ts'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { Time } from '#ui/time/time.tsx'

export const placedRead = read('placedCallList')

interface PlacedRow {
  call: PlacedCall
  onUse: (call: PlacedCall) => void
}

const columns: readonly DataColumn<PlacedRow>[] = [
  { id: 'number', header: 'Number', cell: ({ call }) => <PhoneNumber number={call.toNumber} /> },
  {
    id: 'agent',
    header: 'Agent',
    cell: ({ call }) => <Link to={paths.agent(call.agentId)}>{call.agentName || call.agentId}</Link>,
  },
  { id: 'who', header: 'Placed by', cell: ({ call }) => call.operator },
  { id: 'when', header: 'When', cell: ({ call }) => <Time at={call.at} show="day-and-time" /> },
  {
    id: 'actions',
    header: 'Actions',
    headerHidden: true,
    align: 'right',
    cell: ({ call, onUse }) => (
      <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1 @xl:justify-end">
        {call.roomName && (
          <span className="whitespace-nowrap">
            <Link to={paths.call(call.roomName)}>Open the call</Link>
          </span>
        )}
        <span className="inline-flex gap-3">
          <DoNotCallButton
            size="small"
            number={call.toNumber}
            source={{ kind: 'call', id: call.roomName || call.callId }}
            label={
              <>
                Do not call<span className="sr-only"> {groupNumber(call.toNumber)}</span>
              </>
            }
          />
          <Button size="small" onClick={() => onUse(call)}>
            Use<span className="sr-only"> {groupNumber(call.toNumber)}</span>
          </Button>
        </span>
      </span>
    ),
  },
]

export function PlacedCalls({ onUse }: { onUse: (call: PlacedCall) => void }) {
  const reading = useRead(placedRead)
  return (
    <Section title="Placed lately by the team" facts={<Age readAt={reading.readAt} refusal={reading.refusal} />} flush>
      <DataView
        reading={reading}
        loading={<SkeletonRows rows={3} columns={4} label="Loading the calls that were placed" />}
        isEmpty={({ calls }) => calls.length === 0}
        empty={
          <EmptyState title="Nobody placed a call yet">Calls that anybody of the team places stand here.</EmptyState>
        }
      >
        {({ calls }) => (
          <DataTable
            caption="Calls placed lately"
            columns={columns}
            rows={calls.map((call) => ({ call, onUse }))}
            rowKey={({ call }) => call.callId}
            sticky={false}
          />
        )}
      </DataView>
    </Section>
  )
}
