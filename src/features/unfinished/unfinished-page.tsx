/**
 * `/unfinished`: everything that somebody still has to finish, in one list: actions whose outcome is not confirmed, the operator's decisions,
 * messages that were not delivered, people who wait for a call, and batches that wait for approval or for their start. Nothing here costs the
 * service a request.
 */
import CircleCheck from 'lucide-react/icons/circle-check'
import { load, useRead } from '#api/reads.ts'
import { latestBatchesRead } from '#api/status.ts'
import { PreparedBatches } from '#components/batches/prepared-batches.tsx'
import { WaitingCallBacks } from '#components/calls/waiting-call-backs.tsx'
import { DecisionList, useDecisionLines } from '#components/decisions/decision-list.tsx'
import { decisionsRead } from '#components/decisions/decisions.ts'
import { queueInBackground, unfinishedReads, useUnfinished } from '#components/unfinished/unfinished-work.ts'
import { AttentionLines } from '#kit/page/attention-line.tsx'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Card, Section } from '#ui/layout/section.tsx'
import { useIsPointedAt } from '#ui/use-is-pointed-at.ts'
import { ApprovalPanels } from './approval-panel.tsx'
import { UnconfirmedActions } from './unconfirmed-actions.tsx'
import { UndeliveredList } from './undelivered-list.tsx'

export const loader = () => load(queueInBackground, ...unfinishedReads)

function OwnDecisions() {
  const { data } = useRead(decisionsRead)
  const { isUnderPointer, handlers } = useIsPointedAt()
  const { lines, dismiss } = useDecisionLines(data?.decisions ?? [], isUnderPointer, false)
  // Those of unknown outcome are unconfirmed actions, which are listed above.
  const known = lines.filter(({ state }) => state !== 'unknown')
  if (known.length === 0) return null
  return (
    <div {...handlers}>
      <Section title="Your decisions" flush>
        <DecisionList lines={known} onDismiss={dismiss} />
      </Section>
    </div>
  )
}

export function Component() {
  const batches = useRead(latestBatchesRead).data?.batches ?? []
  const { sources, ...lists } = useUnfinished(useRead(queueInBackground))
  const { undelivered, approvals } = lists
  const isEmpty =
    sources.every(({ data }) => data !== undefined) && Object.values(lists).every((list) => list.length === 0)
  return (
    <Page>
      <PageHeader title="Unfinished" facts={<span>An item leaves this list when somebody has finished it.</span>} />
      {isEmpty && (
        <Card flush>
          <EmptyState icon={CircleCheck} title="Nothing is unfinished">
            Actions that the service does not confirm, messages that it does not deliver, people who wait for a call,
            and batches that wait for somebody appear here.
          </EmptyState>
        </Card>
      )}
      <UnconfirmedActions />
      <OwnDecisions />
      <AttentionLines>
        <WaitingCallBacks />
      </AttentionLines>
      {undelivered.length > 0 && <UndeliveredList messages={undelivered} />}
      <ApprovalPanels approvals={approvals} />
      <PreparedBatches batches={batches} />
    </Page>
  )
}
