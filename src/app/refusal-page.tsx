/** A page that cannot be shown, inside the frame. */
import { useRevalidator, useRouteError } from 'react-router'
import { Refusal } from '#contract/index.ts'
import { refusalWords } from '#kit/data/refusal-text.ts'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { Button } from '#ui/forms/button.tsx'
import { ErrorState } from '#ui/layout/error-state.tsx'
import { Card } from '#ui/layout/section.tsx'

/** A file of a page that is no longer on the server: it was renewed since this window was opened. */
const isOutdated = (error: unknown) => error instanceof TypeError && /import/i.test(error.message)

export function RefusalPage() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  if (error instanceof Refusal) {
    return (
      <Page>
        <PageHeader title={error.status === 404 ? 'Not found' : 'This page cannot be shown'} />
        <Card flush>
          <ErrorState words={refusalWords(error)} retry={() => void revalidate()}>
            <ButtonLink to={paths.overview()}>Go to the overview</ButtonLink>
          </ErrorState>
        </Card>
      </Page>
    )
  }
  const words = isOutdated(error)
    ? { happened: 'Switchboard was renewed since this window was opened.', toDo: 'Load the page again.' }
    : {
        happened: 'This page failed. The fault is in Switchboard, not in what you did.',
        details: error instanceof Error ? error.message : '',
        toDo: 'Load it again; if it stays so, tell an administrator what stands above.',
      }
  return (
    <Page>
      <PageHeader title="This page cannot be shown" />
      <Card flush>
        <ErrorState words={words}>
          <Button onClick={() => location.reload()}>Load the page again</Button>
          <ButtonLink to={paths.overview()}>Go to the overview</ButtonLink>
        </ErrorState>
      </Card>
    </Page>
  )
}

/** An address that leads nowhere. */
export function NotFound() {
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
