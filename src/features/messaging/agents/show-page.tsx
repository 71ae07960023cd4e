/** `/messaging-agents/:messagingAgentId`: in which channel an agent writes, and by which flows. */
import Pencil from 'lucide-react/icons/pencil'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { Autopilot, messageFlowsRead } from '#components/agents/agent-name.tsx'
import { RecordPage } from '#components/records/record-page.tsx'
import type { MessageFlow, MessagingAgent } from '#contract/index.ts'
import { type DataColumn, DataTable } from '#kit/data/data-table.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { ButtonLink, RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { unnamed, usePermission } from '#kit/permissions.ts'
import { Id } from '#ui/forms/copy-button.tsx'
import { DescriptionList, type Fact, Section } from '#ui/layout/section.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
import { Time } from '#ui/time/time.tsx'
import { loadOffered, Offered } from '../shared/offered.tsx'
import { channelWord, otherFacts } from '../shared/words.ts'
import { messagingAgentForm, messagingAgentRead } from './form.ts'
import { StatusLamp } from './list-page.tsx'

export const loader = ({ params: { messagingAgentId = '' } }: LoaderFunctionArgs) =>
  loadOffered('messaging-agents', messagingAgentRead(messagingAgentId))

const { labels } = messagingAgentForm
const kind = {
  title: 'Messaging agent',
  loading: 'Loading the messaging agent',
  back: { to: paths.messagingAgents(), label: 'Messaging agents' },
  labels,
}
const named = [
  ...messagingAgentForm.paths,
  ...(['_id', 'status', 'settings', 'createdAt', 'updatedAt'] satisfies (keyof MessagingAgent)[]),
]

const agentFacts = ({ messageChannel, model, phoneNumberId, settings }: MessagingAgent): Fact[] => [
  { term: labels.messageChannel, value: channelWord(messageChannel) },
  { term: labels.model, value: model || 'Not specified' },
  {
    term: labels.phoneNumberId,
    value: phoneNumberId ? <Id id={phoneNumberId} of="phone number ID" /> : <span className="text-muted">None</span>,
  },
  ...otherFacts(settings, []),
]

const recordFacts = (agent: MessagingAgent): Fact[] => [
  { term: 'Messaging agent ID', value: <Id id={agent._id} of="messaging agent ID" /> },
  { term: 'Created', value: <Time at={agent.createdAt} show="day-and-time" /> },
  { term: 'Updated', value: <Time at={agent.updatedAt} show="day-and-time" /> },
  ...otherFacts(agent, named),
]

const flowColumns: readonly DataColumn<MessageFlow>[] = [
  {
    id: 'name',
    header: 'Message flow',
    cell: ({ _id, name }) => <RowLink to={paths.messageFlow(_id)}>{name || _id}</RowLink>,
  },
  {
    id: 'review',
    header: 'Review',
    cell: (flow) =>
      flow.autopilot ? <Autopilot flow={flow} /> : <span className="text-soft">Messages wait for review</span>,
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ isActive }) => <Lamp state={isActive ? 'done' : 'off'} word={isActive ? 'Active' : 'Not active'} />,
  },
]

/** The message flows that this agent writes by. */
function FlowsOf({ agentId }: { agentId: string }) {
  const reading = useRead(messageFlowsRead)
  const flows = reading.data?.filter(({ agent }) => agent === agentId)
  return (
    <Section title="Message flows" flush>
      <DataView
        reading={{ ...reading, data: flows }}
        loading={<SkeletonText lines={2} label="Loading the message flows" />}
        isEmpty={(all) => all.length === 0}
        empty={
          <p className="px-3 py-3 text-muted">
            No message flow uses this agent, so it writes nothing. Choose it on the page of a message flow.
          </p>
        }
      >
        {(all) => (
          <DataTable
            caption="Message flows of this agent"
            columns={flowColumns}
            rows={all}
            rowKey={({ _id }) => _id}
            sticky={false}
          />
        )}
      </DataView>
    </Section>
  )
}

function Edit({ agent }: { agent: MessagingAgent }) {
  const edit = usePermission('messagingAgentReplace')
  return (
    <ButtonLink
      to={paths.editMessagingAgent(agent._id)}
      icon={Pencil}
      disabledReason={edit.reason || unnamed(agent._id)}
    >
      Edit messaging agent
    </ButtonLink>
  )
}

function AgentPage() {
  const { messagingAgentId = '' } = useParams()
  const hasFlows = useSession().extensions['message-flows'] !== false
  return (
    <RecordPage kind={kind} reading={useRead(messagingAgentRead(messagingAgentId))}>
      {(agent) => ({
        id: agent._id,
        lamp: <StatusLamp agent={agent} />,
        facts: <span>{channelWord(agent.messageChannel)}</span>,
        actions: <Edit agent={agent} />,
        main: hasFlows && <FlowsOf agentId={agent._id} />,
        side: (
          <>
            <Section title="Settings">
              <DescriptionList facts={agentFacts(agent)} />
            </Section>
            <Section title="Record">
              <DescriptionList facts={recordFacts(agent)} />
            </Section>
          </>
        ),
      })}
    </RecordPage>
  )
}

export const Component = () => (
  <Offered family="messaging-agents" title="Messaging agents">
    <AgentPage />
  </Offered>
)
