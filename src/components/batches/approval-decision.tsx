/** Exactly what would start, and the decision of the second person. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { read, useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { callSeconds } from '#calling-hours/duration.ts'
import { localTimeText } from '#calling-hours/place-texts.ts'
import { type Approval, type ApprovalDetails, hoursIn } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { useIntention } from '#kit/actions/intention.ts'
import { notify } from '#kit/actions/notices.ts'
import { refusalWords } from '#kit/data/refusal-text.ts'
import { paths } from '#kit/navigation/paths.ts'
import { countryName } from '#phone/country.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { DescriptionList, type Fact } from '#ui/layout/section.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { useTrueNow } from '#ui/time/clock.ts'
import { Time } from '#ui/time/time.tsx'
import { useCallingHours } from '../phone/use-calling-hours.ts'
import { takes } from './estimate.ts'
import { hoursOutlook, openingInWords } from './hours-outlook.ts'

const calls = (count: number) => plural(count, 'call', 'calls')

function Rows({ columns, rows }: Pick<ApprovalDetails, 'columns'> & { rows: ApprovalDetails['first'] }) {
  return (
    <ul className="flex flex-col gap-1">
      {rows.map(({ row, cells }) => (
        <li key={row} className="break-words">
          <span className="text-muted">row {number(row)}: </span>
          {cells
            .map((cell, at) =>
              cell === '' ? null : `${columns[at] === 'phone_number' ? '' : `${columns[at]} `}${cell}`,
            )
            .filter(Boolean)
            .join(', ')}
        </li>
      ))}
    </ul>
  )
}

function factsOf(approval: Approval, details: ApprovalDetails | undefined, atOnce: number, now: number): Fact[] {
  const { agentName, agentId, recipients, scheduledAt, firstTen, callBacks, gapHours, overruled, destinations } =
    approval
  const start = scheduledAt ?? now
  return [
    { term: 'Asked by', value: approval.operator },
    { term: 'Agent', value: agentName ?? agentId },
    {
      term: 'Calls',
      value: firstTen
        ? `The first 10 of ${calls(approval.calls)}; the others are held back until somebody starts them`
        : calls(approval.calls),
    },
    {
      term: 'Starts',
      value: scheduledAt === null ? 'As soon as you approve' : <Time at={scheduledAt} show="day-and-time" />,
    },
    { term: 'Takes', value: `${takes(approval.calls, atOnce)} without call-backs` },
    {
      term: 'Call-backs',
      value: callBacks === 0 ? 'None' : `${plural(callBacks, 'try', 'tries')} after the first, ${gapHours} h apart`,
    },
    {
      term: 'Destinations',
      value: (
        <ul>
          {destinations.map(({ country, calls: count, zones }) => (
            <li key={country ?? ''}>
              {country === null ? 'Unknown' : countryName(country)}: {number(count)}
              {zones.length > 0 && (
                <span className="text-muted"> ({localTimeText({ country, zones }, start)} there)</span>
              )}
            </li>
          ))}
        </ul>
      ),
    },
    { term: 'Rules overruled', value: overruled.length === 0 ? 'None' : overruled.join(' ') },
    ...(details
      ? [
          { term: 'First rows', value: <Rows columns={details.columns} rows={details.first} /> },
          ...(details.last.length > 0
            ? [{ term: 'Last rows', value: <Rows columns={details.columns} rows={details.last} /> }]
            : []),
        ]
      : []),
    { term: 'Fingerprint', value: <span className="mono">{recipients}</span> },
  ]
}

function Decline({ approval, onDone }: { approval: Approval; onDone: () => void }) {
  const { run, isPending, refusal } = useCommand('approvalDecline')
  const [reason, setReason] = useState('')
  const intention = useIntention()
  const { approvalId, name } = approval
  const decline = () => {
    const body = { reason: reason.trim() }
    intention
      .carryOut((key) => run({ params: { approvalId }, body, key }), body)
      .then(
        () => {
          onDone()
          notify({ title: `${name} was declined. None of its people will be called.` })
        },
        () => undefined, // The refusal is shown below the field.
      )
  }
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3">
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-48">
          <TextField label="Reason for declining" maxLength={500} value={reason} onChange={setReason} />
        </div>
        <Button
          variant="danger"
          pending={isPending}
          disabledReason={reason.trim() === '' && 'Write a reason first.'}
          onClick={decline}
        >
          {`Decline ${calls(approval.calls)}`}
        </Button>
      </div>
      {refusal && <ErrorNote words={refusalWords(refusal, true)} />}
    </div>
  )
}

export default function ApprovalDecision({ approval, onClose }: { approval: Approval; onClose: () => void }) {
  const { approvalId, recipients, name } = approval
  const { run } = useCommand('approvalStart')
  const navigate = useNavigate()
  const reading = useRead(read('approvalShow', { params: { approvalId } }))
  const atOnce = useSession().plan.concurrentCalls
  const now = useTrueNow(10_000)
  const usualHours = useCallingHours()
  const hours = usualHours && hoursIn(approval.hours, usualHours)
  const { destinations, callBacks, gapHours } = approval
  const calling = { from: approval.scheduledAt ?? now, seconds: callSeconds(approval.calls, atOnce) }
  const outlook = hours && hoursOutlook(destinations, hours, { ...calling, callBacks, gapHours })
  const opening = hours && approval.scheduledAt === null ? openingInWords(destinations, hours, calling) : ''
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Approve ${name} and start ${calls(approval.calls)}?`}
      safe="Decide later"
      action={`Approve and start ${calls(approval.calls)}`}
      disabledReason={reading.data ? '' : 'Its rows are still being read.'}
      run={(key) => run({ params: { approvalId }, body: { recipients }, key })}
      onDone={({ batchId }) => {
        onClose()
        void navigate(paths.batch(batchId))
      }}
    >
      <DescriptionList facts={factsOf(approval, reading.data, atOnce, now)} />
      {[outlook?.outside ?? '', opening, ...(outlook?.words ?? [])].filter(Boolean).map((sentence) => (
        <p key={sentence} className="font-medium">
          {sentence}
        </p>
      ))}
      <p>All rules are checked again when you approve. Calls in progress cannot be undone.</p>
      <Decline approval={approval} onDone={onClose} />
    </Confirm>
  )
}
