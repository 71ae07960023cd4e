import ListChecks from 'lucide-react/icons/list-checks'
import { ButtonLink } from '#shell/link.tsx'
import { Page, PageHeader } from '#shell/page-header.tsx'
import { paths } from '#shell/paths.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Card } from '#ui/section.tsx'

export const Component = () => (
  <Page>
    <PageHeader title="Review" facts="Messages that agents drafted, waiting for a decision" />
    <Card flush>
      <EmptyState
        icon={ListChecks}
        title="The queue is not here yet"
        action={<ButtonLink to={paths.overview()}>Go to the overview</ButtonLink>}
      >
        The queue will stand here: the oldest draft first, the recipient beside the button, and a few seconds to undo.
        Until then drafts stay as they are: nothing is sent without a decision.
      </EmptyState>
    </Card>
  </Page>
)
