/** `/message-flows/:messageFlowId`: what a message flow writes, and whether its messages wait for review. */
import Pencil from 'lucide-react/icons/pencil'
import { type LoaderFunctionArgs, useLocation, useParams } from 'react-router'
import { useRead } from '#api/reads.ts'
import { AgentName } from '#components/agents/agent-name.tsx'
import { notKeptIn, notKeptWords } from '#components/records/not-kept-fields.ts'
import type { MessageFlow } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { unnamed, usePermission } from '#kit/permissions.ts'
import { Id } from '#ui/forms/copy-button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { DescriptionList, type Fact, Section } from '#ui/layout/section.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { Ago, Time } from '#ui/time/time.tsx'
import { agentNames, loadOffered, Offered } from '../shared/offered.tsx'
import { channelWord, directionWord, otherFacts } from '../shared/words.ts'
import { AutopilotSection } from './autopilot.tsx'
import { messageFlowForm, messageFlowRead } from './form.ts'
import { ActiveLamp } from './list-page.tsx'

export const loader = ({ params: { messageFlowId = '' } }: LoaderFunctionArgs) =>
  loadOffered('message-flows', messageFlowRead(messageFlowId), ...agentNames())

const back = { to: paths.messageFlows(), label: 'Message flows' }
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

const Shown = ({ flow }: { flow: MessageFlow }) => (
  <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]">
    <div className="flex min-w-0 flex-col gap-4">
      <AutopilotSection flow={flow} />
      <Section title={messageFlowForm.labels.prompt}>
        <Written text={flow.prompt} none="There is no prompt. It tells the agent how to write." />
      </Section>
      <Section title={messageFlowForm.labels.initiationMessage}>
        <Written text={flow.initiationMessage} none="There is none: the agent finds its own first words." />
      </Section>
    </div>
    <div className="flex min-w-0 flex-col gap-4">
      <Section title="Settings">
        <DescriptionList facts={flowFacts(flow)} />
      </Section>
      <Section title="Record">
        <DescriptionList facts={recordFacts(flow)} />
      </Section>
    </div>
  </div>
)

function FlowPage() {
  const { messageFlowId = '' } = useParams()
  const reading = useRead(messageFlowRead(messageFlowId))
  const edit = usePermission('messageFlowReplace')
  const notKept = notKeptIn(messageFlowForm.paths, useLocation().state)
  const flow = reading.data
  return (
    <Page>
      <PageHeader
        title={flow ? flow.name || flow._id : 'Message flow'}
        back={back}
        lamp={flow && <ActiveLamp flow={flow} />}
        facts={
          flow && (
            <>
              <span>{channelWord(flow.messageChannel)}</span>
              <span>
                Updated <Ago at={flow.updatedAt} />
              </span>
              <span className="inline-flex items-baseline gap-1 text-label">
                Checked <Age readAt={reading.readAt} refusal={reading.refusal} />
              </span>
            </>
          )
        }
        actions={
          flow && (
            <ButtonLink
              to={paths.editMessageFlow(messageFlowId)}
              icon={Pencil}
              disabledReason={edit.reason || unnamed(flow._id)}
            >
              Edit message flow
            </ButtonLink>
          )
        }
      />
      {notKept.length > 0 && (
        <ErrorNote tone="neutral" words={notKeptWords(notKept.map((path) => messageFlowForm.labels[path]))} />
      )}
      <DataView
        reading={reading}
        loading={<SkeletonText label="Loading the message flow" />}
        isEmpty={() => false}
        empty={null}
      >
        {(one) => <Shown flow={one} />}
      </DataView>
    </Page>
  )
}

export const Component = () => (
  <Offered family="message-flows" title="Message flows">
    <FlowPage />
  </Offered>
)
