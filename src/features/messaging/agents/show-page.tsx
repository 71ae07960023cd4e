/** `/agents/messaging/:messagingAgentId`: a messaging agent, and the message flows that use it. */
import Pencil from 'lucide-react/icons/pencil'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { readAllMessageFlows } from '#api/all-records.ts'
import { useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { AutopilotBadge } from '#components/agents/agent-name.tsx'
import { onlyFirst } from '#components/agents/texts.ts'
import { exportRecords } from '#components/records/files/export-records.ts'
import { otherFacts } from '#components/records/other-facts.tsx'
import { RecordPage } from '#components/records/record-page.tsx'
import { VersionsLink } from '#components/versions/links.tsx'
import type { MessageFlow, MessagingAgent } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { ButtonLink, RowLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { missingIdReason, usePermission } from '#kit/permissions.ts'
import { Id } from '#ui/forms/copy-button.tsx'
import { DescriptionList, type Fact, Section } from '#ui/layout/section.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { MoreActions } from '#ui/overlays/more-actions.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { Time } from '#ui/time/time.tsx'
import { CapabilityPage, flowReads, loadIfOffered } from '../shared/capability-page.tsx'
import * as shared from '../shared/texts.ts'
import { messagingAgentForm, messagingAgentRead } from './form.ts'
import { AgentStatus } from './list-page.tsx'

export const loader = ({ params: { messagingAgentId = '' } }: LoaderFunctionArgs) =>
  loadIfOffered('messaging-agents', messagingAgentRead(messagingAgentId), ...flowReads())

const { labels } = messagingAgentForm
const kind = {
  versions: 'messaging-agent' as const,
  title: 'Messaging agent',
  loading: 'Loading messaging agent…',
  back: { to: paths.messagingAgents(), label: shared.capabilityTitles['messaging-agents'] },
  labels,
}
const fieldsShownElsewhere = [
  ...messagingAgentForm.paths,
  ...(['_id', 'status', 'settings', 'createdAt', 'updatedAt'] satisfies (keyof MessagingAgent)[]),
]

const agentFacts = ({ messageChannel, model, phoneNumberId, settings }: MessagingAgent): Fact[] => [
  { term: labels.messageChannel, value: shared.channelName(messageChannel) },
  { term: labels.model, value: model || shared.notSpecified },
  {
    term: labels.phoneNumberId,
    value: phoneNumberId ? (
      <Id id={phoneNumberId} name="phone number ID" />
    ) : (
      <span className="text-muted">{shared.none}</span>
    ),
  },
  ...otherFacts(settings),
]

const recordFacts = (agent: MessagingAgent): Fact[] => [
  { term: 'Messaging agent ID', value: <Id id={agent._id} name="messaging agent ID" /> },
  { term: shared.created, value: <Time at={agent.createdAt} show="day-and-time" /> },
  { term: shared.updated, value: <Time at={agent.updatedAt} show="day-and-time" /> },
  ...otherFacts(agent, fieldsShownElsewhere),
]

const flowColumns: readonly Column<MessageFlow>[] = [
  {
    id: 'name',
    header: 'Message flow',
    cell: ({ _id, name }) => <RowLink to={paths.messageFlow(_id)}>{name || _id}</RowLink>,
  },
  {
    id: 'review',
    header: shared.reviewColumn,
    cell: (flow) =>
      flow.autopilot ? <AutopilotBadge flow={flow} /> : <span className="text-soft">{shared.reviewed}</span>,
  },
  {
    id: 'state',
    header: shared.stateColumn,
    cell: ({ isActive }) => <StatusLabel state={isActive ? 'done' : 'off'} label={shared.flowState(isActive)} />,
  },
]

function FlowsOfAgent({ agentId }: { agentId: string }) {
  const query = useRead(readAllMessageFlows)
  const flows = query.data?.rows.filter(({ agent }) => agent === agentId)
  return (
    <Section title="Message flows" flush>
      <DataView
        query={{ ...query, data: flows }}
        loading={<SkeletonText lines={2} label="Loading message flows…" />}
        isEmpty={(agentFlows) => agentFlows.length === 0}
        empty={
          <p className="px-3 py-3 text-muted">
            No message flow uses this agent, so it writes no messages. To use it, choose it in a message flow.
          </p>
        }
      >
        {(agentFlows) => (
          <Table
            caption="Message flows of this agent"
            columns={flowColumns}
            rows={agentFlows}
            rowKey={({ _id }) => _id}
          />
        )}
      </DataView>
      {query.data?.isComplete === false && (
        <p className="px-3 py-2 text-label text-muted">{onlyFirst(query.data.rows.length, 'message flows')}</p>
      )}
    </Section>
  )
}

function Actions({ agent }: { agent: MessagingAgent }) {
  const flows = useRead({ ...readAllMessageFlows, enabled: false }).data
  const permission = usePermission('messagingAgentReplace')
  return (
    <>
      <ButtonLink
        to={paths.editMessagingAgent(agent._id)}
        icon={Pencil}
        disabledReason={permission.reason || missingIdReason(agent._id)}
      >
        Edit messaging agent
      </ButtonLink>
      <MoreActions
        items={[
          {
            key: 'export',
            label: 'Export messaging agent',
            onSelect: () =>
              void exportRecords(
                {
                  messagingAgents: [agent],
                  messageFlows: flows?.rows.filter((flow) => flow.agent === agent._id) ?? [],
                },
                agent.name || agent._id,
                flows?.isComplete === false ? onlyFirst(flows.rows.length, 'message flows') : '',
              ),
          },
        ]}
      />
    </>
  )
}

function AgentPage() {
  const { messagingAgentId = '' } = useParams()
  const hasFlows = useSession().extensions['message-flows'] !== false
  return (
    <RecordPage kind={kind} query={useRead(messagingAgentRead(messagingAgentId))}>
      {(agent) => ({
        id: agent._id,
        status: <AgentStatus agent={agent} />,
        facts: (
          <>
            <span>{shared.channelName(agent.messageChannel)}</span>
            <VersionsLink kind="messaging-agent" id={agent._id} />
          </>
        ),
        actions: <Actions agent={agent} />,
        main: hasFlows && <FlowsOfAgent agentId={agent._id} />,
        side: (
          <>
            <Section title={shared.settings}>
              <DescriptionList facts={agentFacts(agent)} />
            </Section>
            <Section title={shared.record}>
              <DescriptionList facts={recordFacts(agent)} />
            </Section>
          </>
        ),
      })}
    </RecordPage>
  )
}

export const Component = () => (
  <CapabilityPage capability="messaging-agents">
    <AgentPage />
  </CapabilityPage>
)
