/** The operator's own decisions of today, and what became of each. */
import { useState } from 'react'
import { read, useRead } from '#api/reads.ts'
import { useMyId } from '#api/session.ts'
import { decisionStatus, decisionText, rejectionText, secondsLeft } from '#components/decisions/decision-texts.ts'
import { useHeldDecision } from '#components/decisions/use-held-decision.ts'
import type { Decision } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { plural } from '#ui/text/format-number.ts'
import { useGatewayTime } from '#ui/time/clock.ts'
import { Time } from '#ui/time/time.tsx'
import * as texts from './texts.ts'

/** What became of a decision. One that can still be undone has a button. */
function Outcome({ decision }: { decision: Decision }) {
  const now = useGatewayTime()
  const myId = useMyId()
  const { undo, isPending } = useHeldDecision()
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
      <StatusLabel {...decisionStatus(decision)} labelHidden />
      <span className="min-w-0 flex-1 basis-32">
        {decisionText(decision, secondsLeft(decision, now), now, myId)} {rejectionText(decision)}
      </span>
      {decision.state === 'held' && (
        <Button size="small" pending={isPending} onClick={() => void undo(decision.effectId)}>
          Undo
        </Button>
      )}
    </span>
  )
}

const columns: readonly Column<Decision>[] = [
  {
    id: 'customer',
    header: 'Customer',
    width: '12rem',
    cell: ({ conversationId, customer, to }) => (
      <RowLink to={paths.conversation(conversationId)}>{customer || to || conversationId}</RowLink>
    ),
  },
  { id: 'action', header: 'Decision', width: '9rem', cell: ({ action }) => texts.actionNames[action] },
  {
    id: 'message',
    header: 'Message',
    visibleFrom: 'md',
    cell: ({ message }) => (
      <span translate="no" dir="auto" className="line-clamp-2 break-words text-soft">
        {message || 'No text'}
      </span>
    ),
  },
  { id: 'outcome', header: 'What became of it', cell: (decision) => <Outcome decision={decision} /> },
  { id: 'at', header: 'Time', width: '7rem', align: 'right', cell: ({ at }) => <Time at={at} /> },
]

/** The start of today in this browser's time zone, epoch ms. */
const startOfToday = () => new Date().setHours(0, 0, 0, 0)

export function OwnDecisions() {
  const [since] = useState(startOfToday)
  const query = useRead(read('ownDecisionList', { query: { since } }))
  return (
    <Section
      title={texts.decisionsToday}
      facts={query.data && plural(query.data.decisions.length, 'decision', 'decisions')}
      flush
    >
      <DataView
        query={query}
        loading={<SkeletonRows rows={6} columns={4} label="Loading your decisions…" />}
        isEmpty={({ decisions }) => decisions.length === 0}
        empty={
          <EmptyState title="No decisions today">
            What you decide appears here, with what became of it. You can undo a decision until it is sent.
          </EmptyState>
        }
      >
        {({ decisions }) => (
          <Table
            caption={texts.decisionsToday}
            columns={columns}
            rows={decisions}
            rowKey={({ effectId }) => effectId}
            isLong
          />
        )}
      </DataView>
    </Section>
  )
}
