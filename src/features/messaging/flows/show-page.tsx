/** `/message-flows/:messageFlowId`: what a message flow writes, and whether its messages wait for review. */
import Pencil from 'lucide-react/icons/pencil'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useRead } from '#api/reads.ts'
import { AgentName } from '#components/agents/agent-name.tsx'
import { RecordPage } from '#components/records/record-page.tsx'
import type { MessageFlow } from '#contract/index.ts'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { unnamed, usePermission } from '#kit/permissions.ts'
import { Id } from '#ui/forms/copy-button.tsx'
import { DescriptionList, type Fact, Section } from '#ui/layout/section.tsx'
import { Time } from '#ui/time/time.tsx'
import { agentNames, loadOffered, Offered } from '../shared/offered.tsx'
import { channelWord, directionWord, otherFacts } from '../shared/words.ts'
import { AutopilotSection } from './autopilot.tsx'
import { messageFlowForm, messageFlowRead } from './form.ts'
import { ActiveLamp } from './list-page.tsx'

export const loader = ({ params: { messageFlowId = '' } }: LoaderFunctionArgs) =>
  loadOffered('message-flows', messageFlowRead(messageFlowId), ...agentNames())

const kind = {
  title: 'Message flow',
  loading: 'Loading the message flow',
  back: { to: paths.messageFlows(), label: 'Message flows' },
  labels: messageFlowForm.labels,
}
const named = [
  ...messageFlowForm.paths,
  ...(['_id', 'autopilot', 'settings', 'createdAt', 'updatedAt'] satisfies (keyof MessageFlow)[]),
]

const flowFacts = (flow: MessageFlow): Fact[] => [
  {
    term: messageFlowForm.labels.agent,
    value:
      flow.agent === null ? (
        <span className="text-muted">None: it cannot write</span>
      ) : (
        <AgentName id={flow.agent} ofMessages />
      ),
  },
  { term: messageFlowForm.labels.messageChannel, value: channelWord(flow.messageChannel) },
  { term: messageFlowForm.labels.direction, value: directionWord(flow.direction) },
  ...otherFacts(flow.settings, []),
]

const recordFacts = (flow: MessageFlow): Fact[] => [
  { term: 'Message flow ID', value: <Id id={flow._id} of="message flow ID" /> },
  { term: 'Created', value: <Time at={flow.createdAt} show="day-and-time" /> },
  { term: 'Updated', value: <Time at={flow.updatedAt} show="day-and-time" /> },
  ...otherFacts(flow, named),
]

const Written = ({ text, none }: { text: string; none: string }) =>
  text.trim() === '' ? (
    <p className="text-muted">{none}</p>
  ) : (
    <p className="reading break-words whitespace-pre-line">{text}</p>
  )

function Edit({ flow }: { flow: MessageFlow }) {
  const edit = usePermission('messageFlowReplace')
  return (
    <ButtonLink to={paths.editMessageFlow(flow._id)} icon={Pencil} disabledReason={edit.reason || unnamed(flow._id)}>
      Edit message flow
    </ButtonLink>
  )
}

function FlowPage() {
  const { messageFlowId = '' } = useParams()
  return (
    <RecordPage kind={kind} reading={useRead(messageFlowRead(messageFlowId))}>
      {(flow) => ({
        id: flow._id,
        lamp: <ActiveLamp flow={flow} />,
        facts: <span>{channelWord(flow.messageChannel)}</span>,
        actions: <Edit flow={flow} />,
        main: (
          <>
            <AutopilotSection flow={flow} />
            <Section title={messageFlowForm.labels.prompt}>
              <Written text={flow.prompt} none="There is no prompt. It tells the agent how to write." />
            </Section>
            <Section title={messageFlowForm.labels.initiationMessage}>
              <Written text={flow.initiationMessage} none="There is none: the agent finds its own first words." />
            </Section>
          </>
        ),
        side: (
          <>
            <Section title="Settings">
              <DescriptionList facts={flowFacts(flow)} />
            </Section>
            <Section title="Record">
              <DescriptionList facts={recordFacts(flow)} />
            </Section>
          </>
        ),
      })}
    </RecordPage>
  )
}

export const Component = () => (
  <Offered family="message-flows" title="Message flows">
    <FlowPage />
  </Offered>
)
