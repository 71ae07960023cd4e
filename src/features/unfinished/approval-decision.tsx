/** Shows what an approval would start, and lets the second person approve or decline it. */
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { read, useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { callSeconds } from '#calling-hours/duration.ts'
import { localTimeText } from '#calling-hours/place-texts.ts'
import { estimatedDuration } from '#components/batches/estimate-texts.ts'
import { compareWithHours, openingText } from '#components/batches/hours-outlook.ts'
import * as texts from '#components/batches/texts.tsx'
import { useCallingHours } from '#components/phone/use-calling-hours.ts'
import { type Approval, type ApprovalDetails, hoursIn } from '#contract/index.ts'
import { useCommandRunner } from '#kit/actions/command-runner.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { paths } from '#kit/navigation/paths.ts'
import { countryName } from '#phone/country.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { DescriptionList, type Fact } from '#ui/layout/section.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { useGatewayTime } from '#ui/time/clock.ts'
import { withLocalClock } from '#ui/time/format-time.ts'
import { Time } from '#ui/time/time.tsx'

function RowList({ columns, rows }: Pick<ApprovalDetails, 'columns'> & { rows: ApprovalDetails['first'] }) {
  return (
    <ul className="flex flex-col gap-1">
      {rows.map(({ row, cells }) => (
        <li key={row} className="break-words">
          <span className="text-muted">{`row ${number(row)}: `}</span>
          {cells
            .map((cell, index) =>
              cell === '' ? null : `${columns[index] === 'phone_number' ? '' : `${columns[index]} `}${cell}`,
            )
            .filter(Boolean)
            .join(', ')}
        </li>
      ))}
    </ul>
  )
}

function factsOf(
  approval: Approval,
  details: ApprovalDetails | undefined,
  concurrentCalls: number,
  now: number,
): Fact[] {
  const { agentName, agentId, recipients, scheduledAt, firstTen, callBacks, gapHours, overruled, destinations } =
    approval
  const start = scheduledAt ?? now
  return [
    { term: 'Requested by', value: approval.operator },
    { term: 'Agent', value: agentName ?? agentId },
    {
      term: 'Calls',
      value: firstTen
        ? `The first 10 of ${plural(approval.calls, 'call', 'calls')}. The others wait until someone starts them.`
        : plural(approval.calls, 'call', 'calls'),
    },
    {
      term: 'Starts',
      value: scheduledAt === null ? 'As soon as you approve' : <Time at={scheduledAt} show="day-and-time" />,
    },
    { term: 'Estimated time', value: `${estimatedDuration(approval.calls, concurrentCalls)} without call-backs` },
    {
      term: 'Call-backs',
      value:
        callBacks === 0 ? 'None' : `${plural(callBacks, 'attempt', 'attempts')} after the first, ${gapHours} h apart`,
    },
    {
      term: 'Destinations',
      value: (
        <ul>
          {destinations.map(({ country, calls: count, zones }) => (
            <li key={country ?? ''}>
              {country === null ? 'Unknown' : countryName(country)}: {number(count)}
              {zones.length > 0 && (
                <span className="text-muted">{` (${withLocalClock(localTimeText({ country, zones }, start))} local time)`}</span>
              )}
            </li>
          ))}
        </ul>
      ),
    },
    { term: 'Overridden rules', value: overruled.length === 0 ? 'None' : overruled.join(' ') },
    ...(details
      ? [
          { term: 'First rows', value: <RowList columns={details.columns} rows={details.first} /> },
          ...(details.last.length > 0
            ? [{ term: 'Last rows', value: <RowList columns={details.columns} rows={details.last} /> }]
            : []),
        ]
      : []),
    { term: 'Recipients’ fingerprint', value: <span className="mono">{recipients}</span> },
  ]
}

function Decline({ approval, onDone }: { approval: Approval; onDone: () => void }) {
  const { run, isPending, refusal } = useCommand('approvalDecline')
  const [reason, setReason] = useState('')
  const commandRunner = useCommandRunner()
  const { approvalId, name } = approval
  const decline = () => {
    const body = { reason: reason.trim() }
    commandRunner
      .runOnce((key) => run({ params: { approvalId }, body, key }), body)
      .then(
        () => {
          onDone()
          notify({ title: `You declined ${name}. Nobody in this batch will be called.` })
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
          disabledReason={reason.trim() === '' && texts.writeReasonFirst}
          onClick={decline}
        >
          Decline {plural(approval.calls, 'call', 'calls')}
        </Button>
      </div>
      {refusal && <ErrorNote text={refusalText(refusal, true)} />}
    </div>
  )
}

export default function ApprovalDecision({ approval, onClose }: { approval: Approval; onClose: () => void }) {
  const { approvalId, recipients, name } = approval
  const { run } = useCommand('approvalStart')
  const navigate = useNavigate()
  const detailsQuery = useRead(read('approvalShow', { params: { approvalId } }))
  const { concurrentCalls } = useSession().plan
  const now = useGatewayTime(10_000)
  const workspaceHours = useCallingHours()
  const hours = workspaceHours && hoursIn(approval.hours, workspaceHours)
  const { destinations, callBacks, gapHours } = approval
  const callPeriod = { from: approval.scheduledAt ?? now, seconds: callSeconds(approval.calls, concurrentCalls) }
  const outlook = hours && compareWithHours(destinations, hours, { ...callPeriod, callBacks, gapHours })
  const openingSentence = hours && approval.scheduledAt === null ? openingText(destinations, hours, callPeriod) : ''
  return (
    <Confirm
      mayBeReal
      open
      onClose={onClose}
      title={`Approve ${name} and start ${plural(approval.calls, 'call', 'calls')}?`}
      cancelLabel="Decide later"
      action={`Approve and start ${plural(approval.calls, 'call', 'calls')}`}
      disabledReason={detailsQuery.data ? '' : 'Its rows are still loading.'}
      run={(key) => run({ params: { approvalId }, body: { recipients }, key })}
      onDone={({ batchId }) => {
        onClose()
        void navigate(paths.batch(batchId))
      }}
    >
      <DescriptionList facts={factsOf(approval, detailsQuery.data, concurrentCalls, now)} />
      {[outlook?.outside ?? '', openingSentence, ...(outlook?.sentences ?? [])].filter(Boolean).map((sentence) => (
        <p key={sentence} className="font-medium">
          {sentence}
        </p>
      ))}
      {approval.matching.length > 0 && (
        <p className="font-medium">{`Your account and that of ${approval.operator} have the same ${approval.matching.map((match) => (match === 'name' ? 'name' : 'e-mail address')).join(' and ')}. If both are yours, somebody else has to decide. The audit names the match.`}</p>
      )}
      <p>All rules are checked again when you approve. {texts.callsCannotBeUndone}</p>
      <Decline approval={approval} onDone={onClose} />
    </Confirm>
  )
}
