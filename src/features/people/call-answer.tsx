/** The first thing on the page of a number: whether it was called, what was said, and what to tell somebody who asks. */
import { outcomeLabels } from '#components/calls/outcome/texts.tsx'
import type { Person } from '#contract/index.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { CopyButton } from '#ui/forms/copy-button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { MarkedText, visible } from '#ui/text/visible-text.tsx'
import { withLocalClock } from '#ui/time/format-time.ts'
import { Time } from '#ui/time/time.tsx'
import { answerOf, type CallAnswer, readOut, theirTime } from './answer.ts'

const headlines: Record<CallAnswer['kind'], string> = {
  live: 'Yes. A call is in progress.',
  called: 'Yes.',
  unknown: 'Perhaps. A call was placed, and its outcome is unknown.',
  waiting: 'Not yet. It waits to be called.',
  included: 'Perhaps. It is in a batch, and what became of its row is not known yet.',
  never: 'Not as far as is known.',
}

const BatchLink = ({ id, name }: { id: string | null; name: string }) =>
  id === null ? visible(name) : <Link to={paths.batch(id)}>{visible(name || 'Batch without a name')}</Link>

function LastCall({ calls, zones }: { calls: CallAnswer['calls']; zones: readonly string[] }) {
  const [last] = calls
  if (!last) return null
  const there = withLocalClock(theirTime(zones, last.at))
  return (
    <>
      <p>
        {calls.length === 1 ? 'Called once, on ' : `Called ${number(calls.length)} times, the last time on `}
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

const percents = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })
/** "99.2%": rounded down, so that it says 100 only if all are known. */
const share = (known: number, all: number) => percents.format(Math.floor((known / all) * 1_000) / 1_000)

export function CallAnswerSection({ person }: { person: Person }) {
  const answer = answerOf(person)
  const { zones, rows } = person
  const { kind, calls, waiting, included, prepared, blocked } = answer
  const sentence = withLocalClock(readOut(answer, zones, dateIn))
  return (
    <Section title="Was this number called?">
      <div className="flex flex-col gap-1.5">
        <p className="text-large font-medium">{headlines[kind]}</p>
        <LastCall calls={calls} zones={zones} />
        {waiting.map(({ key, batchId, batchName }) => (
          <p key={key}>
            Waits to be called in <BatchLink id={batchId} name={batchName ?? ''} />.
          </p>
        ))}
        {included.map(({ key, batchId, name }) => (
          <p key={key}>
            In <BatchLink id={batchId} name={name} />, whose row for this number has not been read yet.
          </p>
        ))}
        {prepared.map(({ key, batchId, name }) => (
          <p key={key}>
            In <BatchLink id={batchId} name={name} />, of which this part is called only after somebody starts it.
          </p>
        ))}
        {blocked && (
          <p>
            On the do-not-call list since <Time at={blocked.at} show="day" />: Switchboard does not call it.
          </p>
        )}
        {kind === 'never' && rows !== null && rows.all > 0 && (
          <p className="text-muted">
            Switchboard knows who is in {share(rows.known, rows.all)} of {plural(rows.all, 'row', 'rows')} of the
            batches that it has seen. It does not know of calls that were placed elsewhere.
          </p>
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
