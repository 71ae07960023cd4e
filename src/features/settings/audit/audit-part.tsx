/** Who did what to which thing, when, and how it ended (experience U49). The gateway keeps no numbers and no texts here. */
import type { LoaderFunctionArgs } from 'react-router'
import * as z from 'zod/mini'
import { load, queryClient, read, useRead } from '#api/reads.ts'
import { recordedActions } from '#api/recorded-actions.ts'
import { isRecorded } from '#components/effects/effect-texts.ts'
import { stateLabels } from '#components/effects/history-texts.ts'
import { effectStates, idPattern, type KnownOperator } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { DataTable } from '#kit/data/data-table.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { parseSearch, useSearch } from '#kit/navigation/search-params.ts'
import { Select } from '#ui/forms/select.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { OlderSteps } from './audit-pagination.tsx'
import { auditColumns, operatorsRead } from './columns.tsx'
import { ExportAudit } from './export-audit.tsx'
import { ThingFilter } from './thing-filter.tsx'
import { TimeFilter } from './time-filter.tsx'

const whole = z.optional(z.pipe(z.coerce.number<string>(), z.int().check(z.gte(0))))
const Search = z.object({
  before: whole,
  operator: z.optional(z.string().check(z.regex(idPattern))),
  endpoint: z.optional(z.string().check(z.refine(isRecorded))),
  state: z.optional(z.enum(effectStates)),
  thing: z.optional(z.string().check(z.regex(idPattern))),
  from: whole,
  to: whole,
})
type Filter = Omit<z.output<typeof Search>, 'before'>

/** The history knows people by their names; the address by their ids. */
const asAsked = ({ operator, ...filter }: Filter, operators: readonly KnownOperator[]): Filter => ({
  ...filter,
  operator: operators.find(({ id }) => id === operator)?.name ?? operator,
})
const auditRead = (filter: Filter, before: number | undefined) =>
  read('historyList', { query: { ...filter, before, limit: 50 } })

export async function auditLoader({ request }: LoaderFunctionArgs) {
  const { before, ...filter } = parseSearch(Search, request.url)
  await load(operatorsRead)
  const operators = queryClient.getQueryData(operatorsRead.queryKey)?.data.operators ?? []
  return load(auditRead(asAsked(filter, operators), before))
}

/** No filter, as a choice of its own: a list has no empty one. */
const any = '*'

const actionOptions = Object.entries(recordedActions)
  .map(([value, { done }]) => ({ value, label: done }))
  .toSorted((one, other) => one.label.localeCompare(other.label))
const stateOptions = effectStates.map((value) => ({ value, label: stateLabels[value] }))

interface FiltersProps {
  filter: Filter
  operators: readonly KnownOperator[]
  onChange: (filter: Filter) => void
}

function Filters({ filter, operators, onChange }: FiltersProps) {
  return (
    <div className="grid gap-3 border-b border-line px-3 py-2.5 sm:grid-cols-2 lg:grid-cols-3">
      <Select
        label="Who"
        value={filter.operator ?? any}
        onChange={(operator) => onChange({ operator: operator === any ? undefined : operator })}
        options={[{ value: any, label: 'Everybody' }, ...operators.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <Select
        label="What"
        value={filter.endpoint ?? any}
        onChange={(endpoint) => onChange({ endpoint: endpoint === any ? undefined : endpoint })}
        options={[{ value: any, label: 'Everything' }, ...actionOptions]}
      />
      <Select
        label="Outcome"
        value={filter.state ?? any}
        onChange={(state) => onChange({ state: state === any ? undefined : state })}
        options={[{ value: any, label: 'Every outcome' }, ...stateOptions]}
      />
      <ThingFilter thing={filter.thing} operators={operators} onChange={(thing) => onChange({ thing })} />
      <TimeFilter label="From" at={filter.from} onChange={(from) => onChange({ from })} />
      <TimeFilter
        label="To"
        at={filter.to}
        // All of that minute.
        onChange={(to) => onChange({ to: to === undefined ? undefined : to + 59_999 })}
      />
    </div>
  )
}

const NothingFits = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState title="Nothing in the audit fits" action={<ButtonLink to="?">Show the whole audit</ButtonLink>}>
      No step of anybody’s command matches these filters.
    </EmptyState>
  ) : (
    <EmptyState title="Nothing was done yet">
      Every command is recorded here before it is sent: a call, a batch, a decision, a change.
    </EmptyState>
  )

export function AuditPart() {
  const [search, setSearch] = useSearch(Search)
  const { before, ...filter } = search
  const operators = useRead(operatorsRead).data?.operators ?? []
  const asked = asAsked(filter, operators)
  const reading = useRead(auditRead(asked, before))
  return (
    <Section
      title="Audit"
      facts={<Age readAt={reading.readAt} refusal={reading.refusal} />}
      actions={<ExportAudit filter={asked} />}
      flush
    >
      <Filters filter={filter} operators={operators} onChange={(next) => setSearch({ ...next, before: undefined })} />
      <DataView
        reading={reading}
        loading={<SkeletonRows rows={15} columns={5} label="Loading the audit" />}
        isEmpty={({ entries }) => entries.length === 0}
        empty={<NothingFits filtered={Object.values(search).some((value) => value !== undefined)} />}
      >
        {({ entries, total, next }) => (
          <>
            <DataTable caption="Audit" columns={auditColumns} rows={entries} rowKey={({ seq }) => String(seq)} />
            <OlderSteps total={total} before={before} next={next} />
          </>
        )}
      </DataView>
    </Section>
  )
}
