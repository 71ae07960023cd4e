/** The first thing on the page of a number: whether it was called, what was said, and what to tell somebody who asks. */
import { useSession } from '#api/session.ts'
import { outcomeLabels } from '#components/calls/outcome/texts.tsx'
import type { Person } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { CopyButton } from '#ui/forms/copy-button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { number } from '#ui/text/format-number.ts'
import { MarkedText, visible } from '#ui/text/visible-text.tsx'
import { withLocalClock } from '#ui/time/format-time.ts'
import { Time } from '#ui/time/time.tsx'
import { answerOf, type CallAnswer, limitsOf, readOut, theirTime } from './answer.ts'

const headlines: Record<CallAnswer['kind'], string> = {
  live: 'Yes. A call is in progress.',
  called: 'Yes.',
  unknown: 'It may have been. A call was placed, and the service did not confirm it.',
  waiting: 'No call is known yet. It is waiting to be called.',
  included: 'It may have been. Not all calls of its batches are known.',
  never: 'No call is known.',
}

const BatchLink = ({ id, name }: { id: string | null; name: string }) =>
  id === null ? visible(name) : <Link to={paths.batch(id)}>{visible(name || 'Batch without a name')}</Link>

function LastCall({ answer: { calls, isComplete }, zones }: { answer: CallAnswer; zones: readonly string[] }) {
  const [last] = calls
  if (!last) return null
  const there = withLocalClock(theirTime(zones, last.at))
  return (
    <>
      <p>
        Called {isComplete ? '' : 'at least '}
        {calls.length === 1 ? 'once, on ' : `${number(calls.length)} times, the last time on `}
        <Time at={last.at > 0 ? last.at : null} show="day-and-time" none="an unknown day" />
        {there && ` (${there} there)`}
        {last.agentName && <> by {visible(last.agentName)}</>}
        {last.batchId && (
          <>
            {' in '}
            <BatchLink id={last.batchId} name={last.batchName ?? ''} />
          </>
        )}
        {last.operator && <>, placed by {visible(last.operator)}</>}.
        {last.result && (
          <>
            {' '}
            {outcomeLabels[last.result]}
            {last.resultSource === 'transcript' && ' (a guess from the transcript)'}.
          </>
        )}
      </p>
      {last.said !== null && (
        <blockquote dir="auto" className="reading border-l-2 border-control pl-3">
          “<MarkedText text={last.said} />”
        </blockquote>
      )}
    </>
  )
}

const dateIn = (at: number, timeZone: string | undefined) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeZone }).format(at)

export function CallAnswerSection({ person }: { person: Person }) {
  const answer = answerOf(person)
  const { zones } = person
  const { kind, waiting, included, prepared, blocked, mayBeCalled } = answer
  const { workspaces } = useSession()
  const sentence = withLocalClock(readOut(answer, zones, dateIn))
  return (
    <Section title="Was this number called?">
      <div className="flex flex-col gap-1.5">
        <p className="text-large font-medium">{headlines[kind]}</p>
        <LastCall answer={answer} zones={zones} />
        {waiting.map(({ key, batchId, batchName }) => (
          <p key={key}>
            It is waiting to be called in <BatchLink id={batchId} name={batchName ?? ''} />.
          </p>
        ))}
        {included.map(({ key, batchId, name, hasEnded }) => (
          <p key={key}>
            It {hasEnded ? 'was' : 'is'} in <BatchLink id={batchId} name={name} />
            {hasEnded
              ? ', which has ended. Whether it called this number is not known.'
              : '. Whether that batch has called it is not known yet.'}
          </p>
        ))}
        {prepared.map(({ key, batchId, name }) => (
          <p key={key}>
            It is in <BatchLink id={batchId} name={name} />, in a part that is called only after somebody starts it.
          </p>
        ))}
        {blocked && (
          <p>
            On the do-not-call list since <Time at={blocked.at} show="day" />: Switchboard starts no call to it.
            {mayBeCalled && ' A batch that was started before may still call it.'}
          </p>
        )}
        {kind !== 'live' && kind !== 'called' && (
          <p className="max-w-[72ch] text-pretty text-muted">{limitsOf(person, workspaces.length > 1)}</p>
        )}
        {sentence !== '' && (
          <p className="mt-1 flex flex-wrap items-start gap-x-2 border-t border-line pt-2">
            <span className="text-label text-muted">To say to the caller</span>
            <span className="min-w-0 flex-1 basis-60">{sentence}</span>
            <CopyButton text={sentence} label="Copy this sentence" />
          </p>
        )}
      </div>
    </Section>
  )
}
