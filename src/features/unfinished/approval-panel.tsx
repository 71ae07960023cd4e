/** A start that waits for approval. A second person reviews it; the person who requested it can withdraw it. */
import { Suspense, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import * as texts from '#components/batches/texts.tsx'
import type { Approval } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { plural } from '#ui/text/format-number.ts'
import { Time } from '#ui/time/time.tsx'

/** Loaded when the operator opens it. */
const ApprovalDecision = lazyPart(() => import('./approval-decision.tsx'))

function NotApproved({ approval: { name, state, decidedBy, reason } }: { approval: Approval }) {
  return (
    <Section title={`${name} was not started`} facts={<StatusLabel state="failed" label="Not approved" />}>
      <p>{texts.notApprovedReason(state === 'declined' ? decidedBy : null, reason)}</p>
    </Section>
  )
}

function Withdraw({ approval, onClose }: { approval: Approval; onClose: () => void }) {
  const { run } = useCommand('approvalWithdraw')
  const { approvalId, name } = approval
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Withdraw the request to start ${name}?`}
      cancelLabel="Keep request"
      action={`Withdraw request for ${plural(approval.calls, 'call', 'calls')}`}
      tone="danger"
      run={(key) => run({ params: { approvalId }, key })}
      onDone={() => {
        onClose()
        notify({ title: `You withdrew ${name}. Nobody in this batch will be called.` })
      }}
    >
      <p>Nobody in this batch will be called. To start it later, upload its file again.</p>
    </Confirm>
  )
}

function ApprovalPanel({ approval }: { approval: Approval }) {
  const [isOpen, setIsOpen] = useState(false)
  const startPermission = usePermission('approvalStart')
  const withdrawPermission = usePermission('approvalWithdraw')
  const { name, operator, isOwn, at, until, state, problem } = approval
  if (state === 'declined' || state === 'expired') return <NotApproved approval={approval} />
  const isStarting = state === 'starting'
  const startingReason = isStarting ? 'It was approved. The start is not confirmed yet.' : ''
  const close = () => setIsOpen(false)
  return (
    <Section
      title={
        isOwn ? `${name} is waiting for approval` : `Approve ${plural(approval.calls, 'call', 'calls')} in ${name}?`
      }
      facts={
        <StatusLabel
          state={isOwn || isStarting ? 'waiting' : 'needs-you'}
          label={isStarting ? 'Approved, starting' : isOwn ? 'Waiting for approval' : 'Needs approval'}
        />
      }
    >
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="flex max-w-[72ch] flex-col gap-1">
          <p>
            {(isOwn ? null : operator) ?? 'You'} requested {plural(approval.calls, 'call', 'calls')} on{' '}
            <Time at={at} show="day-and-time" />. They are made only after a second person approves.
          </p>
          {problem && <p className="font-medium">The last attempt to start it was refused: {problem}</p>}
          <p className="text-label text-pretty text-muted">
            The request expires on <Time at={until} show="day-and-time" />.
          </p>
        </div>
        {isOwn ? (
          <Button disabledReason={withdrawPermission.reason || startingReason} onClick={() => setIsOpen(true)}>
            Withdraw request
          </Button>
        ) : (
          <Button
            variant="primary"
            disabledReason={startPermission.reason || startingReason}
            onClick={() => setIsOpen(true)}
          >
            Review request
          </Button>
        )}
      </div>
      {isOpen && isOwn && <Withdraw approval={approval} onClose={close} />}
      <Suspense>{isOpen && !isOwn && <ApprovalDecision approval={approval} onClose={close} />}</Suspense>
    </Section>
  )
}

export const ApprovalPanels = ({ approvals }: { approvals: readonly Approval[] }) =>
  approvals.map((approval) => <ApprovalPanel key={approval.approvalId} approval={approval} />)
