/** The page of one record: a header with facts and actions, and sections in two columns. */
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { QueryState } from '#api/reads.ts'
import type { VersionKind } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { Ago } from '#ui/time/time.tsx'
import { DeletedNotice } from './deleted-notice.tsx'
import { notAppliedIn } from './not-applied.ts'
import * as texts from './texts.tsx'

/** What all pages of one kind of record share. */
export interface RecordKind<Path extends string> {
  versions: VersionKind
  /** The title until the record is loaded, such as "Messaging agent". */
  title: string
  loading: string
  /** The link back to the list. */
  back: { to: string; label: string }
  /** The labels of the form's fields, to name those that the service did not apply. */
  labels: Readonly<Record<Path, string>>
  /** A sentence that says why the service may not have applied these fields; '' for none. */
  whyNotApplied?: (paths: readonly Path[]) => string
}

/** The parts of the page that depend on the record. */
export interface RecordParts {
  /** The title of the page if the record has no name. */
  id: string
  status: ReactNode
  /** Shown before the times of the last update and check. */
  facts: ReactNode
  actions: ReactNode
  /** The wide column. If it is empty, the page shows `side` there. */
  main: ReactNode
  /** The narrow column. */
  side: ReactNode
}

interface Props<Rec, Path extends string> {
  kind: RecordKind<Path>
  query: QueryState<Rec>
  children: (record: Rec) => RecordParts
}

const Column = ({ children }: { children: ReactNode }) => <div className="flex min-w-0 flex-col gap-4">{children}</div>

export function RecordPage<Rec extends { name: string; updatedAt: string }, Path extends string>({
  kind: { versions, title, loading, back, labels, whyNotApplied },
  query,
  children,
}: Props<Rec, Path>) {
  const { data: record, readAt, refusal } = query
  const notApplied = notAppliedIn(Object.keys(labels) as Path[], useLocation().state)
  const parts = record && children(record)
  return (
    <Page>
      <PageHeader
        title={record && parts ? record.name || parts.id : title}
        back={back}
        status={parts?.status}
        facts={
          <>
            {parts?.facts}
            {record && <span>{texts.updatedAgo(<Ago at={record.updatedAt} />)}</span>}
            <Age readAt={readAt} refusal={refusal} />
          </>
        }
        actions={parts?.actions}
      />
      {notApplied.length > 0 && (
        <ErrorNote
          tone="neutral"
          text={texts.notAppliedNote(
            notApplied.map((path) => labels[path]),
            whyNotApplied?.(notApplied),
          )}
        />
      )}
      <DataView
        query={query}
        loading={<SkeletonText label={loading} />}
        deleted={parts && <DeletedNotice kind={versions} id={parts.id} />}
      >
        {() => (
          <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]">
            {parts?.main && <Column>{parts.main}</Column>}
            <Column>{parts?.side}</Column>
          </div>
        )}
      </DataView>
    </Page>
  )
}
