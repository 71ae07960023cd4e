/** Lists the batches that a change to an agent or a flow affects, in a dialog that asks to confirm the change. */
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { type StatusKind, StatusLabel } from '#ui/status/status-label.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'
import {
  type AffectedBatch,
  affectedBatches,
  affectsCalls,
  callsLeft,
  type Impact,
  type Outlook,
} from './batch-impact.ts'
import * as texts from './texts.ts'

/** The facts beside the status icon already name the state. */
const noLabel = ''

/** At most this many batches are listed. The others are only counted. */
const maxListed = 8

const statuses: Record<AffectedBatch['state'], StatusKind> = {
  running: 'live',
  scheduled: 'waiting',
  held_back: 'needs-you',
  awaits_approval: 'needs-you',
  not_loaded: 'unknown',
}

function BatchLine({ batch, outlook }: { batch: AffectedBatch; outlook: Outlook }) {
  const { batchId, name, state, calls, active, isCertain } = batch
  const facts = [
    texts.batchStates[state],
    texts.callsLeft(outlook.kind, calls, isCertain),
    ...(active > 0 ? [`${plural(active, 'call', 'calls')} in progress will finish`] : []),
    ...(isCertain ? [] : ['agent unknown']),
  ]
  return (
    <li className="flex flex-col gap-x-3">
      <span className="min-w-0 font-medium break-words">
        {batchId === '' ? visible(name) : <Link to={paths.batch(batchId)}>{name}</Link>}
      </span>
      <span className="flex flex-wrap items-baseline gap-x-1.5 text-label text-soft">
        <StatusLabel state={statuses[state]} label={noLabel} />
        <span>{facts.join(' · ')}</span>
      </span>
    </li>
  )
}

function summaryText({ agentName, outlook }: Impact, count: number): string {
  if (outlook.kind === 'other-flow')
    return `${plural(count, 'call', 'calls')} will use the flow “${outlook.flow.name || outlook.flow.id}” instead.`
  return outlook.kind === 'may-fail'
    ? `${plural(count, 'call', 'calls')} may fail. Switchboard could not load all flows.`
    : `${plural(count, 'call', 'calls')} will fail because “${agentName}” can no longer place calls.`
}

function AgentImpact({ impact }: { impact: Impact }) {
  const { agentUse, outlook, agentName } = impact
  if (agentUse === null)
    return (
      <p>
        {visible(`Switchboard could not load the batches that use “${agentName}”. Calls of running batches may fail.`)}
      </p>
    )
  const batches = affectedBatches(agentUse)
  const { unknownStarts } = agentUse
  if (batches.length + unknownStarts === 0)
    return <p>{visible(`No running, scheduled or held-back batch uses “${agentName}”.`)}</p>
  const count = callsLeft(impact)
  return (
    <div className="flex flex-col gap-1.5">
      {count > 0 && outlook.kind !== 'same' && <p className="font-medium">{visible(summaryText(impact, count))}</p>}
      {batches.length > 0 && (
        <ul aria-label="Affected batches" className="flex flex-col gap-1.5 border-l-2 border-line-strong pl-3">
          {batches.slice(0, maxListed).map((batch) => (
            <BatchLine key={batch.key} batch={batch} outlook={outlook} />
          ))}
          {batches.length > maxListed && <li className="text-muted">And {number(batches.length - maxListed)} more.</li>}
        </ul>
      )}
      {unknownStarts > 0 && (
        <p>
          {unknownStarts === 1
            ? 'It is unknown whether 1 batch started. Its calls may fail too.'
            : `It is unknown whether ${number(unknownStarts)} batches started. Their calls may fail too.`}
        </p>
      )}
    </div>
  )
}

/** @param impacts one for each agent that the change affects */
export const BatchesInUse = ({ impacts }: { impacts: readonly Impact[] }) => (
  <>
    {impacts.map((impact) => (
      <AgentImpact key={impact.agentName} impact={impact} />
    ))}
    <p className="text-label text-pretty text-muted">
      Batches that were started outside Switchboard and never opened here are not listed.
    </p>
  </>
)

/** The text of the button: the action with what it does to calls, such as "Delete agent and fail 45 calls". */
export function actionText(action: string, impacts: readonly Impact[]): string {
  const sum = (kind: Outlook['kind']) =>
    impacts
      .filter((impact) => affectsCalls(impact) && impact.outlook.kind === kind)
      .reduce((total, impact) => total + callsLeft(impact), 0)
  const [failing, atRisk, changing] = [sum('fail'), sum('may-fail'), sum('other-flow')]
  if (failing > 0) return `${action} and fail ${plural(failing, 'call', 'calls')}`
  if (atRisk > 0) return `${action} and risk ${plural(atRisk, 'call', 'calls')}`
  return changing > 0 ? `${action} and change ${plural(changing, 'call', 'calls')}` : action
}
