/** `/flows/messages/:messageFlowId`: a message flow, with the switch for autopilot. */
import Pencil from 'lucide-react/icons/pencil'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useRead } from '#api/reads.ts'
import { AgentName } from '#components/agents/agent-name.tsx'
import { otherFacts } from '#components/records/other-facts.tsx'
import { RecordPage } from '#components/records/record-page.tsx'
import { VersionsLink } from '#components/versions/links.tsx'
import type { MessageFlow } from '#contract/index.ts'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { missingIdReason, usePermission } from '#kit/permissions.ts'
import { Id } from '#ui/forms/copy-button.tsx'
import { DescriptionList, type Fact, Section } from '#ui/layout/section.tsx'
import { MoreActions } from '#ui/overlays/more-actions.tsx'
import { Time } from '#ui/time/time.tsx'
import { agentNameReads, CapabilityPage, loadIfOffered } from '../shared/capability-page.tsx'
import * as shared from '../shared/texts.ts'
import { AutopilotSection } from './autopilot.tsx'
import { exportWithAgents } from './export-with-agents.ts'
import { messageFlowForm, messageFlowRead } from './form.ts'
import { ActiveLabel } from './list-page.tsx'

export const loader = ({ params: { messageFlowId = '' } }: LoaderFunctionArgs) =>
  loadIfOffered('message-flows', messageFlowRead(messageFlowId), ...agentNameReads())

const kind = {
  versions: 'message-flow' as const,
  title: 'Message flow',
  loading: 'Loading message flow…',
  back: { to: paths.messageFlows(), label: shared.capabilityTitles['message-flows'] },
  labels: messageFlowForm.labels,
}
const fieldsShownElsewhere = [
  ...messageFlowForm.paths,
  ...(['_id', 'autopilot', 'settings', 'createdAt', 'updatedAt'] satisfies (keyof MessageFlow)[]),
]

const flowFacts = (flow: MessageFlow): Fact[] => [
  {
    term: messageFlowForm.labels.agent,
    value:
      flow.agent === null ? (
        <span className="text-muted">None. This flow cannot write messages.</span>
      ) : (
        <AgentName id={flow.agent} isMessagingAgent />
      ),
  },
  { term: messageFlowForm.labels.messageChannel, value: shared.channelName(flow.messageChannel) },
  { term: messageFlowForm.labels.direction, value: shared.directionName(flow.direction) },
  ...otherFacts(flow.settings),
]

const recordFacts = (flow: MessageFlow): Fact[] => [
  { term: 'Message flow ID', value: <Id id={flow._id} name="message flow ID" /> },
  { term: shared.created, value: <Time at={flow.createdAt} show="day-and-time" /> },
  { term: shared.updated, value: <Time at={flow.updatedAt} show="day-and-time" /> },
  ...otherFacts(flow, fieldsShownElsewhere),
]

const TextOrNote = ({ text, emptyNote }: { text: string; emptyNote: string }) =>
  text.trim() === '' ? (
    <p className="text-muted">{emptyNote}</p>
  ) : (
    <p dir="auto" className="reading break-words whitespace-pre-line">
      {text}
    </p>
  )

function Actions({ flow }: { flow: MessageFlow }) {
  const permission = usePermission('messageFlowReplace')
  return (
    <>
      <ButtonLink
        to={paths.editMessageFlow(flow._id)}
        icon={Pencil}
        disabledReason={permission.reason || missingIdReason(flow._id)}
      >
        Edit message flow
      </ButtonLink>
      <MoreActions
        items={[
          {
            key: 'export',
            label: 'Export message flow',
            onSelect: () => void exportWithAgents([flow], flow.name || flow._id),
          },
        ]}
      />
    </>
  )
}

function FlowPage() {
  const { messageFlowId = '' } = useParams()
  return (
    <RecordPage kind={kind} query={useRead(messageFlowRead(messageFlowId))}>
      {(flow) => ({
        id: flow._id,
        status: <ActiveLabel flow={flow} />,
        facts: (
          <>
            <span>{shared.channelName(flow.messageChannel)}</span>
            <VersionsLink kind="message-flow" id={flow._id} />
          </>
        ),
        actions: <Actions flow={flow} />,
        main: (
          <>
            <AutopilotSection flow={flow} />
            <Section title={messageFlowForm.labels.prompt}>
              <TextOrNote text={flow.prompt} emptyNote="No prompt. A prompt tells the agent how to write." />
            </Section>
            <Section title={messageFlowForm.labels.initiationMessage}>
              <TextOrNote text={flow.initiationMessage} emptyNote="None. The agent writes the first message itself." />
            </Section>
          </>
        ),
        side: (
          <>
            <Section title={shared.settings}>
              <DescriptionList facts={flowFacts(flow)} />
            </Section>
            <Section title={shared.record}>
              <DescriptionList facts={recordFacts(flow)} />
            </Section>
          </>
        ),
      })}
    </RecordPage>
  )
}

export const Component = () => (
  <CapabilityPage capability="message-flows">
    <FlowPage />
  </CapabilityPage>
)
