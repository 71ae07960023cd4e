/** The audit: who did what to what, when, and with which outcome (experience U49). It contains no phone numbers and no messages. */
import ScrollText from 'lucide-react/icons/scroll-text'
import type { LoaderFunctionArgs } from 'react-router'
import { load, read, useRead } from '#api/reads.ts'
import { SavedViews } from '#components/saved-views/saved-views.tsx'
import type { EffectState, KnownOperator } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { addressOf, type ListState, onePage, queried, stateOf } from '#kit/list/definition.ts'
import { List } from '#kit/list/list.tsx'
import { useListState } from '#kit/list/use-list.ts'
import { parseSearch, useSearch, wholeFrom } from '#kit/navigation/search-params.ts'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { AuditPagination, NoOlderEntries } from './audit-pagination.tsx'
import { auditList, operatorsRead } from './columns.tsx'
import { ExportAudit } from './export-audit.tsx'
import * as texts from './texts.tsx'

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
  const filter = filterOf([], stateOf(auditList([]), parseSearch(addressOf(auditList([])), url)))
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
      search={null}
      filters={queried(list, state).filters}
      views={<SavedViews page="audit" />}
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
