/** Start: the name, the agent checked now, how long it takes, and the last look. */
import { type ReactNode, useState } from 'react'
import { useSession } from '#api/session.ts'
import { callSeconds } from '#calling-hours/duration.ts'
import { AgentPicker } from '#components/agents/agent-picker.tsx'
import { variablesInWords } from '#components/agents/call-variables.ts'
import { callsRefused, type Readiness } from '#components/agents/readiness.ts'
import { ReadinessChecklist } from '#components/agents/readiness-lamp.tsx'
import { useAgentReadiness } from '#components/agents/use-readiness.ts'
import { rangeFor } from '#components/batches/estimate.ts'
import { endTimeText, estimatedDuration } from '#components/batches/estimate-texts.ts'
import { hoursOutlook } from '#components/batches/hours-outlook.ts'
import { hiddenNumber, PhoneNumber } from '#components/phone/phone-number.tsx'
import { useCallingHours } from '#components/phone/use-calling-hours.ts'
import { type Agent, hoursOf } from '#contract/index.ts'
import { usePermission } from '#kit/permissions.ts'
import type { Summary } from '#recipients/worker/protocol.ts'
import { cx } from '#ui/classes.ts'
import { Button } from '#ui/forms/button.tsx'
import { Checkbox } from '#ui/forms/choice.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { DescriptionList, Section } from '#ui/layout/section.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { useTrueNow } from '#ui/time/clock.ts'
import { Destinations } from './preview/destinations.tsx'
import { TryOnOneself } from './preview/try-on-oneself.tsx'
import { signatureOf } from './rows/missing-variables.ts'
import { GapItems } from './rows/missing-variables-list.tsx'
import { missingVariablesText } from './rows/missing-variables-texts.ts'
import { type Gaps, useMissingVariables } from './rows/use-missing-variables.ts'
import { SecondLook } from './service-check.tsx'
import { hoursReasonOf, waitsForHours } from './start/outside-hours.tsx'
import { PlanFields } from './start/plan-fields.tsx'
import { RulePanels, reasonsOfRules } from './start/rule-panels.tsx'
import { StartConfirm } from './start/start-confirm.tsx'
import type { RecipientsCheck } from './start/use-recipients-check.ts'
import { nameOf } from './state/batch-name.ts'
import { callsOf, type Launch, leftOutOf, missingOf } from './state/launch.ts'
import { dispatch } from './state/launch-store.ts'
import { callsAtStart, firstCalls, startFieldsOf, startsAt, stopsAfterFirstTen } from './state/start-plan.ts'
import { startTimeProblems, startVerb } from './state/start-plan-texts.ts'

const capital = (text: string) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`

/** Every reason why it cannot be started, so that none comes as a surprise after another. */
function useReasons(
  launch: Launch,
  readiness: Readiness | null,
  { gaps, isPending }: Gaps,
  accepted: boolean,
  ofRules: string[],
): string[] {
  const { reason } = usePermission('launchStart')
  const agent = launch.agentId !== null && readiness ? callsRefused(readiness) : ''
  const unchecked = launch.agentId !== null && !readiness ? 'The agent is still being checked.' : ''
  const now = useTrueNow(10_000)
  const silent =
    gaps.length > 0 && !accepted
      ? `${missingVariablesText(gaps, callsOf(launch))} Fill them in, or choose to start anyway.`
      : ''
  const counting = isPending ? 'Switchboard is still counting the empty cells for the flow’s variables.' : ''
  const missing = [reason, ...missingOf(launch), ...startTimeProblems(launch.plan, now), agent, unchecked]
  return [...missing, counting, silent, ...ofRules].filter((one) => one !== '')
}

function Agents({ agent, readiness }: { agent: Agent; readiness: Readiness }) {
  return (
    <Section title="The agent, checked now">
      <DescriptionList
        facts={[
          { term: 'Name', value: agent.name },
          { term: 'Voice', value: `${agent.voice.provider}, ${agent.voice.name ?? agent.voice.voiceId}` },
          {
            term: 'Calls from',
            value: <PhoneNumber number={agent.phoneNumber} country="name" hidden={hiddenNumber} />,
          },
          { term: 'Flow', value: readiness.flow?.name ?? 'None' },
        ]}
      />
      {readiness.state !== 'ready' && (
        <div className="mt-3 border-t border-line pt-3">
          <ReadinessChecklist readiness={readiness} />
        </div>
      )}
    </Section>
  )
}

interface UnsaidProps {
  found: Gaps
  file: Summary
  accepted: boolean
  onAccept: (accepted: boolean) => void
}

/** The variables without a value, and the choice to start anyway. */
function Unsaid({ found: { gaps, madeUp, isUnknown }, file, accepted, onAccept }: UnsaidProps) {
  if (isUnknown) {
    return (
      <Section title="Variables without a value">
        <p className="text-soft">
          We could not read this agent’s flow, so we cannot check whether the file has all its variables.
        </p>
      </Section>
    )
  }
  if (gaps.length + madeUp.length === 0) return null
  return (
    <Section title="Variables without a value" flush>
      <ul className="divide-y divide-line">
        <GapItems gaps={gaps} file={file} />
      </ul>
      {gaps.length > 0 && (
        <div className="border-t border-line px-3 py-2">
          <Checkbox
            label="Start anyway"
            hint="The agent says nothing in their place: “Hello {first_name}, …” becomes “Hello, …”."
            checked={accepted}
            onChange={onAccept}
          />
        </div>
      )}
      {madeUp.length > 0 && (
        <p className={cx('px-3 py-2 text-label text-muted', gaps.length > 0 && 'border-t border-line')}>
          The simulation makes up {variablesInWords(madeUp)}. A real service needs columns for them.
        </p>
      )}
    </Section>
  )
}

interface Props {
  launch: Launch
  file: Summary
  check: RecipientsCheck
  /** Why the service is not asked for its own check. */
  refused: string
  back: ReactNode
}

export function StartStep({ launch, file, check, refused, back }: Props) {
  const [open, setOpen] = useState(false)
  const atOnce = useSession().plan.concurrentCalls
  const { agent, readiness } = useAgentReadiness(launch.agentId)
  const found = useMissingVariables(launch, file)
  // Accepted as they are now: after another agent, flow or row it asks again.
  const [accepted, setAccepted] = useState('')
  const signature = signatureOf(found.gaps)
  const { approval } = check
  const ofRules = [...reasonsOfRules(launch, check), approval?.problem ?? '']
  const reasons = useReasons(launch, readiness, found, accepted === signature, ofRules)
  const calls = file.counts.valid
  const leftOut = leftOutOf(file)
  const { print } = check
  const now = useTrueNow(30_000)
  const { plan } = launch
  const outside = check.findings?.hours
  const waiting = outside && waitsForHours(launch, outside) ? outside.people : 0
  const startAt = startsAt(plan)
  const at = startAt === null || Number.isNaN(startAt) ? null : startAt
  // Parts follow by themselves; after the first ten nobody is called before a person decides.
  const called = calls - waiting
  const first = stopsAfterFirstTen(plan, called) ? firstCalls : called
  const range = rangeFor(first, atOnce)
  const usualHours = useCallingHours()
  const hours = usualHours && hoursOf(startFieldsOf(plan, calls), usualHours)
  const outlook =
    hours &&
    hoursOutlook(file.destinations, hours, {
      from: at ?? now,
      seconds: callSeconds(callsAtStart(plan, calls), atOnce),
      callBacks: plan.callBacks,
      gapHours: plan.gapHours,
      isAnyway: check.findings !== null && hoursReasonOf(launch, check.findings.hours) !== undefined,
    })
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
      <div className="flex min-w-0 flex-col gap-4">
        <Section title="Name and agent">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label="Name"
              hint="For your team; the people called never see it."
              maxLength={200}
              value={nameOf(launch)}
              onChange={(name) => dispatch({ type: 'named', name })}
            />
            <AgentPicker
              label="Agent that makes the calls"
              agentId={launch.agentId}
              onChange={(agentId) => dispatch({ type: 'agentChosen', agentId })}
            />
          </div>
        </Section>
        <RulePanels launch={launch} check={check} />
        <Unsaid
          found={found}
          file={file}
          accepted={accepted === signature}
          onAccept={(all) => setAccepted(all ? signature : '')}
        />
        <PlanFields
          plan={plan}
          calls={calls}
          outlook={outlook}
          isSomebodyLater={waiting > 0}
          isApproved={approval !== null}
        />
        <Section title="What will happen">
          <DescriptionList
            facts={[
              {
                term: 'Calls',
                value: `${first < called ? `The first ${number(first)} of ` : ''}${plural(called, 'call', 'calls')}${waiting > 0 ? `, and ${number(waiting)} when calling hours open` : ''}`,
              },
              { term: 'Left out', value: leftOut === 0 ? 'No row' : plural(leftOut, 'row', 'rows') },
              { term: 'At a time', value: plural(atOnce, 'call', 'calls') },
              {
                term: 'Takes',
                value: `${capital(estimatedDuration(first, atOnce))} without call-backs, if a call lasts about a minute and a half`,
              },
              {
                term: 'Done',
                value:
                  startTimeProblems(plan, now).length > 0
                    ? 'Depends on the start time'
                    : capital(endTimeText(range, at ?? now, now)),
              },
              {
                term: 'File',
                value: (
                  <span>
                    {launch.source?.name}
                    {print && (
                      <>
                        , recipients’ fingerprint <span className="mono">{print}</span>
                        <span className="block text-label text-muted">
                          The audit shows it beside the start. The same numbers always have the same fingerprint.
                        </span>
                      </>
                    )}
                  </span>
                ),
              },
            ]}
          />
          {approval && approval.problem === '' && (
            <p className="mt-3 border-t border-line pt-3">
              A start of more than {number(approval.above)} people needs a second person. Nobody is called before
              another campaign manager or administrator approves.
              {plan.startAt === null && ' Everybody must be inside the calling hours then.'}
            </p>
          )}
          {reasons.length > 0 && (
            <div className="mt-3 border-t border-line pt-3">
              <p className="font-medium">It cannot be started yet</p>
              <ul className="mt-1 list-disc pl-5 text-soft">
                {reasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            </div>
          )}
        </Section>
      </div>
      <div className="flex min-w-0 flex-col gap-4 lg:row-span-2">
        {agent.data && readiness ? (
          <Agents agent={agent.data} readiness={readiness} />
        ) : (
          <Section title="The agent, checked now">
            <p className="text-muted">Choose an agent: its voice, number and flow are shown here before you start.</p>
          </Section>
        )}
        <Destinations all={file.destinations} at={at} />
        <SecondLook launch={launch} what="clean" refused={refused} />
        <Section title="First and last to be called">
          <ol className="flex flex-col gap-1">
            {[file.first[0], file.last.at(-1) ?? file.first.slice(1).at(-1)].map(
              (recipient) =>
                recipient && (
                  <li key={recipient.row} className="flex flex-wrap items-baseline justify-between gap-x-3">
                    <PhoneNumber number={recipient.phone_number} />
                    <span className="text-label text-muted">row {number(recipient.row)}</span>
                  </li>
                ),
            )}
          </ol>
        </Section>
        <TryOnOneself launch={launch} file={file} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        {back}
        <Button variant="primary" disabledReason={reasons.join(' ')} onClick={() => setOpen(true)}>
          {approval
            ? `Ask for approval of ${plural(calls, 'call', 'calls')}`
            : `${startVerb(plan)} ${plural(callsAtStart(plan, called), 'call', 'calls')}`}
        </Button>
      </div>
      {agent.data && (
        <StartConfirm
          open={open}
          onClose={() => setOpen(false)}
          launch={launch}
          agent={agent.data}
          calls={calls}
          gaps={found.gaps}
          outlook={outlook}
          check={check}
        />
      )}
    </div>
  )
}
