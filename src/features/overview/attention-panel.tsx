/** What waits for a person, each with its action: problems, calls, what is unfinished, and drafts. */
import type { QueryState } from '#api/reads.ts'
import { useRolePermission } from '#api/session.ts'
import { WaitingStarts } from '#components/batches/approvals.tsx'
import { WaitingCallBacks } from '#components/calls/waiting-call-backs.tsx'
import type { LiveCalls } from '#components/calls/wall.ts'
import { hasFailed } from '#components/decisions/decision-lines.ts'
import type { Queue, useUnfinished } from '#components/unfinished/unfinished-work.ts'
import { paths } from '#kit/navigation/paths.ts'
import { AttentionLine, AttentionLines } from '#kit/page/attention-line.tsx'
import { type StatusKind, useIsStale } from '#ui/status/status-label.tsx'
import { plural } from '#ui/text/format-number.ts'
import { Countdown } from '#ui/time/time.tsx'
import * as texts from './problem-texts.tsx'
import type { Problem } from './problems.ts'
import { draftsLine } from './waiting-drafts.ts'

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
  nobody_reached: 'needs-you',
  harm: 'needs-you',
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

/** Drafts wait for everybody who works on this page, whoever may decide. Its line is there before they are known, so that nothing below moves. */
function Drafts({ query: { data, refusal }, now }: { query: QueryState<Queue>; now: number }) {
  const mayDecide = useRolePermission('decisionMake').allowed
  // The page loads the drafts only of those who may decide about them.
  const line = draftsLine(data, refusal !== null, mayDecide, now)
  if (line === null) return null
  const { label, age } = line
  return (
    <AttentionLine
      state={age && mayDecide ? 'needs-you' : 'waiting'}
      label={label}
      to={paths.review(age ? { age } : {})}
      action={mayDecide ? 'Review' : 'Open queue'}
    />
  )
}

interface Props {
  problems: readonly Problem[]
  unfinished: ReturnType<typeof useUnfinished>
  calls: QueryState<LiveCalls>
  /** Other reads that tell what needs attention. */
  others: readonly QueryState<unknown>[]
  queue: QueryState<Queue>
  /** The gateway's clock, epoch ms. */
  now: number
}

/** Each role sees the same lines, so that nobody reads that nothing needs attention while a colleague sees what does. */
export function AttentionPanel({ problems, unfinished, calls, others, queue, now }: Props) {
  const isServiceStale = useIsStale()
  const sources = [...unfinished.sources, calls, ...others]
  const failed = unfinished.decisions.filter(hasFailed).length
  const undelivered = unfinished.undelivered.length
  return (
    <AttentionLines keptAs="attention">
      {problems.map((problem, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- several may be of one batch
        <ProblemLine key={`${index} ${problem.kind}`} problem={problem} />
      ))}
      {failed > 0 && (
        <AttentionLine
          state="failed"
          label={plural(failed, 'of your decisions did not take effect', 'of your decisions did not take effect')}
          to={paths.unfinished()}
          action="Open unfinished"
        />
      )}
      {undelivered > 0 && (
        <AttentionLine
          state="failed"
          label={plural(undelivered, 'message was not delivered', 'messages were not delivered')}
          to={paths.unfinished()}
          action="Open unfinished"
        />
      )}
      <WaitingStarts />
      <WaitingCallBacks />
      <Drafts query={queue} now={now} />
      {/* Last, because these come and go, and nothing moves if the last one does. */}
      <Calls calls={calls.data} />
      {(isServiceStale || sources.some(({ refusal }) => refusal !== null)) && (
        <p className="basis-full px-3 py-2 text-muted">
          While the service does not answer, other problems are not known.
        </p>
      )}
      <p className="hidden basis-full px-3 py-2 text-muted only:block">
        {sources.every(({ data }) => data !== undefined) ? 'Nothing needs attention.' : 'Loading…'}
      </p>
    </AttentionLines>
  )
}
