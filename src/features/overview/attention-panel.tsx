/** What waits for a person, each with its action: problems, calls, starts, call-backs and old drafts. */
import type { QueryState } from '#api/reads.ts'
import { useRolePermission } from '#api/session.ts'
import { WaitingStarts } from '#components/batches/approvals.tsx'
import { WaitingCallBacks } from '#components/calls/waiting-call-backs.tsx'
import type { LiveCalls } from '#components/calls/wall.ts'
import { paths } from '#kit/navigation/paths.ts'
import { AttentionLine, AttentionLines } from '#kit/page/attention-line.tsx'
import type { StatusKind } from '#ui/status/status-label.tsx'
import { plural } from '#ui/text/format-number.ts'
import { Countdown } from '#ui/time/time.tsx'
import { countByAge } from './draft-ages.ts'
import * as texts from './problem-texts.tsx'
import type { Problem } from './problems.ts'
import { isNotLoaded, type Queue } from './waiting-drafts.ts'

const links: Record<texts.ProblemTexts['page'], { to: (batchId: string | null) => string; label: string }> = {
  budget: { to: () => paths.reports('budget'), label: 'Open budget' },
  batch: { to: (batchId) => (batchId ? paths.batch(batchId) : paths.batches()), label: 'Open batch' },
  batches: { to: () => paths.batches(), label: texts.resolve },
  calls: { to: () => paths.calls(), label: texts.resolve },
  review: { to: () => paths.review(), label: 'Open queue' },
  unknown: { to: () => paths.unfinished(), label: texts.resolve },
}

const states: Record<Problem['kind'], StatusKind> = {
  unknown: 'unknown',
  paused: 'waiting',
  stopped: 'failed',
  nobody_reached: 'failed',
  harm: 'failed',
  failing: 'failed',
}

function ProblemLine({ problem }: { problem: Problem }) {
  const { page, batchId, message, advice, until } = texts.problemTexts(problem)
  return (
    <AttentionLine
      state={states[problem.kind]}
      label={message}
      advice={
        <>
          {until !== null && (
            <>
              Updates resume in <Countdown to={until} />.{' '}
            </>
          )}
          {advice}
        </>
      }
      to={links[page].to(batchId)}
      action={links[page].label}
    />
  )
}

function Calls({ calls }: { calls: LiveCalls | undefined }) {
  const [first, ...others] = calls?.calls.filter(({ live, concerns }) => live && concerns.length > 0) ?? []
  if (!first) return null
  return (
    <AttentionLine
      label={plural(others.length + 1, 'live call needs attention', 'live calls need attention')}
      to={others.length > 0 ? paths.calls() : paths.call(first.roomName)}
      action={others.length > 0 ? 'Open calls' : 'Open call'}
    />
  )
}

/** Its line is there before the drafts are known, so that nothing below moves. */
function OldDrafts({ query: { data, refusal }, now }: { query: QueryState<Queue>; now: number }) {
  const isLoading = data ? isNotLoaded(data) && data.watching > 0 : refusal === null
  const count = data ? (countByAge(data, now).find(({ age }) => age === '1h')?.count ?? 0) : 0
  if (count === 0 && !isLoading) return null
  return (
    <AttentionLine
      state={isLoading ? 'waiting' : 'needs-you'}
      label={
        isLoading
          ? 'Loading drafts…'
          : plural(count, 'draft has waited over an hour', 'drafts have waited over an hour')
      }
      to={paths.review(isLoading ? {} : { age: '1h' })}
      action="Review"
    />
  )
}

interface Props {
  problems: readonly Problem[]
  /** All that tells what needs attention has answered. */
  isLoaded: boolean
  /** The service does not answer, or not to all that tells what needs attention. */
  isStale: boolean
  calls: LiveCalls | undefined
  queue: QueryState<Queue>
  /** The gateway's clock, epoch ms. */
  now: number
}

export function AttentionPanel({ problems, isLoaded, isStale, calls, queue, now }: Props) {
  const mayDecide = useRolePermission('decisionMake').allowed
  const mayCallBack = useRolePermission('callBackChange').allowed
  return (
    <AttentionLines>
      {problems.map((problem, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- several may be of one batch
        <ProblemLine key={`${index} ${problem.kind}`} problem={problem} />
      ))}
      <Calls calls={calls} />
      <WaitingStarts />
      {mayCallBack && <WaitingCallBacks />}
      {mayDecide && <OldDrafts query={queue} now={now} />}
      {isStale && (
        <p className="px-3 py-2 text-muted">While the service does not answer, other problems are not known.</p>
      )}
      <p className="hidden px-3 py-2 text-muted only:block">{isLoaded ? 'Nothing needs attention.' : 'Loading…'}</p>
    </AttentionLines>
  )
}
