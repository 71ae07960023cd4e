/** The last look before thousands of people are called, and every answer that a start can get. */
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useCommand } from '#api/commands.ts'
import type { HoursOutlook } from '#components/batches/hours-outlook.ts'
import { StartFacts } from '#components/batches/start-facts.tsx'
import { type Agent, type Approval, type LaunchFields, Refusal } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { refusalWords } from '#kit/data/refusal-text.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { useTrueNow } from '#ui/time/clock.ts'
import { dayedTime } from '#ui/time/format-time.ts'
import type { Gap } from '../rows/missing-variables.ts'
import { missingVariablesText } from '../rows/missing-variables-texts.ts'
import { nameOf } from '../state/batch-name.ts'
import { callsOf, fileOf, type Launch } from '../state/launch.ts'
import { cleanFile, dispatch, finish, startKey } from '../state/launch-store.ts'
import { callsAtStart, startFieldsOf, startsAt } from '../state/start-plan.ts'
import { planSentences, startTimeProblems, startVerb } from '../state/start-plan-texts.ts'
import { callAgainOf } from './called-before.tsx'
import { hoursReasonOf, waitsForHours } from './outside-hours.tsx'
import { overLimitReasonOf } from './over-limit.tsx'
import type { RecipientsCheck } from './use-recipients-check.ts'

const changedOnDisk = () =>
  new Refusal({
    status: 0,
    code: 'file_changed',
    // Final: nothing went out, so the next start is another.
    by: 'gateway',
    message:
      'The file on your disk is no longer the one that was checked. Nothing was sent. Choose it again, so that what is called is what you saw.',
  })

type Ending = { batchId: string } | { unknownEffect: string } | { asked: Approval }

/** Rows that are called although they say "do not call". */
const optedOutIn = (launch: Launch): number => fileOf(launch)?.calledOptedOut ?? 0

/**
 * Sends the rows that were shown.
 *
 * @param decisions what the operator chose about people whom a rule found
 * @param asks it needs a second person, who is asked instead
 */
function useStart(
  launch: Launch,
  decisions: Pick<
    Partial<LaunchFields>,
    'callAgain' | 'overLimitReason' | 'overLimitPeople' | 'hoursReason' | 'hoursPeople' | 'outsideHours'
  >,
  asks: boolean,
) {
  const { run } = useCommand('launchStart')
  const ask = useCommand('approvalAsk')
  return async (key: string): Promise<Ending> => {
    const file = await cleanFile()
    if (!file) throw changedOnDisk()
    const upload = {
      agentId: launch.agentId ?? '',
      name: nameOf(launch).trim(),
      ...decisions,
      callOptedOut: optedOutIn(launch) > 0 ? String(optedOutIn(launch)) : undefined,
      originId: launch.origin?.batchId,
      originCalls: launch.origin?.calls,
      ...startFieldsOf(launch.plan, callsOf(launch)),
    }
    if (asks) return { asked: await ask.run({ upload, file, key }) }
    try {
      return await run({ upload, file, key })
    } catch (error) {
      // No answer of Switchboard itself can be asked again under the same key; of the service's silence only people learn more.
      const { effectId, sent } = error instanceof Refusal ? error.data : {}
      if (effectId !== undefined && sent === 'unknown') return { unknownEffect: effectId }
      throw error
    }
  }
}

/** Refusals about people in the list whom the operator can leave out, or call all the same. */
const decidable: ReadonlySet<string> = new Set(['called_before', 'over_limit', 'outside_hours'])
/** Whether a second person is needed has changed since. */
const isApproval = ({ code }: Refusal) => code === 'approval_needed' || code === 'no_approval_needed'

/** A refusal of a start; one because of another batch has a link to it. */
function Refused({ refusal, onLook }: { refusal: Refusal; onLook: () => void }): ReactNode {
  const batchId = refusal.data.fields?.batchId
  return (
    <ErrorNote words={refusalWords(refusal, true)}>
      {batchId && <Link to={paths.batch(batchId)}>Open that batch</Link>}
      {!batchId && refusal.code === 'already_under_way' && <Link to={paths.batches()}>Open batches</Link>}
      {(decidable.has(refusal.code) || isApproval(refusal)) && (
        <Button size="small" onClick={onLook}>
          {isApproval(refusal) ? 'Check again' : 'Show these people'}
        </Button>
      )}
    </ErrorNote>
  )
}

interface Props {
  open: boolean
  onClose: () => void
  launch: Launch
  agent: Agent
  calls: number
  /** Variables without a value. */
  gaps: readonly Gap[]
  /** null: the calling hours are not known yet. */
  outlook: HoursOutlook | null
  check: RecipientsCheck
}

export function StartConfirm({ open, onClose, launch, agent, calls: all, gaps, outlook, check }: Props) {
  const navigate = useNavigate()
  const contacted = check.findings?.contacted
  const callAgain = contacted && callAgainOf(launch, contacted)
  const hours = check.findings?.hours
  const asks = check.approval !== null
  const over = check.findings?.overLimit
  const overLimitReason = over && overLimitReasonOf(launch, over)
  const hoursReason = hours && hoursReasonOf(launch, hours)
  const decisions = {
    callAgain: callAgain === undefined ? undefined : String(callAgain),
    overLimitReason,
    overLimitPeople: overLimitReason === undefined ? undefined : String(over?.people ?? 0),
    hoursReason,
    hoursPeople: hoursReason === undefined ? undefined : String(hours?.people ?? 0),
    outsideHours: hours && waitsForHours(launch, hours) ? ('later' as const) : undefined,
  }
  const start = useStart(launch, decisions, asks)
  const ended = (ending: Ending) => {
    onClose()
    if ('unknownEffect' in ending) {
      const { unknownEffect: effectId } = ending
      // First the closing dialog gives the focus back; then what nobody knows takes it.
      requestAnimationFrame(() => dispatch({ type: 'startUnknown', effectId }))
    } else if ('asked' in ending) {
      finish({ type: 'started' })
      notify({ title: `${ending.asked.name} waits for the approval of a second person. Nobody is called yet.` })
      void navigate(paths.batches())
    } else {
      finish({ type: 'started' })
      void navigate(paths.batch(ending.batchId))
    }
  }
  // More people are called than when the list was compared.
  const look = () => {
    onClose()
    check.check()
  }
  const refused = (refusal: Refusal) => <Refused refusal={refusal} onLook={look} />
  const again = callAgain === undefined ? 0 : (contacted?.people ?? 0)
  const optedOut = optedOutIn(launch)
  const { plan } = launch
  const waiting = hours && waitsForHours(launch, hours) ? hours.people : 0
  const calls = all - waiting
  const now = useTrueNow(10_000)
  const first = callsAtStart(plan, calls)
  const count = plural(first, 'call', 'calls')
  const which = first === calls ? count : `the first ${number(first)} of ${plural(calls, 'call', 'calls')}`
  const at = startsAt(plan)
  const when = at === null ? 'now' : !Number.isNaN(at) && `for ${dayedTime(at, now)}`
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={
        asks
          ? `Ask for approval of ${plural(calls, 'call', 'calls')}?`
          : `${startVerb(plan)} ${[which, when].filter(Boolean).join(' ')}?`
      }
      safe="Keep editing"
      action={asks ? 'Ask for approval' : `${startVerb(plan)} ${count}`}
      disabledReason={startTimeProblems(plan, now).join(' ')}
      run={start}
      storedKey={startKey}
      onDone={ended}
      refused={refused}
    >
      <StartFacts
        agent={agent}
        calls={first}
        sentences={planSentences({ ...plan, callBacks: outlook?.callBacks ?? plan.callBacks }, calls, now, asks)}
        warnings={[(waiting === 0 && outlook?.outside) || '', ...(outlook?.sentences ?? [])].filter(Boolean)}
      />
      {gaps.length > 0 && <p className="font-medium">{missingVariablesText(gaps, calls)}</p>}
      {again > 0 && (
        <p>
          <b>{plural(again, 'person', 'people')} will be called again</b> who {again === 1 ? 'is' : 'are'} in another
          batch or may have been called in the last 24 hours.
        </p>
      )}
      {over && overLimitReason !== undefined && (
        <p>
          <b>{plural(over.people, 'person', 'people')} will be called over your limits</b>: {overLimitReason}
        </p>
      )}
      {waiting > 0 && (
        <p>
          <b>{plural(waiting, 'more person waits', 'more people wait')}</b> until calling hours open for them:{' '}
          {plan.continues
            ? 'Switchboard starts them by itself then.'
            : 'then you start them, on the batch’s page or the overview.'}
        </p>
      )}
      {optedOut > 0 && (
        <p>
          <b>{plural(optedOut, 'person', 'people')} will be called</b> whose row is marked do not call.
        </p>
      )}
      {asks ? (
        <p>
          Nobody is called before a second person approves. It waits seven days at most, on the overview and above the
          list of batches.
        </p>
      ) : (
        <p>Calls in progress cannot be undone.</p>
      )}
    </Confirm>
  )
}
