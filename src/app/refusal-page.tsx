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
import { useNewVersion } from './connection/new-version.tsx'

/** The page's own code could not be loaded. Each browser says so in words of its own. */
const isFileMissing = (error: unknown) => error instanceof TypeError && /import/i.test(error.message)

const newVersion = {
  happened: 'This page is no longer part of the version of Switchboard that you have open.',
  toDo: 'Reload to open the new version.',
}
const notLoaded = {
  happened: 'This page could not be loaded: Switchboard did not send it.',
  toDo: 'Check your connection, then reload.',
}

export function RefusalPage() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  const isOutdated = useNewVersion()
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
  const words = isFileMissing(error)
    ? isOutdated
      ? newVersion
      : notLoaded
    : {
        happened: 'This page failed because of an error in Switchboard.',
        details: error instanceof Error ? error.message : '',
        toDo: 'Reload. If it fails again, send an administrator the message above.',
      }
  return (
    <Page>
      <PageHeader title="This page cannot be shown" />
      <Card flush>
        <ErrorState words={words}>
          <Button onClick={() => location.reload()}>Reload</Button>
          <ButtonLink to={paths.overview()}>Go to the overview</ButtonLink>
        </ErrorState>
      </Card>
    </Page>
  )
}
