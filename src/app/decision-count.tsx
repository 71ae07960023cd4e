/**
 * Counts the operator's own decisions in the top bar of every page, and leads to review, which lists them. It takes no room from the page,
 * so that nothing moves under the pointer when a decision is made in another tab.
 */
import ListChecks from 'lucide-react/icons/list-checks'
import { useRead } from '#api/reads.ts'
import { useMyId } from '#api/session.ts'
import { countLines } from '#components/decisions/decision-lines.ts'
import { useDecisionLines } from '#components/decisions/decision-list.tsx'
import { decisionText, personOf } from '#components/decisions/decision-texts.ts'
import { decisionsRead } from '#components/decisions/decisions.ts'
import { isInProgress } from '#contract/index.ts'
import { PlainLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { cx } from '#ui/classes.ts'
import { Glyph } from '#ui/status/icon.tsx'
import { number } from '#ui/text/format-number.ts'
import { useGatewayTime } from '#ui/time/clock.ts'

/** "1 to check, 2 in progress"; '' if there is none. */
const summaryOf = ({ toCheck, inProgress }: ReturnType<typeof countLines>): string =>
  [toCheck > 0 && `${number(toCheck)} to check`, inProgress > 0 && `${number(inProgress)} in progress`]
    .filter(Boolean)
    .join(', ')

const label = 'Your decisions: '

export default function DecisionCount() {
  const { data } = useRead(decisionsRead)
  const { lines } = useDecisionLines(data?.decisions ?? [], false, false)
  const now = useGatewayTime()
  const myId = useMyId()
  const counts = countLines(lines)
  const summary = summaryOf(counts)
  const latestEnded = lines.findLast((decision) => !isInProgress(decision))
  return (
    <>
      {/* Only outcomes are announced. */}
      <output className="sr-only">
        {latestEnded && `${personOf(latestEnded)}: ${decisionText(latestEnded, 0, now, myId)}`}
      </output>
      {summary !== '' && (
        <PlainLink
          to={paths.review()}
          title={label + summary}
          className={cx(
            'ml-auto inline-flex h-control shrink-0 items-center gap-1.5 rounded-base px-2 text-label hover:bg-hover',
            counts.toCheck > 0 ? 'text-danger' : 'text-soft',
          )}
        >
          <Glyph icon={ListChecks} size="small" />
          <span className="sr-only">{label}</span>
          <span aria-hidden translate="no" className="tabular-nums xl:hidden">
            {number(counts.toCheck || counts.inProgress)}
          </span>
          <span className="sr-only whitespace-nowrap tabular-nums xl:not-sr-only">{summary}</span>
        </PlainLink>
      )}
    </>
  )
}
