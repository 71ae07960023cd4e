/** The dialog before a start. It sends the start and handles every outcome. */
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useCommand } from '#api/commands.ts'
import type { HoursComparison } from '#components/batches/hours-outlook.ts'
import { StartFacts } from '#components/batches/start-facts.tsx'
import { callsCannotBeUndone } from '#components/batches/texts.tsx'
import { type Agent, type Approval, type LaunchFields, Refusal } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { plural } from '#ui/text/format-number.ts'
import { useGatewayTime } from '#ui/time/clock.ts'
import { timeWithDay } from '#ui/time/format-time.ts'
import type { Gap } from '../rows/missing-variables.ts'
import { missingVariablesText } from '../rows/missing-variables-texts.ts'
import { nameOf } from '../state/batch-name.ts'
import { callCountOf, fileOf, type NewBatch } from '../state/new-batch.ts'
import { cleanFileWithRows, dispatch, finish, startKey } from '../state/new-batch-store.ts'
import { callsAtStart, startFieldsOf, startTimeMs } from '../state/start-plan.ts'
import { planSentences, startTimeProblems, startVerb } from '../state/start-plan-texts.ts'
import { hoursReasonOf, waitsForHours } from './outside-hours.tsx'
import { callAgainOf, overLimitReasonOf } from './rule-panels.tsx'
import * as texts from './texts.tsx'
import type { RecipientsCheck } from './use-recipients-check.ts'

const changedOnDisk = () =>
  new Refusal({
    status: 0,
    code: 'file_changed',
    // A refusal by the gateway is final: nothing was sent, so the next start gets a new key.
    by: 'gateway',
    message:
      'The file on your disk has changed since it was checked. Nothing was sent. Choose the file again to check it.',
  })

/** Rows that are left out because nobody has said what a column means, which may say who must not be called. */
const unansweredIn = (newBatch: NewBatch): number =>
  fileOf(newBatch)?.groups.find(({ reason }) => reason === 'unanswered_opt_out')?.count ?? 0

type Outcome = { batchId: string } | { unknownEffect: string } | { requested: Approval }

/** Rows that are called although they are marked "do not call". */
const optedOutIn = (newBatch: NewBatch): number => fileOf(newBatch)?.calledOptedOut ?? 0

/**
 * Sends the rows that were shown.
 *
 * @param decisions what the operator decided about people whom a calling rule found
 * @param needsApproval requests the approval of a second person instead
 */
function useStart(
  newBatch: NewBatch,
  decisions: Pick<
    Partial<LaunchFields>,
    'callAgain' | 'overLimitReason' | 'overLimitPeople' | 'hoursReason' | 'hoursPeople' | 'outsideHours'
  >,
  needsApproval: boolean,
) {
  const { run } = useCommand('launchStart')
  const approvalRequest = useCommand('approvalAsk')
  return async (key: string): Promise<Outcome> => {
    const clean = await cleanFileWithRows()
    if (!clean) throw changedOnDisk()
    const { file, fileRows } = clean
    const upload = {
      agentId: newBatch.agentId ?? '',
      name: nameOf(newBatch).trim(),
      ...decisions,
      callOptedOut: optedOutIn(newBatch) > 0 ? String(optedOutIn(newBatch)) : undefined,
      originId: newBatch.origin?.batchId,
      originCalls: newBatch.origin?.calls,
      fileRows,
      ...startFieldsOf(newBatch.plan, callCountOf(newBatch)),
    }
    if (needsApproval) return { requested: await approvalRequest.run({ upload, file, key }) }
    try {
      return await run({ upload, file, key })
    } catch (error) {
      // If Switchboard did not answer, the same key can be sent again. If the service did not, a person has to find out the outcome.
      const { effectId, sent } = error instanceof Refusal ? error.data : {}
      if (effectId !== undefined && sent === 'unknown') return { unknownEffect: effectId }
      throw error
    }
  }
}

/** Codes of refusals about people whom the operator can leave out or call anyway. */
const decidableCodes: ReadonlySet<string> = new Set(['called_before', 'over_limit', 'outside_hours'])
/** Whether the start was refused because it is now known that it needs a second person, or that it does not. */
const isAboutApproval = ({ code }: Refusal) => code === 'approval_needed' || code === 'no_approval_needed'

/** Explains why a start was refused. If another batch is the cause, links to it. */
function RefusedStart({ refusal, onCheckAgain }: { refusal: Refusal; onCheckAgain: () => void }): ReactNode {
  const batchId = refusal.data.fields?.batchId
  return (
    <ErrorNote text={refusalText(refusal, true)}>
      {batchId && <Link to={paths.batch(batchId)}>Open that batch</Link>}
      {!batchId && refusal.code === 'already_under_way' && <Link to={paths.batches()}>Open batches</Link>}
      {(decidableCodes.has(refusal.code) || isAboutApproval(refusal)) && (
        <Button size="small" onClick={onCheckAgain}>
          {isAboutApproval(refusal) ? texts.checkAgain : 'Show these people'}
        </Button>
      )}
    </ErrorNote>
  )
}

interface Props {
  open: boolean
  onClose: () => void
  newBatch: NewBatch
  agent: Agent
  calls: number
  /** Variables without a value. */
  gaps: readonly Gap[]
  /** null: calling hours are not loaded yet. */
  outlook: HoursComparison | null
  check: RecipientsCheck
}

export function StartConfirm({ open, onClose, newBatch, agent, calls: fileCalls, gaps, outlook, check }: Props) {
  const navigate = useNavigate()
  const contactedFinding = check.findings?.contacted
  const callAgain = contactedFinding && callAgainOf(newBatch, contactedFinding)
  const hoursFinding = check.findings?.hours
  const needsApproval = check.approval !== null
  const overLimitFinding = check.findings?.overLimit
  const overLimitReason = overLimitFinding && overLimitReasonOf(newBatch, overLimitFinding)
  const hoursReason = hoursFinding && hoursReasonOf(newBatch, hoursFinding)
  const decisions = {
    callAgain: callAgain === undefined ? undefined : String(callAgain),
    overLimitReason,
    overLimitPeople: overLimitReason === undefined ? undefined : String(overLimitFinding?.people ?? 0),
    hoursReason,
    hoursPeople: hoursReason === undefined ? undefined : String(hoursFinding?.people ?? 0),
    outsideHours: hoursFinding && waitsForHours(newBatch, hoursFinding) ? ('later' as const) : undefined,
  }
  const start = useStart(newBatch, decisions, needsApproval)
  const handleOutcome = (outcome: Outcome) => {
    onClose()
    if ('unknownEffect' in outcome) {
      const { unknownEffect: effectId } = outcome
      // Wait until the closing dialog has restored the focus. The panel of the unknown start then takes it.
      requestAnimationFrame(() => dispatch({ type: 'startUnknown', effectId }))
    } else if ('requested' in outcome) {
      finish({ type: 'started' })
      notify({ title: `${outcome.requested.name} is waiting for approval. Nobody in it has been called.` })
      void navigate(paths.unfinished())
    } else {
      finish({ type: 'started' })
      void navigate(paths.batch(outcome.batchId))
    }
  }
  // For a start that was refused because the rules now find more people.
  const checkAgain = () => {
    onClose()
    check.recheck()
  }
  const renderRefusal = (refusal: Refusal) => <RefusedStart refusal={refusal} onCheckAgain={checkAgain} />
  const calledAgainPeople = callAgain === undefined ? 0 : (contactedFinding?.people ?? 0)
  const optedOut = optedOutIn(newBatch)
  const { plan } = newBatch
  const waitingPeople = hoursFinding && waitsForHours(newBatch, hoursFinding) ? hoursFinding.people : 0
  const calls = fileCalls - waitingPeople
  const now = useGatewayTime(10_000)
  const firstCalls = callsAtStart(plan, calls)
  const startMs = startTimeMs(plan)
  const title =
    startMs === null
      ? texts.startTitle(firstCalls, calls)
      : texts.scheduleTitle(firstCalls, calls, Number.isNaN(startMs) ? null : timeWithDay(startMs, now))
  return (
    <Confirm
      mayBeReal
      open={open}
      onClose={onClose}
      title={needsApproval ? `Request approval of ${plural(calls, 'call', 'calls')}?` : title}
      cancelLabel="Keep editing"
      action={needsApproval ? 'Request approval' : `${startVerb(plan)} ${plural(firstCalls, 'call', 'calls')}`}
      disabledReason={startTimeProblems(plan, now).join(' ')}
      run={start}
      storedKey={startKey}
      onDone={handleOutcome}
      renderRefusal={renderRefusal}
    >
      <StartFacts
        agent={agent}
        calls={firstCalls}
        destinations={fileOf(newBatch)?.destinations ?? []}
        at={startMs === null || Number.isNaN(startMs) ? now : startMs}
        sentences={planSentences(
          { ...plan, callBacks: outlook?.callBacks ?? plan.callBacks },
          calls,
          now,
          needsApproval,
        )}
        warnings={[(waitingPeople === 0 && outlook?.outside) || '', ...(outlook?.sentences ?? [])].filter(Boolean)}
      />
      {gaps.length > 0 && <p className="font-medium">{missingVariablesText(gaps, calls)}</p>}
      {calledAgainPeople > 0 && (
        <p>
          <b>{texts.people(calledAgainPeople)} will be called again.</b>{' '}
          {calledAgainPeople === 1 ? 'This person is' : 'They are'} in another batch or may have been called in the last
          24 hours.
        </p>
      )}
      {overLimitFinding && overLimitReason !== undefined && (
        <p>
          <b>{texts.people(overLimitFinding.people)} will be called over your limits</b>: {overLimitReason}
        </p>
      )}
      {waitingPeople > 0 && (
        <p>
          <b>{plural(waitingPeople, 'more person waits', 'more people wait')}</b> until calling hours open for them.{' '}
          {plan.continues
            ? 'Switchboard then calls them automatically.'
            : 'You can then call them from the batch’s page or the overview.'}
        </p>
      )}
      {unansweredIn(newBatch) > 0 && <p>{texts.unansweredEffect(unansweredIn(newBatch))}</p>}
      {optedOut > 0 && (
        <p>
          <b>{texts.people(optedOut)} will be called</b> although their {optedOut === 1 ? 'row is' : 'rows are'} marked
          “do not call”.
        </p>
      )}
      <p>
        {needsApproval
          ? 'These people are called only after a second person approves. The request is shown on the overview and above the list of batches, for up to seven days.'
          : callsCannotBeUndone}
      </p>
    </Confirm>
  )
}
