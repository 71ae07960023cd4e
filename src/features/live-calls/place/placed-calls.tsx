/** Calls that the team placed recently: shows who was called already, and offers the numbers for another call. */
import { read, useRead } from '#api/reads.ts'
import { DoNotCallButton } from '#components/do-not-call/add-number.tsx'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import type { PlacedCall } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { groupNumber } from '#phone/group.ts'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { Time } from '#ui/time/time.tsx'
import * as texts from './texts.tsx'

export const placedRead = read('placedCallList')

interface PlacedRow {
  call: PlacedCall
  onUse: (call: PlacedCall) => void
}

/** Shows a text to screen readers only. */
const spoken = (text: string) => <span className="sr-only">{text}</span>

const columns: readonly Column<PlacedRow>[] = [
  { id: 'number', header: 'Number', cell: ({ call }) => <PhoneNumber number={call.toNumber} /> },
  {
    id: 'agent',
    header: 'Agent',
    cell: ({ call }) => <Link to={paths.agent(call.agentId)}>{call.agentName || call.agentId}</Link>,
  },
  { id: 'who', header: 'Called by', cell: ({ call }) => call.operator },
  { id: 'when', header: 'Time', cell: ({ call }) => <Time at={call.at} show="day-and-time" /> },
  {
    id: 'actions',
    header: 'Actions',
    headerHidden: true,
    align: 'right',
    cell: ({ call, onUse }) => (
      <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1 @xl:justify-end">
        {call.roomName && (
          <span className="whitespace-nowrap">
            <Link to={paths.call(call.roomName)}>Open call</Link>
          </span>
        )}
        <span className="inline-flex gap-3">
          <DoNotCallButton
            size="small"
            number={call.toNumber}
            source={{ kind: 'call', id: call.roomName || call.callId }}
            label={<>Block{spoken(` ${groupNumber(call.toNumber)}`)}</>}
          />
          <Button size="small" onClick={() => onUse(call)}>
            Use{spoken(` ${groupNumber(call.toNumber)}`)}
          </Button>
        </span>
      </span>
    ),
  },
]

export function PlacedCalls({ onUse }: { onUse: (call: PlacedCall) => void }) {
  const query = useRead(placedRead)
  return (
    <Section title={texts.recentCalls} facts={<Age readAt={query.readAt} refusal={query.refusal} />} flush>
      <DataView
        query={query}
        loading={<SkeletonRows rows={3} columns={4} label="Loading recent calls…" />}
        isEmpty={({ calls }) => calls.length === 0}
        empty={<EmptyState title="No recent calls">Calls that your team places appear here.</EmptyState>}
      >
        {({ calls }) => (
          <Table
            caption={texts.recentCalls}
            columns={columns}
            rows={calls.map((call) => ({ call, onUse }))}
            rowKey={({ call }) => call.callId}
          />
        )}
      </DataView>
    </Section>
  )
}
