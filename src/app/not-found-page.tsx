/** The page for an address that does not exist. */
import { ButtonLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { ErrorState } from '#ui/layout/error-state.tsx'
import { Card } from '#ui/layout/section.tsx'

export function Component() {
  return (
    <Page>
      <PageHeader title="Not found" />
      <Card flush>
        <ErrorState
          words={{ happened: 'There is no page at this address.', toDo: 'Check the address, or search with Ctrl K.' }}
        >
          <ButtonLink to={paths.overview()}>Go to the overview</ButtonLink>
        </ErrorState>
      </Card>
    </Page>
  )
}
