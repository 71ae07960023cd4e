/** The API keys of the embedded simulation, for programs that connect to it. */
import { read, useRead } from '#api/reads.ts'
import type { SimulationKey } from '#contract/index.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { usePermission } from '#kit/permissions.ts'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { Time } from '#ui/time/time.tsx'
import { CreateKey } from './create-key.tsx'
import { RevokeKey } from './revoke-key.tsx'
import * as texts from './texts.tsx'

const columns: readonly Column<SimulationKey>[] = [
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

/** Shows nothing if the service is not embedded. */
export function SimulationPart() {
  const permission = usePermission('simulationShow')
  const { data, refusal } = useRead({ ...read('simulationShow'), enabled: permission.allowed })
  if (refusal && refusal.code !== 'not_offered' && refusal.status !== 404) {
    return (
      <Section title={texts.simulationKeys}>
        <ErrorNote tone="neutral" text={refusalText(refusal)} />
      </Section>
    )
  }
  if (!data) return null
  return (
    <Section title={texts.simulationKeys} facts={data.keys.length} actions={<CreateKey />} flush>
      <Table caption={texts.simulationKeys} columns={columns} rows={data.keys} rowKey={({ id }) => id} />
      <p className="border-t border-line px-3 py-2 text-label text-muted">
        Create a key for each program that you connect to this simulation. All keys share one request budget.
      </p>
    </Section>
  )
}
