/** `/agents/:agentId/versions` and the same of other records: who changed what when, the comparison of two versions, and their restoration. */

import { type LoaderFunctionArgs, useLocation, useParams } from 'react-router'
import { load, queryClient, read, useRead } from '#api/reads.ts'
import { changeTexts } from '#components/versions/change-texts.ts'
import { type DeletedRecord, type ListedVersion, type VersionKind } from '#contract/index.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { Pagination } from '#kit/data/pagination.tsx'
import { ButtonLink, Link, PlainLink } from '#kit/navigation/link.tsx'
import { deletedPath } from '#kit/navigation/record-kinds.ts'
import { page, parseSearch, useSearch, type Values, wholeFrom } from '#kit/navigation/search-params.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { cx } from '#ui/classes.ts'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { Badge } from '#ui/status/badge.tsx'
import { visible } from '#ui/text/visible-text.tsx'
import { Time } from '#ui/time/time.tsx'
import { Comparison } from './comparison.tsx'
import { versionRead } from './reads.ts'
import * as texts from './texts.ts'
import { kindFacts } from './version-kinds.ts'

/** The most changes that the list names of one version. */
const maxChanges = 4

function changesOf({ cause, changes }: ListedVersion): string[] {
  if (cause === 'deleted' || cause === 'deleted_elsewhere') return []
  if (changes === null)
    return cause === 'changed' || cause === 'changed_elsewhere' ? ['No earlier version is known.'] : []
  return changes.length === 0 ? ['The same fields as before'] : changeTexts(changes, maxChanges)
}

interface Props {
  versions: readonly ListedVersion[]
  selected: number
  latest: number
}

function VersionList({ versions, selected, latest }: Props) {
  const { search } = useLocation()
  const addressOf = (number: number) => {
    const params = new URLSearchParams(search)
    params.set('version', String(number))
    params.delete('since')
    return `?${params}`
  }
  return (
    <ol aria-label={texts.versionsSection} className="divide-y divide-line">
      {versions.map((version) => (
        <li key={version.number}>
          <PlainLink
            to={addressOf(version.number)}
            preventScrollReset
            aria-current={version.number === selected ? 'true' : undefined}
            className={cx(
              'flex flex-col gap-0.5 border-l-2 px-3 py-2 focus-visible:-outline-offset-2',
              version.number === selected ? 'border-accent bg-pressed' : 'border-transparent hover:bg-hover',
            )}
          >
            <span className="flex flex-wrap items-center gap-x-2">
              <span className="font-medium">{texts.causeText(version)}</span>
              {version.number === latest && <Badge>Latest</Badge>}
              <span className="ml-auto text-label text-muted">{texts.versionTitle(version.number)}</span>
            </span>
            <span className="flex flex-wrap gap-x-2 text-label text-muted">
              {texts.madeBy(version) !== '' && <span>{visible(texts.madeBy(version))}</span>}
              <Time at={version.at} show="day-and-time" />
            </span>
            {changesOf(version).map((text) => (
              <span key={text} className="text-label break-words text-soft">
                {visible(text)}
              </span>
            ))}
          </PlainLink>
        </li>
      ))}
    </ol>
  )
}

const fields = {
  page,
  /** 0: the latest. */
  version: wholeFrom(0, 0),
  /** The version to compare with; 0: the one before. */
  since: wholeFrom(0, 0),
}
type Search = Values<typeof fields>

const listRead = (kind: VersionKind, recordId: string, page: number) =>
  read('versionList', { params: { kind, recordId }, query: { page } })

/** The two versions that the address compares. `since` is 0 if there is nothing to compare with. */
function comparedVersions({ version, since }: Search, latest: DeletedRecord) {
  const number = version === 0 ? latest.number : version
  return { number, since: since === 0 ? number - 1 : since }
}

/** The loader of the page for a kind. */
export const versionsLoader =
  (kind: VersionKind) =>
  async ({ request, params }: LoaderFunctionArgs) => {
    const search = parseSearch(fields, request.url)
    const recordId = params.recordId ?? ''
    const list = listRead(kind, recordId, search.page)
    await load(list)
    const latest = queryClient.getQueryData(list.queryKey)?.data.latest
    if (!latest) return null
    const { number, since } = comparedVersions(search, latest)
    const key = { kind, recordId }
    return load(versionRead(key, number, since))
  }

/** What became of a deleted record. */
function DeletedNote({ kind, latest }: { kind: VersionKind; latest: DeletedRecord }) {
  const { noun, pathOf } = kindFacts(kind)
  const isDeleted = latest.cause === 'deleted' || latest.cause === 'deleted_elsewhere'
  if (!isDeleted) return null
  if (latest.restoredAs === null) return <ErrorNote tone="neutral" text={{ message: texts.deletedNote(noun) }} />
  return (
    <ErrorNote tone="neutral" text={{ message: 'This record was deleted and restored under another ID.' }}>
      <Link to={pathOf(latest.restoredAs)}>Show the restored record</Link>
    </ErrorNote>
  )
}

/** The page for a kind. */
export function VersionsPage({ kind }: { kind: VersionKind }) {
  const { noun, pathOf, listPath } = kindFacts(kind)
  const { recordId = '' } = useParams()
  const [search] = useSearch(fields)
  const query = useRead(listRead(kind, recordId, search.page))
  const latest = query.data?.latest
  const isDeleted = latest?.cause === 'deleted' || latest?.cause === 'deleted_elsewhere'
  const name = latest?.name || recordId
  return (
    <Page>
      <PageHeader
        title={`Versions of ${name}`}
        back={
          isDeleted ? { to: deletedPath(kind), label: texts.deletedTitle(noun) } : { to: pathOf(recordId), label: name }
        }
      />
      {latest && <DeletedNote kind={kind} latest={latest} />}
      <DataView
        query={query}
        loading={<SkeletonRows rows={8} columns={2} label={texts.loadingVersions} />}
        isEmpty={({ versions }) => versions.length === 0}
        empty={
          <EmptyState title="No versions yet" action={<ButtonLink to={listPath}>{texts.listTitle(noun)}</ButtonLink>}>
            {texts.noVersionsHint(noun)}
          </EmptyState>
        }
      >
        {({ versions, pagination, latest }) => {
          if (!latest) return null
          const compared = comparedVersions(search, latest)
          return (
            <div className="grid items-start gap-4 lg:grid-cols-[minmax(18rem,24rem)_minmax(0,1fr)]">
              <Section title={texts.versionsSection} flush>
                <VersionList versions={versions} selected={compared.number} latest={latest.number} />
                <Pagination pagination={pagination} noun={texts.versionNoun} isLoading={query.isPlaceholder} />
              </Section>
              <Comparison key={compared.number} recordKey={{ kind, recordId }} latest={latest} {...compared} />
            </div>
          )
        }}
      </DataView>
    </Page>
  )
}
