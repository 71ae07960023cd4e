/** The audit: who did what to what, when, and with which outcome (experience U49). It contains no phone numbers and no messages. */

import Download from 'lucide-react/icons/download'
import ScrollText from 'lucide-react/icons/scroll-text'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLocation } from 'react-router'
import { request } from '#api/client.ts'
import { load, read, useRead } from '#api/reads.ts'
import { SavedViews } from '#components/saved-views/saved-views.tsx'
import { type Contract, type EffectState, type KnownOperator, type QueryOf, Refusal } from '#contract/index.ts'
import { notify } from '#kit/actions/notices.ts'
import { Age } from '#kit/data/age.tsx'
import { type ListState, onePage, queried, stateAt } from '#kit/list/definition.ts'
import { List } from '#kit/list/list.tsx'
import { useListState } from '#kit/list/use-list.ts'
import { ButtonLink, PlainLink } from '#kit/navigation/link.tsx'
import { parseSearch, useSearch, wholeFrom } from '#kit/navigation/search-params.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button, buttonClasses } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { saveFile } from '#ui/save-file.ts'
import { number, plural } from '#ui/text/format-number.ts'
import { loadingText } from '#ui/texts.tsx'
import { auditList, operatorsRead } from './columns.tsx'
import * as texts from './texts.tsx'

function ExportAudit({ filter }: { filter: QueryOf<Contract['historyExport']> }) {
  const permission = usePermission('historyExport')
  const [isPending, setIsPending] = useState(false)
  const exportFile = async () => {
    setIsPending(true)
    try {
      const { data } = await request('historyExport', { query: filter })
      saveFile(data as unknown as Blob, 'audit.csv')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      notify({ title: 'The audit was not exported.', text: error.message, tone: 'danger' })
    } finally {
      setIsPending(false)
    }
  }
  return (
    <Button
      size="small"
      variant="ghost"
      icon={Download}
      pending={isPending}
      disabledReason={permission.reason}
      onClick={() => void exportFile()}
    >
      Export as CSV
    </Button>
  )
}

/** The gateway stops counting entries at this number. */
const maxCounted = 1_000

interface Props {
  /** null: more than `maxCounted`. */
  total: number | null
  /** The sequence number of an entry: this page has only older entries. undefined: this is the first page. */
  before: number | undefined
  /** `before` of the next page; null: there is none. */
  next: number | null
  isLoading: boolean
}

/** @param entry null: the first page */
function pageBefore(search: string, entry: number | null): string {
  const params = new URLSearchParams(search)
  if (entry === null) params.delete('before')
  else params.set('before', String(entry))
  return `?${params}`
}

/** Shown in place of a page that would begin after the last entry, such as from a stored address. */
const NoOlderEntries = ({ isFiltered }: { isFiltered: boolean }) => (
  <EmptyState
    title={isFiltered ? 'No older entries match these filters' : 'No older entries'}
    action={<ButtonLink to={pageBefore(useLocation().search, null)}>{texts.newestEntries}</ButtonLink>}
  >
    All entries are on the pages before this one.
  </EmptyState>
)

function AuditPagination({ total, before, next, isLoading }: Props) {
  const { search } = useLocation()
  const link = (to: string, text: string) => (
    <PlainLink to={to} className={buttonClasses('quiet', 'small')}>
      {text}
    </PlainLink>
  )
  return (
    <nav
      aria-label="Pages of entries"
      className="flex items-center gap-2 border-t border-line px-3 py-1.5 text-label text-muted tabular-nums"
    >
      <span className="mr-auto">
        {isLoading
          ? loadingText
          : total === null
            ? `More than ${number(maxCounted)} entries`
            : plural(total, 'entry', 'entries')}
      </span>
      {before !== undefined && link(pageBefore(search, null), texts.newestEntries)}
      {next !== null && link(pageBefore(search, next), 'Older entries')}
    </nav>
  )
}

/** The page: entries that are older than the one with this number. */
const fields = { before: wholeFrom(0, undefined) }

function filterOf(operators: readonly KnownOperator[], state: ListState) {
  const { filterBy } = queried(auditList(operators), state)
  const momentOf = (id: string) => filterBy(id) && Number(filterBy(id))
  return {
    operator: filterBy('operator'),
    endpoint: filterBy('endpoint'),
    state: filterBy('state') as EffectState | undefined,
    thing: filterBy('thing'),
    from: momentOf('from') || undefined,
    to: momentOf('to') || undefined,
  }
}

const auditRead = (filter: ReturnType<typeof filterOf>, before: number | undefined) =>
  read('historyList', { query: { ...filter, before, limit: 50 } })

export async function auditLoader({ request: { url } }: LoaderFunctionArgs) {
  const filter = filterOf([], stateAt(auditList([]), url))
  return load(operatorsRead, auditRead(filter, parseSearch(fields, url).before))
}

export function AuditPart() {
  const operators = useRead(operatorsRead).data?.operators ?? []
  const [state, change] = useListState(auditList(operators))
  const [{ before }] = useSearch(fields)
  const filter = filterOf(operators, state)
  const query = useRead(auditRead(filter, before))
  const { entries = [], total = null, next = null } = query.data ?? {}
  const list = auditList(
    operators,
    new Map(entries.flatMap(({ ids, names }) => Object.entries(names).map(([key, name]) => [ids[key] ?? '', name]))),
  )
  return (
    <List
      list={list}
      caption={texts.audit}
      icon={ScrollText}
      state={state}
      // The choice of columns keeps the page, as in other lists.
      onChange={(patch) => change('page' in patch ? patch : { before: undefined, ...patch })}
      query={{ ...query, data: query.data && onePage(entries) }}
      views={<SavedViews page="audit" many="entries" />}
      pages={<AuditPagination total={total} before={before} next={next} isLoading={query.isPlaceholder} />}
      renderFrame={(rows) => (
        <Section
          title={texts.audit}
          facts={<Age readAt={query.readAt} refusal={query.refusal} />}
          actions={<ExportAudit filter={filter} />}
          flush
        >
          {rows}
        </Section>
      )}
      first={
        before === undefined ? (
          <EmptyState title="No entries yet">
            Switchboard records every command here before it sends it: calls, batches, decisions and changes.
          </EmptyState>
        ) : (
          <NoOlderEntries isFiltered={false} />
        )
      }
      {...(before !== undefined && { notFound: <NoOlderEntries isFiltered /> })}
    />
  )
}
