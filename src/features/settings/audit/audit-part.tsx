/** The audit: who did what to what, when, and with which outcome (experience U49). It contains no phone numbers and no messages. */
import type { LoaderFunctionArgs } from 'react-router'
import * as z from 'zod/mini'
import { load, read, useRead } from '#api/reads.ts'
import { isRecorded } from '#components/effects/effect-texts.ts'
import {
  effectStates,
  idPattern,
  type KnownOperator,
  type RequestDefinition,
  requests,
  stateTexts,
} from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { DataTable } from '#kit/data/data-table.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { parseSearch, useSearch } from '#kit/navigation/search-params.ts'
import { Select } from '#ui/forms/select.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { AuditPagination } from './audit-pagination.tsx'
import { auditColumns, operatorsRead } from './columns.tsx'
import { ExportAudit } from './export-audit.tsx'
import { TargetFilter } from './target-filter.tsx'
import * as texts from './texts.tsx'
import { TimeFilter } from './time-filter.tsx'

const wholeNumber = z.optional(z.pipe(z.coerce.number<string>(), z.int().check(z.gte(0))))
const Search = z.object({
  before: wholeNumber,
  operator: z.optional(z.string().check(z.regex(idPattern))),
  endpoint: z.optional(z.string().check(z.refine(isRecorded))),
  state: z.optional(z.enum(effectStates)),
  thing: z.optional(z.string().check(z.regex(idPattern))),
  from: wholeNumber,
  to: wholeNumber,
})
type Filter = Omit<z.output<typeof Search>, 'before'>

const auditRead = (filter: Filter, before: number | undefined) =>
  read('historyList', { query: { ...filter, before, limit: 50 } })

export async function auditLoader({ request }: LoaderFunctionArgs) {
  const { before, ...filter } = parseSearch(Search, request.url)
  return Promise.all([load(operatorsRead), load(auditRead(filter, before))])
}

/** The value of the option that does not filter. A list cannot have an option with an empty value. */
const noFilter = '*'

const actionOptions = Object.entries<RequestDefinition>(requests)
  .flatMap(([value, { done }]) => (done === undefined ? [] : [{ value, label: done }]))
  .toSorted((one, other) => one.label.localeCompare(other.label))
const stateOptions = effectStates.map((value) => ({ value, label: stateTexts[value] }))

interface FiltersProps {
  filter: Filter
  operators: readonly KnownOperator[]
  onChange: (filter: Filter) => void
}

function Filters({ filter, operators, onChange }: FiltersProps) {
  return (
    <div className="grid gap-3 border-b border-line px-3 py-2.5 sm:grid-cols-2 lg:grid-cols-3">
      <Select
        label={texts.operatorFilter}
        value={filter.operator ?? noFilter}
        onChange={(operator) => onChange({ operator: operator === noFilter ? undefined : operator })}
        options={[
          { value: noFilter, label: texts.allOperators },
          ...operators.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Select
        label={texts.actionFilter}
        value={filter.endpoint ?? noFilter}
        onChange={(endpoint) => onChange({ endpoint: endpoint === noFilter ? undefined : endpoint })}
        options={[{ value: noFilter, label: texts.allActions }, ...actionOptions]}
      />
      <Select
        label={texts.outcomeFilter}
        value={filter.state ?? noFilter}
        onChange={(state) => onChange({ state: state === noFilter ? undefined : state })}
        options={[{ value: noFilter, label: texts.allOutcomes }, ...stateOptions]}
      />
      <TargetFilter target={filter.thing} operators={operators} onChange={(thing) => onChange({ thing })} />
      <TimeFilter label={texts.fromFilter} at={filter.from} onChange={(from) => onChange({ from })} />
      <TimeFilter
        label={texts.toFilter}
        at={filter.to}
        // Includes the whole minute.
        onChange={(to) => onChange({ to: to === undefined ? undefined : to + 59_999 })}
      />
    </div>
  )
}

const EmptyAudit = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title={texts.noMatches} action={<ButtonLink to="?">{texts.clearFilters}</ButtonLink>}>
      {texts.noMatchesHint}
    </EmptyState>
  ) : (
    <EmptyState title={texts.noEntries}>{texts.noEntriesHint}</EmptyState>
  )

export function AuditPart() {
  const [search, setSearch] = useSearch(Search)
  const { before, ...filter } = search
  const operators = useRead(operatorsRead).data?.operators ?? []
  const query = useRead(auditRead(filter, before))
  return (
    <Section
      title={texts.audit}
      facts={<Age readAt={query.readAt} refusal={query.refusal} />}
      actions={<ExportAudit filter={filter} />}
      flush
    >
      <Filters filter={filter} operators={operators} onChange={(next) => setSearch({ ...next, before: undefined })} />
      <DataView
        query={query}
        loading={<SkeletonRows rows={15} columns={5} label={texts.loadingAudit} />}
        isEmpty={({ entries }) => entries.length === 0}
        empty={<EmptyAudit isFiltered={Object.values(search).some((value) => value !== undefined)} />}
      >
        {({ entries, total, next }) => (
          <>
            <DataTable caption={texts.audit} columns={auditColumns} rows={entries} rowKey={({ seq }) => String(seq)} />
            <AuditPagination total={total} before={before} next={next} />
          </>
        )}
      </DataView>
    </Section>
  )
}
