/** A start that waits for a second person: they look at it and decide, whoever asked may withdraw it. */
import { Suspense, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import type { Approval } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { Lamp } from '#ui/status/lamp.tsx'
import { plural } from '#ui/text/format-number.ts'
import { useTrueNow } from '#ui/time/clock.ts'
import { Time } from '#ui/time/time.tsx'

/** What decides is loaded with the first press. */
const ApprovalDecision = lazyPart(() => import('./approval-decision.tsx'))

const calls = (count: number) => plural(count, 'call', 'calls')

function Ended({ approval: { name, state, decidedBy, reason } }: { approval: Approval }) {
  return (
    <Section title={`${name} was not started`} facts={<Lamp state="failed" word="Not approved" />}>
      <p>
        {state === 'declined' ? `${decidedBy} declined it: “${reason}”.` : 'Nobody approved it in time.'} None of its
        people will be called.
      </p>
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
      title={`Withdraw ${name}?`}
      safe="Keep it waiting"
      action={`Withdraw ${calls(approval.calls)}`}
      tone="danger"
      run={(key) => run({ params: { approvalId }, key })}
      onDone={() => {
        onClose()
        notify({ title: `${name} was withdrawn. None of its people will be called.` })
      }}
    >
      <p>None of its people will be called. To start it after all, choose its file again.</p>
    </Confirm>
  )
}

function ApprovalPanel({ approval }: { approval: Approval }) {
  const [isOpen, setIsOpen] = useState(false)
  const start = usePermission('approvalStart')
  const withdraw = usePermission('approvalWithdraw')
  const { name, operator, isOwn, at, until, state, problem } = approval
  if (state === 'declined' || state === 'expired') return <Ended approval={approval} />
  const isStarting = state === 'starting'
  const starting = isStarting ? 'It was approved, and its start is not confirmed yet.' : ''
  const close = () => setIsOpen(false)
  return (
    <Section
      title={isOwn ? `${name} waits for approval` : `Approve ${calls(approval.calls)} of ${name}?`}
      facts={
        <Lamp
          state={isOwn || isStarting ? 'waiting' : 'needs-you'}
          word={isStarting ? 'Approved, starting' : isOwn ? 'Waits for a second person' : 'Needs a second person'}
        />
      }
    >
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="flex max-w-[72ch] flex-col gap-1">
          <p>
            {isOwn ? 'You' : operator} asked for {calls(approval.calls)} on <Time at={at} show="day-and-time" />. Nobody
            is called before a second person approves.
          </p>
          {problem && <p className="font-medium">The last attempt to start it was refused: {problem}</p>}
          <p className="text-label text-pretty text-muted">
            It waits until <Time at={until} show="day-and-time" />.
          </p>
        </div>
        {isOwn ? (
          <Button disabledReason={withdraw.reason || starting} onClick={() => setIsOpen(true)}>
            Withdraw
          </Button>
        ) : (
          <Button variant="primary" disabledReason={start.reason || starting} onClick={() => setIsOpen(true)}>
            Review the start
          </Button>
        )}
      </div>
      {isOpen && isOwn && <Withdraw approval={approval} onClose={close} />}
      <Suspense>{isOpen && !isOwn && <ApprovalDecision approval={approval} onClose={close} />}</Suspense>
    </Section>
  )
}

/** Whoever asked is told for so long why nobody is called, ms. */
const toldMs = 24 * 3_600_000

function isShown({ state, isOwn, decidedAt, until }: Approval, now: number): boolean {
  if (state === 'waiting' || state === 'starting') return true
  return isOwn && (state === 'declined' || state === 'expired') && (decidedAt ?? until) > now - toldMs
}

export default function ApprovalPanels({ approvals }: { approvals: readonly Approval[] }) {
  const now = useTrueNow(60_000)
  return approvals
    .filter((one) => isShown(one, now))
    .map((approval) => <ApprovalPanel key={approval.approvalId} approval={approval} />)
}
