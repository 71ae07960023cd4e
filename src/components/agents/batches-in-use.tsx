/** The batches that a change to an agent or a flow affects, as a confirm lists them, and the words for its button. */
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Lamp, type LampState } from '#ui/status/lamp.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { callsOf, type Impact, isFelt, linesOf, type Outlook, type UseLine } from './batch-impact.ts'

/** How many are named; the others are counted. */
const maxNamed = 8

const calls = (count: number) => plural(count, 'call', 'calls')
const lamps: Record<UseLine['state'], LampState> = {
  running: 'live',
  scheduled: 'waiting',
  'held back': 'needs-you',
  'waits for approval': 'needs-you',
  'not read yet': 'unknown',
}

/** What happens to so many calls, as the end of a line: "37 calls fail". */
function fate({ kind }: Outlook, { calls: count, isOurs }: UseLine): string {
  if (count === null) return 'number of calls unknown'
  if (kind === 'same') return `${calls(count)} to make`
  const verb = kind === 'other-flow' ? 'change' : 'fail'
  if (!isOurs || kind === 'may-fail') return `${calls(count)} may ${verb}`
  return `${calls(count)} ${count === 1 ? `${verb}s` : verb}`
}

function Line({ line, outlook }: { line: UseLine; outlook: Outlook }) {
  const { batchId, name, state, active, isOurs } = line
  return (
    <li className="flex flex-col gap-x-3">
      <span className="min-w-0 font-medium break-words">
        {batchId === '' ? visible(name) : <Link to={paths.batch(batchId)}>{name}</Link>}
      </span>
      <span className="flex flex-wrap items-baseline gap-x-1.5 text-label text-soft">
        <Lamp state={lamps[state]} word="" />
        <span>
          {state}, {fate(outlook, line)}
          {active > 0 && `, ${number(active)} in progress ${active === 1 ? 'goes' : 'go'} on`}
          {!isOurs && '. Its agent is unknown'}
        </span>
      </span>
    </li>
  )
}

function sentence({ agentName, outlook }: Impact, count: number): string {
  const many = calls(count)
  if (outlook.kind === 'other-flow') return `${many} will follow “${outlook.flow.name || outlook.flow.id}” instead.`
  if (outlook.kind === 'may-fail') return `${many} may fail: Switchboard has not read all flows of the service.`
  return `${many} will fail, because “${agentName}” cannot call any more.`
}

function OneAgent({ impact }: { impact: Impact }) {
  const { use, outlook } = impact
  if (use === null) return <p>We could not read which batches use it. Calls of running batches may fail.</p>
  const lines = linesOf(use)
  const { unknownStarts } = use
  if (lines.length + unknownStarts === 0) return <p>No running, scheduled or held-back batch uses it.</p>
  const count = callsOf(impact)
  return (
    <div className="flex flex-col gap-1.5">
      {count > 0 && outlook.kind !== 'same' && <p className="font-medium">{visible(sentence(impact, count))}</p>}
      {lines.length > 0 && (
        <ul aria-label="Batches that still call" className="flex flex-col gap-1.5 border-l-2 border-line-strong pl-3">
          {lines.slice(0, maxNamed).map((line) => (
            <Line key={line.key} line={line} outlook={outlook} />
          ))}
          {lines.length > maxNamed && <li className="text-muted">And {number(lines.length - maxNamed)} more.</li>}
        </ul>
      )}
      {unknownStarts > 0 && (
        <p>The outcome of {plural(unknownStarts, 'start', 'starts')} is unknown. Their calls may fail too.</p>
      )}
    </div>
  )
}

/** @param impacts one for each agent that the change concerns */
export const BatchesInUse = ({ impacts }: { impacts: readonly Impact[] }) => (
  <>
    {impacts.map((impact) => (
      <OneAgent key={impact.agentName} impact={impact} />
    ))}
    <p className="text-label text-pretty text-muted">
      Switchboard does not know batches that were started elsewhere and never opened here.
    </p>
  </>
)

/** What the button adds to its verb: " and fail 45 calls"; '' where nothing is left to call. */
export function cost(impacts: readonly Impact[]): string {
  const sum = (kind: Outlook['kind']) =>
    impacts
      .filter((impact) => isFelt(impact) && impact.outlook.kind === kind)
      .reduce((all, one) => all + callsOf(one), 0)
  const [failing, unsure, changing] = [sum('fail'), sum('may-fail'), sum('other-flow')]
  if (failing > 0) return ` and fail ${calls(failing)}`
  if (unsure > 0) return ` and risk ${calls(unsure)}`
  return changing > 0 ? ` and change ${calls(changing)}` : ''
}
