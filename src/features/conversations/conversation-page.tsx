import MessageSquare from 'lucide-react/icons/message-square'
import { useParams } from 'react-router'
import { Page, PageHeader } from '#shell/page-header.tsx'
import { paths } from '#shell/paths.ts'
import { Id } from '#ui/copy-button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Card } from '#ui/section.tsx'

export function Component() {
  const { conversationId = '' } = useParams()
  return (
    <Page>
      <PageHeader
        title="Conversation"
        facts={<Id id={conversationId} of="conversation ID" />}
        back={{ to: paths.conversations(), label: 'Conversations' }}
      />
      <Card flush>
        <EmptyState icon={MessageSquare} title="The thread is not here yet">
          Its messages will stand here in order, drafts with their decisions. This address will stay the same.
        </EmptyState>
      </Card>
    </Page>
  )
}
