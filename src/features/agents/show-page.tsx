/** `/agents/:agentId`: an agent, whether it can place calls, and why not. */
import Pencil from 'lucide-react/icons/pencil'
import PhoneOutgoing from 'lucide-react/icons/phone-outgoing'
import { useState } from 'react'
import { type LoaderFunctionArgs, useNavigate, useParams } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { load, read, useRead } from '#api/reads.ts'
import { useImpacts } from '#components/agents/agent-use.ts'
import { type AffectedBatch, affectedBatches } from '#components/agents/batch-impact.ts'
import { cannotCallReason, type KnownFlows, type Readiness, readinessOf } from '#components/agents/readiness.ts'
import { ReadinessChecklist, ReadinessLabel } from '#components/agents/readiness-label.tsx'
import * as agentTexts from '#components/agents/texts.ts'
import { flowsRead, useKnownFlows } from '#components/agents/use-readiness.ts'
import { FlowSketch } from '#components/flows/flow-sketch.tsx'
import { hiddenNumber, PhoneNumber } from '#components/phone/phone-number.tsx'
import { DeleteRecord } from '#components/records/delete-record.tsx'
import { exportWithFlows } from '#components/records/files/export-records.ts'
import { otherFacts } from '#components/records/other-facts.tsx'
import { type RecordKind, RecordPage, type RecordParts } from '#components/records/record-page.tsx'
import { VersionsLink } from '#components/versions/links.tsx'
import { type Agent, type Flow, mayStillCall } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { ButtonLink, Link, RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { missingIdReason, usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { Id } from '#ui/forms/copy-button.tsx'
import { DescriptionList, type Fact, Section } from '#ui/layout/section.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { MoreActions } from '#ui/overlays/more-actions.tsx'
import { Badge } from '#ui/status/badge.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { plural } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { Ago, Time } from '#ui/time/time.tsx'
import { AgentActivity } from './agent-activity.tsx'
import { StatusBadge, VoiceName } from './columns.tsx'
import { type FieldPath } from './draft.ts'
import * as texts from './texts.ts'

interface FlowRow {
  flow: Flow
  isUsed: boolean
}

const columns: readonly Column<FlowRow>[] = [
  {
    id: 'name',
    header: texts.flowColumn,
    cell: ({ flow, isUsed }) => (
      <span className="inline-flex flex-wrap items-baseline gap-x-2">
        <RowLink to={paths.flow(flow.id)}>{flow.name || flow.id}</RowLink>
        {isUsed && <Badge>In use</Badge>}
      </span>
    ),
  },
  {
    id: 'direction',
    header: 'Direction',
    cell: ({ flow }) => texts.directionName(flow.direction),
    width: '9rem',
  },
  {
    id: 'active',
    header: 'State',
    cell: ({ flow }) => (
      <StatusLabel state={flow.isActive ? 'done' : 'off'} label={flow.isActive ? 'Active' : 'Inactive'} />
    ),
    width: '8rem',
  },
  {
    id: 'updated',
    header: texts.updatedColumn,
    align: 'right',
    cell: ({ flow }) => (
      <span className="text-muted">
        <Ago at={flow.updatedAt} />
      </span>
    ),
    width: '9rem',
  },
]

interface AgentFlowsProps {
  flows: readonly Flow[]
  /** The flow that calls use. */
  usedFlow: Flow | null
  /** false: the flows could not be loaded. */
  isLoaded: boolean
}

function AgentFlows({ flows, usedFlow, isLoaded }: AgentFlowsProps) {
  if (flows.length === 0) {
    return (
      <p className="px-3 py-3 text-muted">
        {isLoaded
          ? 'No flow uses this agent. A flow defines what the agent does in a call. To attach a flow, edit it and choose this agent.'
          : 'The flows could not be loaded.'}
      </p>
    )
  }
  return (
    <Table
      caption="Flows of this agent"
      columns={columns}
      rows={flows.map((flow) => ({ flow, isUsed: flow === usedFlow }))}
      rowKey={({ flow }) => flow.id}
    />
  )
}

/** Starts that wait for approval are on the page of batches. */
const pathOf = ({ batchId }: AffectedBatch): string => (batchId === '' ? paths.batches() : paths.batch(batchId))

function BatchItem({ batch }: { batch: AffectedBatch }) {
  const facts = [
    agentTexts.batchStates[batch.state],
    ...(batch.calls === null ? [] : [`${plural(batch.calls, 'call', 'calls')} left`]),
  ]
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 py-1.5">
      <span className="min-w-0 flex-1 break-words">
        <Link to={pathOf(batch)}>{batch.name}</Link>
      </span>
      <span className="text-label text-soft">{facts.join(' · ')}</span>
    </li>
  )
}

/** The lists also contain batches of other agents: prepared ones, starts, and other batches of the same launch. */
function AgentBatches({ agent: { id } }: { agent: Agent }) {
  const running = useRead(read('batchList', { query: { agentId: id, state: 'running', limit: 100 } }, 'background'))
  const prepared = useRead(read('preparedBatchList', {}, 'background'))
  const approvals = useRead(read('approvalList', {}, 'background'))
  const data =
    running.data && prepared.data && approvals.data
      ? affectedBatches({
          batches: running.data.batches.filter(({ agentId, progress }) => agentId === id && mayStillCall(progress)),
          prepared: prepared.data.prepared.filter(({ agentId }) => agentId === id),
          awaitingApproval: approvals.data.approvals.filter(
            ({ agentId, state }) => agentId === id && state === 'waiting',
          ),
        })
      : undefined
  return (
    <Section title="Used by batches" facts={data && data.length > 0 && plural(data.length, 'batch', 'batches')}>
      <DataView
        query={{
          data,
          readAt: running.readAt,
          refusal: running.refusal ?? prepared.refusal ?? approvals.refusal,
          isLoading: data === undefined,
          isPlaceholder: false,
          retry: () => {
            for (const query of [running, prepared, approvals]) query.retry()
          },
        }}
        loading={<SkeletonText lines={2} label={texts.loadingBatches} />}
        isEmpty={(batches) => batches.length === 0}
        empty={
          <p className="text-muted">
            Switchboard knows of no batch that still calls with this agent; batches whose agent is unknown are not
            listed.
          </p>
        }
      >
        {(batches) => (
          <ul aria-label="Batches that still call with this agent" className="-my-1.5 divide-y divide-line">
            {batches.map((batch) => (
              <BatchItem key={batch.key} batch={batch} />
            ))}
          </ul>
        )}
      </DataView>
    </Section>
  )
}

interface Props {
  agent: Agent
  readiness: Readiness
  onClose: () => void
}

/** Mounted only while the dialog is open, so that each opening loads again what uses the agent. */
function DeleteAgent({ agent, readiness: { attached, checks }, onClose }: Props) {
  const { run } = useCommand('agentDelete')
  const impacts = useImpacts(agent.id, { agentName: agent.name || agent.id, outlook: { kind: 'fail' } })
  return (
    <DeleteRecord
      noun="agent"
      name={agent.name || agent.id}
      onClose={onClose}
      run={(key) => run({ params: { agentId: agent.id }, key })}
      leaveTo={paths.agents()}
      impacts={impacts}
      queryKey={read('agentShow', { params: { agentId: agent.id } }).queryKey}
    >
      <p>The agent is deleted permanently. Calls in progress continue. New calls with this agent will be refused.</p>
      {attached.length > 0 ? (
        <div>
          <p>{`${plural(attached.length, 'flow uses', 'flows use')} this agent and will be left without an agent:`}</p>
          <ul aria-label="Flows that use this agent" className="mt-1 list-disc pl-5">
            {attached.map((flow) => (
              <li key={flow.id}>
                {visible(flow.name || flow.id)}
                {!flow.isActive && <span className="text-muted"> (inactive)</span>}
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <p>
          {checks[1].isMet === null
            ? 'Not all flows could be loaded. Those that are missing may use this agent.'
            : 'No flow uses this agent.'}
        </p>
      )}
    </DeleteRecord>
  )
}

const agentRead = (agentId: string) => read('agentShow', { params: { agentId } })

export const loader = ({ params: { agentId = '' } }: LoaderFunctionArgs) => load(agentRead(agentId), flowsRead)

const kind: RecordKind<FieldPath> = {
  versions: 'agent',
  title: 'Agent',
  loading: texts.loadingAgent,
  back: { to: paths.agents(), label: texts.listTitle },
  labels: texts.fieldLabels,
  whyNotApplied: (paths) =>
    paths.includes('phoneNumber') ? 'The service does not show phone numbers that are inactive.' : '',
}

export function Component() {
  const { agentId = '' } = useParams()
  const knownFlows = useKnownFlows()
  const query = useRead(agentRead(agentId))
  return (
    // With its flows, from which its state and most of the page follow: below them, everything would move when they come.
    <RecordPage
      kind={kind}
      query={query.data && knownFlows === null ? { ...query, data: undefined, isLoading: true } : query}
    >
      {(agent) => partsOf(agent, readinessOf(agent, knownFlows), knownFlows ?? undefined, query.retry)}
    </RecordPage>
  )
}

/** @param checkAgain reads the agent again */
const partsOf = (
  agent: Agent,
  readiness: Readiness,
  known: KnownFlows | undefined,
  checkAgain: () => void,
): RecordParts => ({
  id: agent.id,
  status: <ReadinessLabel readiness={readiness} />,
  facts: (
    <>
      <StatusBadge status={agent.status} />
      {/* On a phone in a line of its own: its country comes later, and must not move the other facts. */}
      <span className="max-sm:basis-full">
        <PhoneNumber number={agent.phoneNumber} country="name" hidden={hiddenNumber} none="No phone number" />
      </span>
      <VersionsLink kind="agent" id={agent.id} />
    </>
  ),
  actions: <Actions agent={agent} readiness={readiness} known={known} />,
  main: (
    <>
      <Section title="Personality">
        {agent.personality.trim() === '' ? (
          <p className="text-muted">No personality. A personality tells the agent who it is and how it speaks.</p>
        ) : (
          <p dir="auto" className="reading whitespace-pre-line break-words">
            {agent.personality}
          </p>
        )}
      </Section>
      <Section title="Flows" facts={known && !known.isComplete && 'First 100 flows only'} flush>
        <AgentFlows flows={readiness.attached} usedFlow={readiness.flow} isLoaded={known !== undefined} />
      </Section>
      {readiness.flow && (
        <Section
          title={`Calls use “${readiness.flow.name || readiness.flow.id}”`}
          actions={<Link to={paths.flow(readiness.flow.id)}>Open flow</Link>}
        >
          <FlowSketch flow={readiness.flow} />
        </Section>
      )}
    </>
  ),
  side: (
    <>
      <Section title="Readiness">
        <ReadinessChecklist
          readiness={readiness}
          remedies={{
            number: <Link to={paths.editAgent(agent.id)}>Add a phone number</Link>,
            flow: <FlowRemedy agent={agent} readiness={readiness} />,
            status: <StatusRemedy agent={agent} checkAgain={checkAgain} />,
          }}
        />
      </Section>
      <Section title="Voice and model">
        <DescriptionList facts={voiceFacts(agent)} />
      </Section>
      <Section title={texts.settingsSection}>
        <DescriptionList facts={settingFacts(agent)} />
      </Section>
      <AgentBatches agent={agent} />
      <AgentActivity agent={agent} />
      <Section title="Record">
        <DescriptionList facts={recordFacts(agent)} />
      </Section>
    </>
  ),
})

/** A flow that only needs to be turned on or changed is opened; otherwise a new one is made. */
function FlowRemedy({ agent, readiness: { attached } }: { agent: Agent; readiness: Readiness }) {
  const { reason } = usePermission('flowCreate')
  const [flow] = attached
  return (
    <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      {flow && <Link to={paths.editFlow(flow.id)}>{`Edit “${flow.name || flow.id}”`}</Link>}
      {reason === '' && <Link to={paths.flowTemplates({ agent: agent.id })}>{texts.newFlow}</Link>}
    </span>
  )
}

/** Only the service changes the status; a save gives it the agent again. */
function StatusRemedy({ agent: { id, status }, checkAgain }: { agent: Agent; checkAgain: () => void }) {
  const { reason } = usePermission('agentUpdate')
  return (
    <>
      <p className="text-soft">
        {status === 'pending'
          ? 'The service sets it up by itself. Check again in a minute.'
          : 'Check the voice and the number, and save the agent. If the status stays, ask whoever runs the calling service.'}
      </p>
      <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        {status !== 'pending' && reason === '' && <Link to={paths.editAgent(id)}>{texts.edit}</Link>}
        <Button size="small" onClick={checkAgain}>
          Check again
        </Button>
      </span>
    </>
  )
}

interface ActionsProps {
  agent: Agent
  readiness: Readiness
  known: KnownFlows | undefined
}

function Actions({ agent, readiness, known }: ActionsProps) {
  const navigate = useNavigate()
  const createPermission = usePermission('agentCreate')
  const flowPermission = usePermission('flowCreate')
  const callPermission = usePermission('callPlace')
  const editPermission = usePermission('agentUpdate')
  const deletePermission = usePermission('agentDelete')
  const [isDeleteOpen, setIsDeleteOpen] = useState(false)
  return (
    <>
      <ButtonLink
        to={paths.newCall({ agent: agent.id })}
        icon={PhoneOutgoing}
        disabledReason={callPermission.reason || missingIdReason(agent.id) || cannotCallReason(readiness)}
      >
        Place a call
      </ButtonLink>
      <ButtonLink
        to={paths.editAgent(agent.id)}
        icon={Pencil}
        disabledReason={editPermission.reason || missingIdReason(agent.id)}
      >
        {texts.edit}
      </ButtonLink>
      <MoreActions
        items={[
          {
            key: 'flow',
            label: texts.newFlow,
            disabledReason: flowPermission.reason || missingIdReason(agent.id),
            onSelect: () => void navigate(paths.flowTemplates({ agent: agent.id })),
          },
          {
            key: 'duplicate',
            label: 'Duplicate agent',
            disabledReason: createPermission.reason || missingIdReason(agent.id),
            onSelect: () => void navigate(paths.newAgent({ from: agent.id })),
          },
          {
            key: 'export',
            label:
              readiness.attached.length === 0
                ? 'Export agent'
                : `Export agent with ${plural(readiness.attached.length, 'flow', 'flows')}`,
            onSelect: () =>
              exportWithFlows(
                { agents: [agent], flows: readiness.attached },
                agent.name || agent.id,
                known?.isComplete,
              ),
          },
          {
            key: 'delete',
            label: 'Delete agent',
            disabledReason: deletePermission.reason || missingIdReason(agent.id),
            onSelect: () => setIsDeleteOpen(true),
          },
        ]}
      />
      {isDeleteOpen && <DeleteAgent agent={agent} readiness={readiness} onClose={() => setIsDeleteOpen(false)} />}
    </>
  )
}

const voiceFacts = ({ model, voice }: Agent): Fact[] => [
  { term: texts.fieldLabels.model, value: model || '–' },
  { term: 'Voice', value: <VoiceName voice={voice} /> },
  { term: texts.fieldLabels['voice.voiceId'], value: <span className="mono break-all">{voice.voiceId || '–'}</span> },
  { term: texts.fieldLabels['voice.language'], value: voice.language || '–' },
]

const settingNames = ['speed', 'volume', 'temperature'] as const

/** A setting from 0 to 1, as a number and a bar. */
const SettingValue = ({ value }: { value: number | null }) =>
  value === null ? (
    <span className="text-muted">{texts.unknown}</span>
  ) : (
    <span className="flex items-center gap-3">
      <span className="w-9 tabular-nums">{value.toFixed(2)}</span>
      <svg aria-hidden viewBox="0 0 100 4" preserveAspectRatio="none" className="h-1 flex-1">
        <rect width="100" height="4" className="fill-pressed" />
        <rect width={Math.min(1, Math.max(0, value)) * 100} height="4" className="fill-muted" />
      </svg>
    </span>
  )

const settingFacts = (agent: Agent): Fact[] =>
  settingNames.map((name) => ({
    term: texts.fieldLabels[`settings.${name}`],
    value: <SettingValue value={agent.settings[name]} />,
  }))

const specifiedFields = [
  'id',
  'name',
  'model',
  'voice',
  'personality',
  'phoneNumber',
  'settings',
  'status',
  'createdAt',
  'updatedAt',
] satisfies (keyof Agent)[]

const recordFacts = (agent: Agent): Fact[] => [
  { term: 'Status', value: agent.status || '–' },
  { term: 'Agent ID', value: <Id id={agent.id} name="agent ID" /> },
  { term: 'Created', value: <Time at={agent.createdAt} show="day-and-time" /> },
  { term: 'Updated', value: <Time at={agent.updatedAt} show="day-and-time" /> },
  ...otherFacts(agent, specifiedFields),
]
