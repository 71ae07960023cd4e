/** `/review`: the queue of drafts, or the operator's decisions of today. */

import { useState } from 'react'
import { loadFirst } from '#api/first-reads.ts'
import { read, useRead } from '#api/reads.ts'
import { OpenConversationsProvider } from '#components/messages/open-conversations.tsx'
import { type Draft, isWaiting } from '#contract/index.ts'
import { UnsavedGuard } from '#kit/actions/unsaved-guard.tsx'
import { Age } from '#kit/data/age.tsx'
import { DataView, StaleStatusesIfRefused } from '#kit/data/data-view.tsx'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { useSearch } from '#kit/navigation/search-params.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { Card } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { number, plural } from '#ui/text/format-number.ts'
import { useIsNarrow } from '#ui/use-media.ts'
import { OwnDecisions } from './own-decisions.tsx'
import { reviewFields } from './queue/review-search.ts'
import { useShownCount } from './queue/use-queue.ts'
import { ReviewQueue, type ReviewQueueProps } from './review-queue.tsx'
import * as texts from './texts.ts'
import { editedKeysOf } from './unsent-edits.ts'
import { useEdits } from './use-edits.ts'

const queueRead = read('reviewQueue')
const noDrafts: readonly Draft[] = []
export const loader = () => loadFirst('/review')
/** Not when the address changes: the reads do not depend on it, and the next draft opens without waiting for a promise. */
export const shouldRevalidate = () => false

/** Links to the other lists of this page. */
function ListSwitch({ undeliveredCount }: { undeliveredCount: number }) {
  const [{ list }] = useSearch(reviewFields)
  const canDecide = usePermission('decisionMake').allowed
  return (
    <>
      {list !== '' && <ButtonLink to="?">{texts.backToQueue}</ButtonLink>}
      {list !== 'own' && canDecide && <ButtonLink to="?list=own">{texts.decisionsToday}</ButtonLink>}
      {undeliveredCount > 0 && (
        <ButtonLink to={paths.unfinished()}>Not delivered ({number(undeliveredCount)})</ButtonLink>
      )}
    </>
  )
}

function SelectedList(props: ReviewQueueProps) {
  const [{ list }] = useSearch(reviewFields)
  if (list === 'own') return <OwnDecisions />
  return <ReviewQueue {...props} />
}

/** In a narrow window an open draft takes the place of the queue: the address of the queue, with its filters. */
function useBackToQueue(): string | null {
  const [{ conversation, message: _, list: __, ...filter }] = useSearch(reviewFields)
  const isNarrow = useIsNarrow()
  if (!isNarrow || !conversation) return null
  return `?${new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''))}`
}

export function Component() {
  const query = useRead(queueRead)
  const { data, readAt, refusal } = query
  const [searchText, setSearchText] = useState('')
  const count = useShownCount(data?.drafts ?? noDrafts, searchText)
  const backToQueue = useBackToQueue()
  const { edits, setEdits, isStorageBroken } = useEdits()
  const editCount = editedKeysOf(edits, data?.drafts ?? []).length
  return (
    <StaleStatusesIfRefused refusal={refusal}>
      <OpenConversationsProvider>
        <Page width="wide">
          <PageHeader
            title="Review"
            count={count}
            back={backToQueue === null ? undefined : { to: backToQueue, label: texts.backToQueue }}
            facts={
              data &&
              backToQueue === null && (
                <>
                  <span>{texts.draftsWaiting(count, data.drafts.filter(isWaiting).length)}</span>
                  <span>{texts.watching(data.watching)}</span>
                  <Age readAt={data.readAt} isBrowserTime={false} refusal={refusal} />
                  {!data.listed && (
                    <span>
                      The service has no conversation list, so only conversations that your team has opened are watched.
                      The search at the top opens others by ID.
                    </span>
                  )}
                </>
              )
            }
            actions={backToQueue === null && <ListSwitch undeliveredCount={data?.undelivered.length ?? 0} />}
          />
          <DataView
            query={query}
            loading={
              <Card flush>
                <SkeletonRows rows={8} columns={3} label="Loading drafts…" />
              </Card>
            }
          >
            {(queue) => (
              <SelectedList
                queue={queue}
                readAt={readAt}
                searchText={searchText}
                onSearch={setSearchText}
                edits={edits}
                setEdits={setEdits}
              />
            )}
          </DataView>
          <UnsavedGuard isDirty={isStorageBroken && editCount > 0} subject={plural(editCount, 'edit', 'edits')} />
        </Page>
      </OpenConversationsProvider>
    </StaleStatusesIfRefused>
  )
}
