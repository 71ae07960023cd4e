/** `/agents/:agentId`: what an agent is, whether it can place calls, and what it lacks. */
import Pencil from 'lucide-react/icons/pencil'
import PhoneOutgoing from 'lucide-react/icons/phone-outgoing'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLocation, useParams } from 'react-router'
import { load, type Reading, read, useRead } from '#api/reads.ts'
import { callsRefused, type Readiness, readinessOf } from '#components/agents/readiness.ts'
import { ReadinessChecklist, ReadinessLamp } from '#components/agents/readiness-lamp.tsx'
import { flowsRead, useKnownFlows } from '#components/agents/use-readiness.ts'
import { hiddenNumber, PhoneNumber } from '#components/phone/phone-number.tsx'
import { notKeptIn, notKeptWords } from '#components/records/not-kept-fields.ts'
import type { Agent } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { ButtonLink, Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { unnamed, usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { Id } from '#ui/forms/copy-button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { DescriptionList, type Fact, Section } from '#ui/layout/section.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { Ago, Time } from '#ui/time/time.tsx'
import { AgentFlows } from './agent-flows.tsx'
import { StatusBadge, VoiceName } from './columns.tsx'
import { DeleteAgent } from './delete-agent.tsx'
import { type FieldPath, fieldLabels, fieldPaths } from './draft.ts'
import { otherFacts, settingFacts } from './other-facts.tsx'

const agentRead = (agentId: string) => read('agentShow', { params: { agentId } })

export const loader = ({ params: { agentId = '' } }: LoaderFunctionArgs) => load(agentRead(agentId), flowsRead)

const back = { to: paths.agents(), label: 'Agents' }

export function Component() {
  const { agentId = '' } = useParams()
  const reading = useRead(agentRead(agentId))
  const { known } = useKnownFlows()
  if (!reading.data) return <WithoutAgent reading={reading} />
  return <AgentPage reading={reading} agent={reading.data} readiness={readinessOf(reading.data, known)} />
}

const WithoutAgent = ({ reading }: { reading: Reading<Agent> }) => (
  <Page>
    <PageHeader title="Agent" back={back} />
    <DataView reading={reading} loading={<SkeletonText label="Loading the agent" />} isEmpty={() => false} empty={null}>
      {() => null}
    </DataView>
  </Page>
)

interface Props {
  reading: Reading<Agent>
  agent: Agent
  readiness: Readiness
}

function AgentPage({ reading, agent, readiness }: Props) {
  const { known } = useKnownFlows()
  const notKept = notKeptIn(fieldPaths, useLocation().state)
  return (
    <Page>
      <PageHeader
        title={agent.name || agent.id}
        back={back}
        lamp={<ReadinessLamp readiness={readiness} />}
        facts={
          <>
            <StatusBadge status={agent.status} />
            <PhoneNumber number={agent.phoneNumber} country="name" hidden={hiddenNumber} none="No phone number" />
            <span>
              Updated <Ago at={agent.updatedAt} />
            </span>
            <span className="inline-flex items-baseline gap-1 text-label">
              Checked <Age readAt={reading.readAt} refusal={reading.refusal} />
            </span>
          </>
        }
        actions={<Actions agent={agent} readiness={readiness} />}
      />
      {notKept.length > 0 && <ErrorNote tone="neutral" words={notKeptSentences(notKept)} />}
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]">
        <div className="flex min-w-0 flex-col gap-4">
          <Section title="Personality">
            {agent.personality.trim() === '' ? (
              <p className="text-muted">
                Nothing is written. The personality tells the agent who it is and how it speaks.
              </p>
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
        </div>
        <div className="flex min-w-0 flex-col gap-4">
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
        </div>
      </div>
    </Page>
  )
}

const notKeptSentences = (paths: readonly FieldPath[]) =>
  notKeptWords(
    paths.map((path) => fieldLabels[path]),
    paths.includes('phoneNumber') ? 'A number that is not active at the service reads as none.' : '',
  )

function Actions({ agent, readiness }: Pick<Props, 'agent' | 'readiness'>) {
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
