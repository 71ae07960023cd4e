/** The Start step: name, agent, rules, plan and summary. */
import { type ReactNode, useState } from 'react'
import { useSession } from '#api/session.ts'
import { callSeconds } from '#calling-hours/duration.ts'
import { AgentPicker } from '#components/agents/agent-picker.tsx'
import { variablesInWords } from '#components/agents/call-variables.ts'
import { cannotCallReason, type Readiness } from '#components/agents/readiness.ts'
import { ReadinessChecklist } from '#components/agents/readiness-label.tsx'
import { useAgentReadiness } from '#components/agents/use-readiness.ts'
import { rangeFor } from '#components/batches/estimate.ts'
import { endTimeText, estimatedDuration } from '#components/batches/estimate-texts.ts'
import { compareWithHours } from '#components/batches/hours-outlook.ts'
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
import { useGatewayTime } from '#ui/time/clock.ts'
import { Destinations } from './preview/destinations.tsx'
import { TestCall } from './preview/test-call.tsx'
import { signatureOf } from './rows/missing-variables.ts'
import { GapItems } from './rows/missing-variables-list.tsx'
import { missingVariablesText } from './rows/missing-variables-texts.ts'
import { type MissingVariables, useMissingVariables } from './rows/use-missing-variables.ts'
import { ServiceCheck } from './service-check.tsx'
import { waitsForHours } from './start/outside-hours.tsx'
import { PlanFields } from './start/plan-fields.tsx'
import { RulePanels, reasonsOfRules } from './start/rule-panels.tsx'
import { StartConfirm } from './start/start-confirm.tsx'
import type { RecipientsCheck } from './start/use-recipients-check.ts'
import { nameOf } from './state/batch-name.ts'
import { callCountOf, leftOutCountOf, type NewBatch, startObstaclesOf } from './state/new-batch.ts'
import { dispatch } from './state/new-batch-store.ts'
import { callsAtStart, firstCallCount, startFieldsOf, startTimeMs, stopsAfterFirstTen } from './state/start-plan.ts'
import { startTimeProblems, startVerb } from './state/start-plan-texts.ts'
import { StepFooter } from './step-navigation.tsx'
import * as texts from './texts.tsx'

/** All reasons why the batch cannot be started, shown together. */
function useReasonsNotToStart(
  newBatch: NewBatch,
  readiness: Readiness | null,
  { gaps, isPending }: MissingVariables,
  isAccepted: boolean,
  ruleReasons: string[],
): string[] {
  const { reason } = usePermission('launchStart')
  const agentReason = newBatch.agentId !== null && readiness ? cannotCallReason(readiness) : ''
  const uncheckedReason = newBatch.agentId !== null && !readiness ? 'The agent is still being checked.' : ''
  const now = useGatewayTime(10_000)
  const missingValuesReason =
    gaps.length > 0 && !isAccepted
      ? `${missingVariablesText(gaps, callCountOf(newBatch))} Fill them in, or choose to start anyway.`
      : ''
  const countingReason = isPending ? 'Switchboard is still counting the empty cells for the flow’s variables.' : ''
  const missing = [
    reason,
    ...startObstaclesOf(newBatch),
    ...startTimeProblems(newBatch.plan, now),
    agentReason,
    uncheckedReason,
  ]
  return [...missing, countingReason, missingValuesReason, ...ruleReasons].filter((text) => text !== '')
}

function AgentFacts({ agent, readiness }: { agent: Agent; readiness: Readiness }) {
  return (
    <Section title={texts.agentSection}>
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

interface MissingValuesProps {
  missing: MissingVariables
  file: Summary
  isAccepted: boolean
  onAccept: (accepted: boolean) => void
}

/** The variables without a value, and the choice to start anyway. */
function MissingValues({ missing: { gaps, madeUp, isUnknown }, file, isAccepted, onAccept }: MissingValuesProps) {
  if (isUnknown) {
    return (
      <Section title={texts.missingValues}>
        <p className="text-soft">
          Switchboard could not load this agent’s flow, so it cannot check whether the file has all its variables.
        </p>
      </Section>
    )
  }
  if (gaps.length + madeUp.length === 0) return null
  return (
    <Section title={texts.missingValues} flush>
      <ul className="divide-y divide-line">
        <GapItems gaps={gaps} file={file} />
      </ul>
      {gaps.length > 0 && (
        <div className="border-t border-line px-3 py-2">
          <Checkbox
            label="Start anyway"
            hint="The agent says nothing in their place: “Hello {first_name}, …” becomes “Hello, …”."
            checked={isAccepted}
            onChange={onAccept}
          />
        </div>
      )}
      {madeUp.length > 0 && (
        <p className={cx('px-3 py-2 text-label text-muted', gaps.length > 0 && 'border-t border-line')}>
          The simulation makes up values for {variablesInWords(madeUp)}. A real service needs columns for them.
        </p>
      )}
    </Section>
  )
}

interface Props {
  newBatch: NewBatch
  file: Summary
  check: RecipientsCheck
  /** Why the operator may not ask the service for its own check; '' if they may. */
  checkRefusedReason: string
  back: ReactNode
}

export function StartStep({ newBatch, file, check, checkRefusedReason, back }: Props) {
  const [open, setOpen] = useState(false)
  const { concurrentCalls } = useSession().plan
  const { agent, readiness } = useAgentReadiness(newBatch.agentId)
  const missing = useMissingVariables(newBatch, file)
  // Applies only to these missing values. After a change of agent, flow or rows, the operator has to accept again.
  const [acceptedSignature, setAcceptedSignature] = useState('')
  const signature = signatureOf(missing.gaps)
  const { approval } = check
  const ruleReasons = [...reasonsOfRules(newBatch, check), approval?.problem ?? '']
  const reasons = useReasonsNotToStart(newBatch, readiness, missing, acceptedSignature === signature, ruleReasons)
  const calls = file.counts.valid
  const leftOut = leftOutCountOf(file)
  const { fingerprint } = check
  const now = useGatewayTime(30_000)
  const { plan } = newBatch
  const hoursFinding = check.findings?.hours
  const waitingPeople = hoursFinding && waitsForHours(newBatch, hoursFinding) ? hoursFinding.people : 0
  const startAt = startTimeMs(plan)
  const scheduledMs = startAt === null || Number.isNaN(startAt) ? null : startAt
  // Parts follow automatically, but after the first ten calls a person has to decide.
  const calledPeople = calls - waitingPeople
  const firstCallPeople = stopsAfterFirstTen(plan, calledPeople) ? firstCallCount : calledPeople
  const callsText = texts.callsFact(firstCallPeople, calledPeople, waitingPeople)
  const durationRange = rangeFor(firstCallPeople, concurrentCalls)
  const workspaceHours = useCallingHours()
  const hours = workspaceHours && hoursOf(startFieldsOf(plan, calls), workspaceHours)
  const outlook =
    hours &&
    compareWithHours(file.destinations, hours, {
      from: scheduledMs ?? now,
      seconds: callSeconds(callsAtStart(plan, calls), concurrentCalls),
      callBacks: plan.callBacks,
      gapHours: plan.gapHours,
    })
  const reasonList = reasons.length > 0 && (
    <ul className="flex list-disc flex-col gap-1 pl-4">
      {reasons.map((reason) => (
        <li key={reason}>{reason} </li>
      ))}
    </ul>
  )
  return (
    <>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <Section title="Name and agent">
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                label="Name"
                hint="Only your team sees this name."
                maxLength={200}
                value={nameOf(newBatch)}
                onChange={(name) => dispatch({ type: 'named', name })}
              />
              <AgentPicker
                label="Agent that makes the calls"
                agentId={newBatch.agentId}
                onChange={(agentId) => dispatch({ type: 'agentChosen', agentId })}
              />
            </div>
          </Section>
          <RulePanels newBatch={newBatch} check={check} />
          <MissingValues
            missing={missing}
            file={file}
            isAccepted={acceptedSignature === signature}
            onAccept={(isChecked) => setAcceptedSignature(isChecked ? signature : '')}
          />
          <PlanFields
            plan={plan}
            calls={calls}
            outlook={outlook}
            hasWaitingPeople={waitingPeople > 0}
            needsApproval={approval !== null}
          />
          <Section title="What will happen">
            <DescriptionList
              facts={[
                { term: 'Calls', value: callsText },
                { term: 'Left out', value: leftOut === 0 ? 'No rows' : plural(leftOut, 'row', 'rows') },
                { term: 'At a time', value: plural(concurrentCalls, 'call', 'calls') },
                {
                  term: 'Estimated time',
                  value: `${texts.capitalized(estimatedDuration(firstCallPeople, concurrentCalls))} without call-backs, if a call takes about a minute and a half`,
                },
                {
                  term: 'Estimated end',
                  value:
                    startTimeProblems(plan, now).length > 0
                      ? 'Depends on the start time'
                      : texts.capitalized(endTimeText(durationRange, scheduledMs ?? now, now)),
                },
                {
                  term: 'File',
                  value: (
                    <span>
                      {newBatch.source?.name}
                      {fingerprint && (
                        <span className="block text-label text-muted">
                          In the audit: recipients’ fingerprint <span className="mono">{fingerprint}</span>
                        </span>
                      )}
                    </span>
                  ),
                },
              ]}
            />
            {approval && approval.problem === '' && (
              <p className="mt-3 border-t border-line pt-3">{texts.approvalNeeded(approval, plan.startAt === null)}</p>
            )}
            {reasonList && (
              <div className="mt-3 border-t border-line pt-3">
                <p className="mb-1 font-medium">This batch cannot be started yet</p>
                {reasonList}
              </div>
            )}
          </Section>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {agent.data && readiness ? (
            <AgentFacts agent={agent.data} readiness={readiness} />
          ) : (
            <Section title={texts.agentSection}>
              <p className="text-muted">Choose an agent to see its voice, number and flow.</p>
            </Section>
          )}
          <Destinations destinations={file.destinations} at={scheduledMs} />
          <ServiceCheck newBatch={newBatch} checkName="clean" refusedReason={checkRefusedReason} />
          <Section title="First and last calls">
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
          <TestCall newBatch={newBatch} file={file} />
        </div>
      </div>
      <StepFooter
        back={back}
        summary={`${callsText}${reasons.length === 0 ? '' : `, but not yet: ${plural(reasons.length, 'reason', 'reasons')}`}`}
      >
        <Button variant="primary" disabledReason={reasonList} onClick={() => setOpen(true)}>
          {approval
            ? `Request approval of ${plural(calls, 'call', 'calls')}`
            : `${startVerb(plan)} ${plural(callsAtStart(plan, calledPeople), 'call', 'calls')}`}
        </Button>
      </StepFooter>
      {agent.data && (
        <StartConfirm
          open={open}
          onClose={() => setOpen(false)}
          newBatch={newBatch}
          agent={agent.data}
          calls={calls}
          gaps={missing.gaps}
          outlook={outlook}
          check={check}
        />
      )}
    </>
  )
}
