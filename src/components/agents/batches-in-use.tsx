/** Lists the batches that a change to an agent or a flow affects, in a dialog that asks to confirm the change. */
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { type StatusKind, StatusLabel } from '#ui/status/status-label.tsx'
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
    ...(active > 0 ? [texts.callsInProgress(active)] : []),
    ...(isCertain ? [] : [texts.agentUnknown]),
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
  if (outlook.kind === 'other-flow') return texts.callsWillChange(count, outlook.flow.name || outlook.flow.id)
  return outlook.kind === 'may-fail' ? texts.callsMayFail(count) : texts.callsWillFail(count, agentName)
}

function AgentImpact({ impact }: { impact: Impact }) {
  const { agentUse, outlook, agentName } = impact
  if (agentUse === null) return <p>{visible(texts.batchesNotLoaded(agentName))}</p>
  const batches = affectedBatches(agentUse)
  const { unknownStarts } = agentUse
  if (batches.length + unknownStarts === 0) return <p>{visible(texts.noBatches(agentName))}</p>
  const count = callsLeft(impact)
  return (
    <div className="flex flex-col gap-1.5">
      {count > 0 && outlook.kind !== 'same' && <p className="font-medium">{visible(summaryText(impact, count))}</p>}
      {batches.length > 0 && (
        <ul aria-label={texts.affectedBatches} className="flex flex-col gap-1.5 border-l-2 border-line-strong pl-3">
          {batches.slice(0, maxListed).map((batch) => (
            <BatchLine key={batch.key} batch={batch} outlook={outlook} />
          ))}
          {batches.length > maxListed && (
            <li className="text-muted">{texts.moreBatches(batches.length - maxListed)}</li>
          )}
        </ul>
      )}
      {unknownStarts > 0 && <p>{texts.unknownStarts(unknownStarts)}</p>}
    </div>
  )
}

/** @param impacts one for each agent that the change affects */
export const BatchesInUse = ({ impacts }: { impacts: readonly Impact[] }) => (
  <>
    {impacts.map((impact) => (
      <AgentImpact key={impact.agentName} impact={impact} />
    ))}
    <p className="text-label text-pretty text-muted">{texts.unlistedBatchesNote}</p>
  </>
)

/** The text of the button: the action with what it does to calls, such as "Delete agent and fail 45 calls". */
export function actionText(action: string, impacts: readonly Impact[]): string {
  const sum = (kind: Outlook['kind']) =>
    impacts
      .filter((impact) => affectsCalls(impact) && impact.outlook.kind === kind)
      .reduce((total, impact) => total + callsLeft(impact), 0)
  const [failing, atRisk, changing] = [sum('fail'), sum('may-fail'), sum('other-flow')]
  if (failing > 0) return texts.actionWithFailingCalls(action, failing)
  if (atRisk > 0) return texts.actionWithCallsAtRisk(action, atRisk)
  return changing > 0 ? texts.actionWithChangingCalls(action, changing) : action
}
