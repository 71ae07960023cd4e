/** `/agents/:agentId`: an agent, whether it can place calls, and why not. */
import Pencil from 'lucide-react/icons/pencil'
import PhoneOutgoing from 'lucide-react/icons/phone-outgoing'
import { useState } from 'react'
import { type LoaderFunctionArgs, useNavigate, useParams } from 'react-router'
import { load, read, useRead } from '#api/reads.ts'
import { cannotCallReason, type KnownFlows, type Readiness, readinessOf } from '#components/agents/readiness.ts'
import { ReadinessChecklist, ReadinessLabel } from '#components/agents/readiness-label.tsx'
import { flowsRead, useKnownFlows } from '#components/agents/use-readiness.ts'
import { FlowSketch } from '#components/flows/flow-sketch.tsx'
import { hiddenNumber, PhoneNumber } from '#components/phone/phone-number.tsx'
import { exportWithFlows } from '#components/records/files/export-records.ts'
import { otherFacts } from '#components/records/other-facts.tsx'
import { type RecordKind, RecordPage, type RecordParts } from '#components/records/record-page.tsx'
import { VersionsLink } from '#components/versions/links.tsx'
import type { Agent } from '#contract/index.ts'
import { ButtonLink, Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { missingIdReason, usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { Id } from '#ui/forms/copy-button.tsx'
import { DescriptionList, type Fact, Section } from '#ui/layout/section.tsx'
import { MoreActions } from '#ui/overlays/more-actions.tsx'
import { plural } from '#ui/text/format-number.ts'
import { Time } from '#ui/time/time.tsx'
import { AgentActivity } from './agent-activity.tsx'
import { AgentBatches } from './agent-batches.tsx'
import { AgentFlows } from './agent-flows.tsx'
import { StatusBadge, VoiceName } from './columns.tsx'
import { DeleteAgent } from './delete-agent.tsx'
import type { FieldPath } from './draft.ts'
import * as texts from './texts.ts'

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
  const { knownFlows } = useKnownFlows()
  const query = useRead(agentRead(agentId))
  return (
    <RecordPage kind={kind} query={query}>
      {(agent) => partsOf(agent, readinessOf(agent, knownFlows), knownFlows, query.retry)}
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
