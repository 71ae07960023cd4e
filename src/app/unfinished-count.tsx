/**
 * Counts what is unfinished in the top bar of every page, and leads to the list: the operator's own decisions, and actions of everybody that
 * the service has not confirmed. It takes no room from the page, so that nothing moves under the pointer when a decision is made in another
 * tab.
 */
import CircleDashed from 'lucide-react/icons/circle-dashed'
import { useRead } from '#api/reads.ts'
import { useMyId } from '#api/session.ts'
import { unknownEffectsRead } from '#api/status.ts'
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

const label = 'Unfinished: '

export default function UnfinishedCount() {
  const { data } = useRead(decisionsRead)
  const { lines } = useDecisionLines(data?.decisions ?? [], false, false)
  const now = useGatewayTime()
  const myId = useMyId()
  const unknown = useRead(unknownEffectsRead).data?.effects ?? []
  const counts = countLines(lines)
  // A decision of unknown outcome is an unconfirmed action too.
  counts.toCheck += unknown.filter(({ id }) => lines.every(({ effectId }) => effectId !== id)).length
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
          to={paths.unfinished()}
          title={label + summary}
          className={cx(
            'ml-auto inline-flex h-control shrink-0 items-center gap-1.5 rounded-base px-2 text-label hover:bg-hover',
            counts.toCheck > 0 ? 'text-danger' : 'text-soft',
          )}
        >
          <Glyph icon={CircleDashed} size="small" />
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
