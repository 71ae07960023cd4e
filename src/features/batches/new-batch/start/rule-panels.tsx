/** A panel for each calling rule that found people in the file: whom, why, and what the operator can do about them. */
import { Fragment, type ReactNode, useState } from 'react'
import type { Contacted, ContactedBy, ContactState, OverLimit, RecipientFindings } from '#contract/index.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import type { LeftOutBy } from '#recipients/check/repairs.ts'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { type StatusKind, StatusLabel } from '#ui/status/status-label.tsx'
import { Ago, Time } from '#ui/time/time.tsx'
import { useKeepFocus } from '../rows/use-keep-focus.ts'
import { decisionsOf, type NewBatch } from '../state/new-batch.ts'
import { dispatch } from '../state/new-batch-store.ts'
import { FindingPanel, FindingsAreCurrent } from './finding-panel.tsx'
import { OutsideHoursPanel, outsideHoursReason } from './outside-hours.tsx'
import { ReasonForm } from './reason-form.tsx'
import * as texts from './texts.tsx'
import type { RecipientsCheck } from './use-recipients-check.ts'

const states: Record<ContactState, { state: StatusKind; label: string }> = {
  running: { state: 'live', label: 'Batch running' },
  scheduled: { state: 'waiting', label: 'Batch scheduled' },
  held_back: { state: 'waiting', label: 'Held back' },
  awaiting_approval: { state: 'waiting', label: 'Waiting for approval' },
  called: { state: 'done', label: 'Called' },
  unknown: { state: 'unknown', label: 'May have been called' },
}

/** Some of the people whom a rule found, and why. */
const CauseItem = ({ people, children, status }: { people: number; children: ReactNode; status?: ReactNode }) => (
  <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2">
    <span className="min-w-20 font-medium whitespace-nowrap">{texts.people(people)}</span>
    <span className="min-w-0 flex-1 basis-64 break-words">{children}</span>
    {status}
  </li>
)

function Cause({ cause }: { cause: ContactedBy }) {
  const { batch, operator, at, state, agentName } = cause
  const { state: status, label } = states[state]
  return (
    <CauseItem people={cause.people} status={<StatusLabel state={status} label={label} />}>
      {batch === null ? (
        'Single calls'
      ) : batch.batchId === null ? (
        batch.name
      ) : (
        <Link to={paths.batch(batch.batchId)}>{batch.name}</Link>
      )}
      <span className="text-soft">
        {agentName && `, with agent ${agentName}`}, by {operator},{' '}
        {state === 'scheduled' ? (
          <>
            starts <Time at={at} show="day-and-time" />
          </>
        ) : (
          <Ago at={at} />
        )}
      </span>
    </CauseItem>
  )
}

/** The list of causes for a `FindingPanel`. */
const causesOf = (by: readonly ContactedBy[]) => ({
  label: 'Batches and calls with these people',
  items: by.map((cause) => (
    <Cause
      key={`${cause.batch?.batchId}/${cause.batch?.name}/${cause.operator}/${cause.state}/${cause.at}`}
      cause={cause}
    />
  )),
})

/** How many people the operator chose to call again; undefined: not decided. The choice expires if more people are found. */
export function callAgainOf(newBatch: NewBatch, finding: Contacted): number | undefined {
  const { callAgain } = decisionsOf(newBatch)
  return callAgain !== undefined && callAgain >= finding.people ? callAgain : undefined
}

/** Why the operator calls these people anyway; undefined: not decided. The reason expires if more people are found. */
export function overLimitReasonOf(newBatch: NewBatch, finding: OverLimit): string | undefined {
  const { overLimit } = decisionsOf(newBatch)
  return overLimit && overLimit.people >= finding.people ? overLimit.reason : undefined
}

const decide = (decisions: Partial<ReturnType<typeof decisionsOf>>) => void dispatch({ type: 'decided', decisions })

function CallAgain({ count, isDecided }: { count: number; isDecided: boolean }) {
  return (
    <Button onClick={() => decide({ callAgain: isDecided ? undefined : count })}>
      {isDecided ? 'Undo this decision' : `Call ${texts.people(count)} again`}
    </Button>
  )
}

function CallOverLimit({ count, isDecided }: { count: number; isDecided: boolean }) {
  const [isAskingReason, setIsAskingReason] = useState(false)
  if (isDecided) return <Button onClick={() => decide({ overLimit: undefined })}>Undo this decision</Button>
  if (!isAskingReason) return <Button onClick={() => setIsAskingReason(true)}>Call them anyway</Button>
  return (
    <ReasonForm
      label="Reason for calling over the limit"
      action={`Call ${texts.people(count)}`}
      onSubmit={(reason) => {
        setIsAskingReason(false)
        decide({ overLimit: { people: count, reason } })
      }}
      onCancel={() => setIsAskingReason(false)}
    />
  )
}

/** What a rule says of the people whom it found. */
interface Rule<Finding> {
  title: string
  leftOutBy: LeftOutBy
  /** Why the rule applies to these people. */
  found: (counts: texts.FoundCount, finding: Finding) => ReactNode
  /** Said when the people found are left out. */
  nobodyElse: string
  causes: (finding: Finding) => { label: string; items: ReactNode }
  /** Whether the operator decided something else than leaving them out, and what; undefined: not decided, or they can only be left out. */
  decided?: (newBatch: NewBatch, finding: Finding) => string | undefined
  Decision?: typeof CallAgain
  /** What has to be done before the start. */
  reason: (people: number) => string
  children?: (newBatch: NewBatch, finding: Finding) => ReactNode
}

/** Binds a rule to its own finding among the findings of all rules. */
function bindRule<Finding extends { people: number; rows: readonly number[] }>(
  findingIn: (findings: RecipientFindings) => Finding,
  { title, leftOutBy, found, nobodyElse, causes, decided, Decision, reason, children }: Rule<Finding>,
) {
  return {
    reason(findings: RecipientFindings, newBatch: NewBatch) {
      const { people } = findingIn(findings)
      return people === 0 || decided?.(newBatch, findingIn(findings)) !== undefined ? '' : reason(people)
    },
    panel(findings: RecipientFindings, newBatch: NewBatch) {
      const finding = findingIn(findings)
      const decisionText = decided?.(newBatch, finding)
      return (
        <FindingPanel
          title={title}
          rule={leftOutBy}
          newBatch={newBatch}
          rows={finding.rows}
          sentenceFor={(counts) => found(counts, finding)}
          nobodyElse={nobodyElse}
          decisionText={decisionText}
          causes={causes(finding)}
          actions={Decision && <Decision count={finding.people} isDecided={decisionText !== undefined} />}
        >
          {children?.(newBatch, finding)}
        </FindingPanel>
      )
    },
  }
}

const calledBefore =
  'in another batch that is running, scheduled or held back, or may have been called in the last 24 hours'
const isOrAre = (count: number) => (count === 1 ? 'is' : 'are')

/** In the order in which they are shown. */
const rules: Record<keyof RecipientFindings, ReturnType<typeof bindRule>> = {
  doNotCall: bindRule(({ doNotCall }) => doNotCall, {
    title: 'Do-not-call list',
    leftOutBy: 'doNotCall',
    found: (counts) => (
      <>
        {texts.subject(counts)} {texts.are(counts)} on the <Link to={paths.doNotCall()}>do-not-call list</Link>. The
        batch cannot start with them.
      </>
    ),
    nobodyElse: 'Nobody else in this file is on the do-not-call list.',
    causes: ({ by }) => ({
      label: 'Who added them to the do-not-call list',
      items: by.map(({ people, operator, at, reason }) => (
        <CauseItem key={`${operator}/${reason}/${at}`} people={people}>
          {reason}
          <span className="text-soft">
            {' '}
            · added by {operator}, <Time at={at} show="day" />
          </span>
        </CauseItem>
      )),
    }),
    reason: (people) =>
      `${texts.inThisFile(people)} ${isOrAre(people)} on the do-not-call list. Leave ${people === 1 ? 'that person' : 'them'} out.`,
  }),
  contacted: bindRule(({ contacted }) => contacted, {
    title: 'Already called',
    leftOutBy: 'calledBefore',
    found: (counts) => `${texts.subject(counts)} ${texts.are(counts)} ${calledBefore}.`,
    nobodyElse: `Nobody else in this file is ${calledBefore}.`,
    causes: ({ by }) => causesOf(by),
    decided: (newBatch, finding) =>
      callAgainOf(newBatch, finding) === undefined ? undefined : `${texts.people(finding.people)} will be called again`,
    Decision: CallAgain,
    reason: (people) =>
      `${texts.inThisFile(people)} ${isOrAre(people)} in another batch or may have been called in the last 24 hours. Leave them out, or choose to call them again.`,
  }),
  overLimit: bindRule(({ overLimit }) => overLimit, {
    title: 'Called too often',
    leftOutBy: 'overLimit',
    found: texts.overLimitFound,
    nobodyElse: 'Nobody else in this file has reached the limit.',
    causes: ({ by }) => causesOf(by),
    decided: (newBatch, finding) =>
      overLimitReasonOf(newBatch, finding) === undefined
        ? undefined
        : `${texts.people(finding.people)} will be called over the limit`,
    Decision: CallOverLimit,
    reason: (people) =>
      `${texts.inThisFile(people)} ${people === 1 ? 'has' : 'have'} reached the limit. Leave them out, or give a reason to call them.`,
    children(newBatch, finding) {
      const reason = overLimitReasonOf(newBatch, finding)
      if (reason === undefined) return null
      return <p className="border-t border-line px-3 py-2 break-words text-soft">{texts.recordedReason(reason)}</p>
    },
  }),
  hours: {
    reason: ({ hours }, newBatch) => outsideHoursReason(hours, newBatch),
    panel: ({ hours }, newBatch) => <OutsideHoursPanel finding={hours} newBatch={newBatch} />,
  },
}
const ruleNames = Object.keys(rules) as (keyof RecipientFindings)[]

/** Why the batch cannot be started yet, a sentence for each rule. Empty once the start was sent, because the rules would find the batch's own people. */
export function reasonsOfRules(newBatch: NewBatch, { findings, isChecking, approval }: RecipientsCheck): string[] {
  if (newBatch.intention !== null) return []
  if (findings === null) return isChecking ? ['Switchboard is still checking this file against your team’s calls.'] : []
  // The batch starts when it is approved, and calling hours are checked at that time.
  const isForLater = approval !== null && newBatch.plan.startAt === null
  return ruleNames
    .filter((rule) => !(isForLater && rule === 'hours'))
    .map((rule) => rules[rule].reason(findings, newBatch))
}

interface Props {
  newBatch: NewBatch
  check: RecipientsCheck
}

export function RulePanels({ newBatch, check }: Props) {
  const box = useKeepFocus(`${newBatch.revision} ${newBatch.plan.hours === null}`)
  const { findings, refusal, isChecking, isCurrent } = check
  if (newBatch.intention !== null) return null
  return (
    <div ref={box} tabIndex={-1} className="flex min-w-0 flex-col gap-4 outline-none empty:hidden">
      {refusal && !isCurrent && (
        <Section title="Calling rules">
          <ErrorNote text={refusalText(refusal, false)}>
            <Button size="small" pending={isChecking} onClick={check.recheck}>
              {texts.checkAgain}
            </Button>
          </ErrorNote>
        </Section>
      )}
      {findings && (
        <FindingsAreCurrent value={isCurrent}>
          {ruleNames.map((rule) => (
            <Fragment key={rule}>{rules[rule].panel(findings, newBatch)}</Fragment>
          ))}
        </FindingsAreCurrent>
      )}
    </div>
  )
}
