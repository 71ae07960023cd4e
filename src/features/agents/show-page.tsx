/** `/agents/:agentId`: what an agent is, whether it can place calls, and what it lacks. */
import Pencil from 'lucide-react/icons/pencil'
import PhoneOutgoing from 'lucide-react/icons/phone-outgoing'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { load, read, useRead } from '#api/reads.ts'
import { callsRefused, type KnownFlows, type Readiness, readinessOf } from '#components/agents/readiness.ts'
import { ReadinessChecklist, ReadinessLamp } from '#components/agents/readiness-lamp.tsx'
import { flowsRead, useKnownFlows } from '#components/agents/use-readiness.ts'
import { hiddenNumber, PhoneNumber } from '#components/phone/phone-number.tsx'
import { type RecordKind, RecordPage, type RecordParts } from '#components/records/record-page.tsx'
import type { Agent } from '#contract/index.ts'
import { ButtonLink, Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { unnamed, usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { Id } from '#ui/forms/copy-button.tsx'
import { DescriptionList, type Fact, Section } from '#ui/layout/section.tsx'
import { Time } from '#ui/time/time.tsx'
import { AgentFlows } from './agent-flows.tsx'
import { StatusBadge, VoiceName } from './columns.tsx'
import { DeleteAgent } from './delete-agent.tsx'
import { type FieldPath, fieldLabels } from './draft.ts'
import { otherFacts, settingFacts } from './other-facts.tsx'

const agentRead = (agentId: string) => read('agentShow', { params: { agentId } })

export const loader = ({ params: { agentId = '' } }: LoaderFunctionArgs) => load(agentRead(agentId), flowsRead)

const kind: RecordKind<FieldPath> = {
  title: 'Agent',
  loading: 'Loading the agent',
  back: { to: paths.agents(), label: 'Agents' },
  labels: fieldLabels,
  whyNotApplied: (paths) =>
    paths.includes('phoneNumber') ? 'A number that is not active at the service reads as none.' : '',
}

export function Component() {
  const { agentId = '' } = useParams()
  const { known } = useKnownFlows()
  return (
    <RecordPage kind={kind} reading={useRead(agentRead(agentId))}>
      {(agent) => partsOf(agent, readinessOf(agent, known), known)}
    </RecordPage>
  )
}

const partsOf = (agent: Agent, readiness: Readiness, known: KnownFlows | undefined): RecordParts => ({
  id: agent.id,
  lamp: <ReadinessLamp readiness={readiness} />,
  facts: (
    <>
      <StatusBadge status={agent.status} />
      <PhoneNumber number={agent.phoneNumber} country="name" hidden={hiddenNumber} none="No phone number" />
    </>
  ),
  actions: <Actions agent={agent} readiness={readiness} />,
  main: (
    <>
      <Section title="Personality">
        {agent.personality.trim() === '' ? (
          <p className="text-muted">Nothing is written. The personality tells the agent who it is and how it speaks.</p>
        ) : (
          <p className="reading whitespace-pre-line break-words">{agent.personality}</p>
        )}
      </Section>
      <Section title="Flows" facts={known && !known.complete && 'of the first 100'} flush>
        <AgentFlows attached={readiness.attached} leading={readiness.flow} known={known !== undefined} />
      </Section>
      <Section title="Record">
        <DescriptionList facts={recordFacts(agent)} />
      </Section>
    </>
  ),
  side: (
    <>
      <Section title="Readiness">
        <ReadinessChecklist
          readiness={readiness}
          remedies={{
            number: <Link to={paths.editAgent(agent.id)}>Add a phone number</Link>,
            flow: <Link to={paths.flows()}>Open the flows</Link>,
          }}
        />
      </Section>
      <Section title="Voice and model">
        <DescriptionList facts={voiceFacts(agent)} />
      </Section>
      <Section title="Settings">
        <DescriptionList facts={settingFacts(agent)} />
      </Section>
    </>
  ),
})

function Actions({ agent, readiness }: { agent: Agent; readiness: Readiness }) {
  const call = usePermission('callPlace')
  const edit = usePermission('agentUpdate')
  const remove = usePermission('agentDelete')
  const [deleting, setDeleting] = useState(false)
  return (
    <>
      <ButtonLink
        to={paths.newCall({ agent: agent.id })}
        icon={PhoneOutgoing}
        disabledReason={call.reason || unnamed(agent.id) || callsRefused(readiness)}
      >
        Place a call
      </ButtonLink>
      <ButtonLink to={paths.editAgent(agent.id)} icon={Pencil} disabledReason={edit.reason || unnamed(agent.id)}>
        Edit agent
      </ButtonLink>
      <Button icon={Trash} disabledReason={remove.reason || unnamed(agent.id)} onClick={() => setDeleting(true)}>
        Delete agent
      </Button>
      {deleting && <DeleteAgent agent={agent} readiness={readiness} onClose={() => setDeleting(false)} />}
    </>
  )
}

const voiceFacts = ({ model, voice }: Agent): Fact[] => [
  { term: 'Language model', value: model || '–' },
  { term: 'Voice', value: <VoiceName voice={voice} /> },
  { term: 'Voice ID', value: <span className="mono break-all">{voice.voiceId || '–'}</span> },
  { term: 'Voice language', value: voice.language || '–' },
]

const recordFacts = (agent: Agent): Fact[] => [
  { term: 'Status', value: agent.status || '–' },
  { term: 'Agent ID', value: <Id id={agent.id} of="agent ID" /> },
  { term: 'Created', value: <Time at={agent.createdAt} show="day-and-time" /> },
  { term: 'Updated', value: <Time at={agent.updatedAt} show="day-and-time" /> },
  ...otherFacts(agent),
]
