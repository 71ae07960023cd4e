/** `/messaging-agents/:messagingAgentId`: in which channel an agent writes, and by which flows. */
import Pencil from 'lucide-react/icons/pencil'
import { type LoaderFunctionArgs, useLocation, useParams } from 'react-router'
import { useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { Autopilot, messageFlowsRead } from '#components/agents/agent-name.tsx'
import { notKeptIn, notKeptWords } from '#components/records/not-kept-fields.ts'
import type { MessageFlow, MessagingAgent } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { type DataColumn, DataTable } from '#kit/data/data-table.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { ButtonLink, RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { unnamed, usePermission } from '#kit/permissions.ts'
import { Id } from '#ui/forms/copy-button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { DescriptionList, type Fact, Section } from '#ui/layout/section.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
import { Ago, Time } from '#ui/time/time.tsx'
import { loadOffered, Offered } from '../shared/offered.tsx'
import { channelWord, otherFacts } from '../shared/words.ts'
import { messagingAgentForm, messagingAgentRead } from './form.ts'
import { StatusLamp } from './list-page.tsx'

export const loader = ({ params: { messagingAgentId = '' } }: LoaderFunctionArgs) =>
  loadOffered('messaging-agents', messagingAgentRead(messagingAgentId))

const back = { to: paths.messagingAgents(), label: 'Messaging agents' }
const { labels } = messagingAgentForm
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
  const has = useSession().extensions['message-flows'] !== false
  const reading = useRead({ ...messageFlowsRead, enabled: has })
  if (!has) return null
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

const Shown = ({ agent }: { agent: MessagingAgent }) => (
  <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]">
    <FlowsOf agentId={agent._id} />
    <div className="flex min-w-0 flex-col gap-4">
      <Section title="Settings">
        <DescriptionList facts={agentFacts(agent)} />
      </Section>
      <Section title="Record">
        <DescriptionList facts={recordFacts(agent)} />
      </Section>
    </div>
  </div>
)

function AgentPage() {
  const { messagingAgentId = '' } = useParams()
  const reading = useRead(messagingAgentRead(messagingAgentId))
  const edit = usePermission('messagingAgentReplace')
  const notKept = notKeptIn(messagingAgentForm.paths, useLocation().state)
  const agent = reading.data
  return (
    <Page>
      <PageHeader
        title={agent ? agent.name || agent._id : 'Messaging agent'}
        back={back}
        lamp={agent && <StatusLamp agent={agent} />}
        facts={
          agent && (
            <>
              <span>{channelWord(agent.messageChannel)}</span>
              <span>
                Updated <Ago at={agent.updatedAt} />
              </span>
              <span className="inline-flex items-baseline gap-1 text-label">
                Checked <Age readAt={reading.readAt} refusal={reading.refusal} />
              </span>
            </>
          )
        }
        actions={
          agent && (
            <ButtonLink
              to={paths.editMessagingAgent(messagingAgentId)}
              icon={Pencil}
              disabledReason={edit.reason || unnamed(agent._id)}
            >
              Edit messaging agent
            </ButtonLink>
          )
        }
      />
      {notKept.length > 0 && <ErrorNote tone="neutral" words={notKeptWords(notKept.map((path) => labels[path]))} />}
      <DataView
        reading={reading}
        loading={<SkeletonText label="Loading the messaging agent" />}
        isEmpty={() => false}
        empty={null}
      >
        {(one) => <Shown agent={one} />}
      </DataView>
    </Page>
  )
}

export const Component = () => (
  <Offered family="messaging-agents" title="Messaging agents">
    <AgentPage />
  </Offered>
)
