/** `/conversations/:conversationId`: all messages, the customer and the agent. */
import MessageSquare from 'lucide-react/icons/message-square'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { load, read, useRead } from '#api/reads.ts'
import { AgentName, FlowName, useAgentName } from '#components/agents/agent-name.tsx'
import { DoNotCallButton } from '#components/do-not-call/add-number.tsx'
import { MessageThread } from '#components/messages/message-thread.tsx'
import { PersonLink } from '#components/people/person-link.tsx'
import { PhoneNumber } from '#components/phone/phone-number.tsx'
import { type Conversation, type Message, needsReview } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView, StaleStatusesIfRefused } from '#kit/data/data-view.tsx'
import { ButtonLink, Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { Id } from '#ui/forms/copy-button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { DescriptionList, Section } from '#ui/layout/section.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { plural } from '#ui/text/format-number.ts'
import { Time } from '#ui/time/time.tsx'
import { GenerateDraft } from './generate-draft.tsx'

const back = { to: paths.conversations(), label: 'Conversations' }
const conversationRead = (conversationId: string) => read('conversationShow', { params: { conversationId } })

export const loader = ({ params: { conversationId = '' } }: LoaderFunctionArgs) =>
  load(conversationRead(conversationId))

const Muted = ({ children }: { children: string }) => <span className="text-muted">{children}</span>

const Facts = ({
  conversation: { _id, customer, agentId, pathwayId, createdAt, updatedAt },
}: {
  conversation: Conversation
}) => (
  <Section title="Customer and agent">
    <DescriptionList
      facts={[
        { term: 'Name', value: customer.name || <Muted>Unknown</Muted> },
        { term: 'Number', value: <PhoneNumber number={customer.phone} none="Unknown" /> },
        { term: 'E-mail', value: customer.email || <Muted>Unknown</Muted> },
        { term: 'Agent', value: agentId ? <AgentName id={agentId} /> : <Muted>None</Muted> },
        { term: 'Flow', value: pathwayId ? <FlowName id={pathwayId} /> : <Muted>None</Muted> },
        { term: 'Started', value: <Time at={createdAt} show="day-and-time" /> },
        { term: 'Updated', value: <Time at={updatedAt} show="day-and-time" /> },
        { term: 'Conversation ID', value: <Id id={_id} name="conversation ID" /> },
      ]}
    />
  </Section>
)

const reviewLink = (conversation: string) => (message: Message) =>
  needsReview(message) && <Link to={paths.review({ conversation, message: message._id })}>Review this draft</Link>

function LoadedConversation({ conversation, id }: { conversation: Conversation; id: string }) {
  const agent = useAgentName(conversation.agentId)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <section
        aria-labelledby="thread"
        className="flex max-h-[calc(100dvh-var(--spacing-top-bar)-var(--banner-height,0px)-9rem)] min-h-64 min-w-0 flex-col overflow-clip rounded-large border border-line bg-raised"
      >
        <h2 id="thread" className="flex min-h-row items-center gap-3 border-b border-line px-3 text-base">
          Messages
          <span className="text-label font-normal text-muted">
            {plural(conversation.messages.length, 'message', 'messages')}
          </span>
        </h2>
        <MessageThread
          conversation={conversation}
          agent={agent}
          action={reviewLink(id)}
          empty={
            <EmptyState icon={MessageSquare} title="No messages yet">
              Messages between the customer and the agent appear here.
            </EmptyState>
          }
        />
      </section>
      <Facts conversation={conversation} />
    </div>
  )
}

export function Component() {
  const { conversationId = '' } = useParams()
  const query = useRead(conversationRead(conversationId))
  const { data, readAt, refusal } = query
  const drafts = data?.messages.filter(needsReview) ?? []
  const firstDraft = drafts[0]
  return (
    <StaleStatusesIfRefused refusal={refusal}>
      <Page>
        <PageHeader
          title={
            data
              ? data.customer.name || data.customer.phone || data.customer.email || 'Unknown customer'
              : 'Conversation'
          }
          status={
            firstDraft && (
              <StatusLabel state="needs-you" label={plural(drafts.length, 'draft to review', 'drafts to review')} />
            )
          }
          back={back}
          facts={
            <>
              {data && <PhoneNumber number={data.customer.phone} country="name" none="No phone number" />}
              {data && <PersonLink address={data.customer.phone || data.customer.email} />}
              <Age readAt={readAt} refusal={refusal} />
            </>
          }
          actions={
            data && (
              <>
                <DoNotCallButton number={data.customer.phone} source={{ kind: 'conversation', id: conversationId }} />
                <GenerateDraft conversation={data} />
                {firstDraft && (
                  <ButtonLink
                    variant="primary"
                    to={paths.review({ conversation: conversationId, message: firstDraft._id })}
                  >
                    Review {plural(drafts.length, 'draft', 'drafts')}
                  </ButtonLink>
                )}
              </>
            )
          }
        />
        <DataView query={query} loading={<SkeletonText lines={10} label="Loading conversation…" />}>
          {(conversation) => <LoadedConversation conversation={conversation} id={conversationId} />}
        </DataView>
      </Page>
    </StaleStatusesIfRefused>
  )
}
