/** Where this process runs the service itself: its keys, for whoever writes a program against it. */
import { read, useRead } from '#api/reads.ts'
import type { SimulationKey } from '#contract/index.ts'
import { type DataColumn, DataTable } from '#kit/data/data-table.tsx'
import { refusalWords } from '#kit/data/refusal-text.ts'
import { usePermission } from '#kit/permissions.ts'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Time } from '#ui/time/time.tsx'
import { CreateKey } from './create-key.tsx'
import { RevokeKey } from './revoke-key.tsx'

const columns: readonly DataColumn<SimulationKey>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => <span className="font-medium break-words">{name}</span> },
  {
    id: 'fingerprint',
    header: 'Fingerprint',
    cell: ({ fingerprint }) => <span className="mono text-soft">{fingerprint}</span>,
  },
  { id: 'created', header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} show="day-and-time" /> },
  {
    id: 'actions',
    header: 'Actions',
    headerHidden: true,
    align: 'right',
    width: '6rem',
    cell: (row) => <RevokeKey simulationKey={row} />,
  },
]

/** Nothing at all where the service is somebody else's. */
export function SimulationPart() {
  const may = usePermission('simulationShow')
  const { data, refusal } = useRead({ ...read('simulationShow'), enabled: may.allowed })
  if (refusal && refusal.code !== 'not_offered' && refusal.status !== 404) {
    return (
      <Section title="Keys of the simulation">
        <ErrorNote tone="neutral" words={refusalWords(refusal)} />
      </Section>
    )
  }
  if (!data) return null
  return (
    <Section title="Keys of the simulation" facts={data.keys.length} actions={<CreateKey />} flush>
      <DataTable
        caption="Keys of the simulation"
        columns={columns}
        rows={data.keys}
        rowKey={({ id }) => id}
        sticky={false}
      />
      <p className="border-t border-line px-3 py-2 text-label text-muted">
        A program of yours speaks to this simulation with a key of its own. All keys share one request budget.
      </p>
    </Section>
  )
}
