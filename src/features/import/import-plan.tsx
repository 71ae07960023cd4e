/** What a file would create, what became of it, and the buttons that create it. */
import { useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { agentsRead, flowsRead } from '#components/agents/use-readiness.ts'
import type { FileKind, PlannedRecord } from '#components/records/files/record-file.ts'
import * as fileTexts from '#components/records/files/texts.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Button } from '#ui/forms/button.tsx'
import { Checkbox } from '#ui/forms/choice.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { plural } from '#ui/text/format-number.ts'
import { type RecordState, remaining, type useImportRun } from './import-run.ts'
import * as texts from './texts.ts'

const pathOf: Record<FileKind, (id: string) => string> = {
  agents: paths.agent,
  flows: paths.flow,
  messagingAgents: paths.messagingAgent,
  messageFlows: paths.messageFlow,
}

/** Such as "2 agents and 3 flows"; '' for none. */
const countsOf = (records: readonly PlannedRecord[]): string => {
  const counts: Partial<Record<FileKind, number>> = {}
  for (const { kind } of records) counts[kind] = (counts[kind] ?? 0) + 1
  return fileTexts.recordCounts(counts)
}

interface Props {
  fileName: string
  records: readonly PlannedRecord[]
  /** Those that the operator imports. */
  chosen: readonly PlannedRecord[]
  importRun: ReturnType<typeof useImportRun>
  /** Why nothing can be created now; '' if it can. */
  reason: string
  onInclude: (key: string, isIncluded: boolean) => void
  onOtherFile: () => void
}

/** The names that exist already, by kind. */
function useExistingNames(): Partial<Record<FileKind, ReadonlySet<string>>> {
  // As they were when the file was chosen: each creation would cause another read.
  const agents = useRead({ ...agentsRead, enabled: false }).data?.agents ?? []
  const flows = useRead({ ...flowsRead, enabled: false }).data?.flows ?? []
  return { agents: new Set(agents.map(({ name }) => name)), flows: new Set(flows.map(({ name }) => name)) }
}

/** Why this service cannot have a kind of record; '' if it can. */
function useUnofferedKinds(): (kind: FileKind) => string {
  const { extensions } = useSession()
  return (kind) => {
    if (kind === 'messagingAgents' && extensions['messaging-agents'] === false) return texts.notOffered
    return kind === 'messageFlows' && extensions['message-flows'] === false ? texts.notOffered : ''
  }
}

function State({ state }: { state: RecordState }) {
  if (state.kind === 'created') return <StatusLabel state="done" label="Created" />
  if (state.kind === 'failed') {
    return (
      <StatusLabel
        state={state.isKnown ? 'failed' : 'unknown'}
        label={state.isKnown ? 'Not created' : 'Unknown whether it was created'}
        wraps
      />
    )
  }
  if (state.kind === 'creating') return <StatusLabel state="live" label="Creating…" />
  return (
    <StatusLabel
      state="off"
      label={state.kind === 'skipped' ? 'Skipped. Nothing was created.' : 'Not created yet'}
      wraps
    />
  )
}

interface PlanRow {
  record: PlannedRecord
  /** Why it cannot be created; '' if it can. */
  problem: string
  notes: readonly string[]
  isIncluded: boolean
  onInclude: (isIncluded: boolean) => void
  state: RecordState
}

const otherColumns: readonly Column<PlanRow>[] = [
  { id: 'kind', header: 'Kind', width: '10rem', cell: ({ record }) => fileTexts.kindName(record.kind) },
  {
    id: 'notes',
    header: 'Notes',
    cell: ({ notes }) => (
      <span className="flex flex-col text-label text-soft">
        {notes.map((note) => (
          <span key={note}>{note}</span>
        ))}
      </span>
    ),
  },
]
const planColumns: readonly Column<PlanRow>[] = [
  {
    id: 'name',
    header: texts.columnName,
    width: '30%',
    cell: ({ record, problem, isIncluded, onInclude }) => (
      <Checkbox
        label={record.name || texts.unnamed}
        checked={isIncluded}
        disabledReason={problem}
        onChange={onInclude}
      />
    ),
  },
  ...otherColumns,
]
const runColumns: readonly Column<PlanRow>[] = [
  {
    id: 'name',
    header: texts.columnName,
    width: '30%',
    cell: ({ record: { kind, name }, state }) => (
      <span className="font-medium">
        {state.kind === 'created' && state.id !== '' ? (
          <Link to={pathOf[kind](state.id)}>{name || texts.unnamed}</Link>
        ) : (
          name || texts.unnamed
        )}
      </span>
    ),
  },
  ...otherColumns,
  {
    id: 'state',
    header: 'State',
    width: '16rem',
    cell: ({ state }) => <State state={state} />,
  },
]

export function ImportPlan({ fileName, records, chosen, importRun, reason, onInclude, onOtherFile }: Props) {
  const { states, isRunning, run, skip } = importRun
  const existingNames = useExistingNames()
  const unofferedReason = useUnofferedKinds()
  const isStarted = Object.keys(states).length > 0
  const offered = chosen.filter(({ kind }) => unofferedReason(kind) === '')
  const left = remaining(offered, states)
  const created = offered.filter(({ key }) => states[key]?.kind === 'created')
  const failed = offered.find(({ key }) => states[key]?.kind === 'failed')
  const failure = failed && states[failed.key]
  const willBeCreated = (key: string) => offered.some((one) => one.key === key) && states[key]?.kind !== 'skipped'

  const notesOf = (record: PlannedRecord): string[] => {
    const problem = record.problem || unofferedReason(record.kind)
    if (problem !== '') return [problem]
    const agent = records.find(({ key }) => key === record.refersTo)
    return [
      ...(agent
        ? [
            willBeCreated(agent.key)
              ? `Uses “${agent.name}” from this file.`
              : `Created without an agent, because “${agent.name}” is not imported.`,
          ]
        : []),
      ...record.notes,
      ...(!isStarted && existingNames[record.kind]?.has(record.name)
        ? ['A record with this name exists already. It stays as it is.']
        : []),
    ]
  }
  const rows = (isStarted ? offered : records).map((record): PlanRow => {
    const problem = record.problem || unofferedReason(record.kind)
    return {
      record,
      problem,
      notes: notesOf(record),
      isIncluded: problem === '' && chosen.includes(record),
      onInclude: (isIncluded) => onInclude(record.key, isIncluded),
      state: states[record.key] ?? { kind: 'waiting' },
    }
  })
  const createText = isStarted
    ? `Create the other ${plural(left.length, 'record', 'records')}`
    : texts.create(countsOf(left))
  return (
    <>
      <output className="sr-only">
        {isStarted && !isRunning && (left.length === 0 ? texts.allCreated(countsOf(created)) : '')}
      </output>
      {failed && failure?.kind === 'failed' && !isRunning && (
        <ErrorNote text={{ ...failure.text, message: `${failed.name}: ${failure.text.message}` }}>
          <p>{texts.stopped(countsOf(created), countsOf(left))}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="small" variant="primary" onClick={() => void run(offered)}>
              Try again
            </Button>
            <Button size="small" onClick={() => skip(failed.key)}>
              Skip this record
            </Button>
          </div>
        </ErrorNote>
      )}
      <Section title={texts.planTitle} facts={`${fileName} · ${countsOf(records)}`} flush>
        <Table
          caption={texts.planTitle}
          columns={isStarted ? runColumns : planColumns}
          rows={rows}
          rowKey={({ record }) => record.key}
          isLong
        />
      </Section>
      <div className="flex flex-wrap items-center gap-2">
        {left.length > 0 || !isStarted ? (
          <Button
            variant="primary"
            pending={isRunning}
            disabledReason={reason || (left.length === 0 && 'Choose at least one record.')}
            onClick={() => void run(offered)}
          >
            {left.length === 0 ? texts.create('') : createText}
          </Button>
        ) : (
          <p className="font-medium">{texts.allCreated(countsOf(created))}</p>
        )}
        {!isRunning && (
          <Button variant="ghost" onClick={onOtherFile}>
            {isStarted && left.length === 0 ? 'Import another file' : 'Choose another file'}
          </Button>
        )}
      </div>
    </>
  )
}
