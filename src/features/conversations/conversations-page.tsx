import MessageSquare from 'lucide-react/icons/message-square'
import { ButtonLink } from '#shell/link.tsx'
import { Page, PageHeader } from '#shell/page-header.tsx'
import { paths } from '#shell/paths.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Card } from '#ui/section.tsx'

export const Component = () => (
  <Page>
    <PageHeader title="Conversations" facts="What customers and agents wrote to each other" />
    <Card flush>
      <EmptyState
        icon={MessageSquare}
        title="Conversations are not here yet"
        action={<ButtonLink to={paths.calls()}>See the live calls</ButtonLink>}
      >
        The conversations that the team has seen will stand here, found by customer, number or ID. What is said in a
        call right now can be read on its page already.
      </EmptyState>
    </Card>
  </Page>
)
