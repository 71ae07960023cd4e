/** The page for an address that does not exist. */
import { ButtonLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { ErrorState } from '#ui/layout/error-state.tsx'
import { Card } from '#ui/layout/section.tsx'
import * as texts from './texts.ts'

export function Component() {
  return (
    <Page>
      <PageHeader title={texts.notFound} />
      <Card flush>
        <ErrorState
          text={{ message: 'There is no page at this address.', advice: 'Check the address, or search with Ctrl K.' }}
        >
          <ButtonLink to={paths.overview()}>{texts.goToOverview}</ButtonLink>
        </ErrorState>
      </Card>
    </Page>
  )
}
