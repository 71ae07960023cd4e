/** Replaces a page that cannot be shown, inside the frame. */
import { Suspense, useEffect } from 'react'
import { useRevalidator, useRouteError } from 'react-router'
import { doubtPollMs } from '#api/reads.ts'
import { Refusal } from '#contract/index.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { Button } from '#ui/forms/button.tsx'
import { ErrorState } from '#ui/layout/error-state.tsx'
import { Card } from '#ui/layout/section.tsx'
import { lazyPart } from '#ui/lazy-part.ts'
import { useNewVersion } from './connection/new-version.tsx'
import * as texts from './texts.ts'

/** Loaded only when a record is not found. */
const DeletedRecord = lazyPart(() => import('#components/versions/deleted-record.tsx'))

/** Whether the page's code could not be loaded. Each browser has its own message for that. */
const isFileMissing = (error: unknown) => error instanceof TypeError && /import/i.test(error.message)

export function RefusalPage() {
  'use no memo'
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  const isOutdated = useNewVersion()
  const isDoubtful = error instanceof Refusal && error.data.isDoubtful === true
  // One odd 404 proves nothing: another answer has to say so.
  useEffect(() => {
    if (!isDoubtful) return undefined
    const timer = setInterval(() => void revalidate(), doubtPollMs)
    return () => clearInterval(timer)
  }, [isDoubtful, revalidate])
  if (error instanceof Refusal) {
    return (
      <Page>
        <PageHeader title={error.isGone ? texts.notFound : texts.cannotShowPage} />
        <Card flush>
          <ErrorState text={refusalText(error)} retry={error.isGone ? undefined : () => void revalidate()}>
            <ButtonLink to={paths.overview()}>{texts.goToOverview}</ButtonLink>
          </ErrorState>
          {error.isGone && (
            <Suspense>
              <DeletedRecord />
            </Suspense>
          )}
        </Card>
      </Page>
    )
  }
  const text = isFileMissing(error)
    ? isOutdated
      ? texts.pageIsOutdated
      : texts.pageNotLoaded
    : texts.pageFailed(error instanceof Error ? error.message : '')
  return (
    <Page>
      <PageHeader title={texts.cannotShowPage} />
      <Card flush>
        <ErrorState text={text}>
          <Button onClick={() => location.reload()}>Reload</Button>
          <ButtonLink to={paths.overview()}>{texts.goToOverview}</ButtonLink>
        </ErrorState>
      </Card>
    </Page>
  )
}
