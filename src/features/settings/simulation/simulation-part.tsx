/** The API keys of the embedded simulation, for programs that connect to it. */

import { useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { read, useRead } from '#api/reads.ts'
import { ownKey, type SimulationKey } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { refusalText } from '#kit/data/refusal-text.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Section } from '#ui/layout/section.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { Time } from '#ui/time/time.tsx'
import { screenReaderText } from '../shared/screen-reader-text.tsx'
import { CreateKey } from './create-key.tsx'
import * as texts from './texts.tsx'

function RevokeKey({ simulationKey: { id, name, fingerprint } }: { simulationKey: SimulationKey }) {
  const permission = usePermission('simulationKeyRevoke')
  const [open, setOpen] = useState(false)
  const { run } = useCommand('simulationKeyRevoke')
  return (
    <>
      <Button
        size="small"
        disabledReason={permission.reason || (id === ownKey && 'Switchboard itself uses this key.')}
        onClick={() => setOpen(true)}
      >
        Revoke{screenReaderText(` key ${name}`)}
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Revoke the key “${name}”?`}
        cancelLabel={texts.cancel}
        action="Revoke key"
        tone="danger"
        run={(key) => run({ params: { keyId: id }, key })}
        onDone={() => {
          setOpen(false)
          notify({ title: `Key “${name}” revoked.` })
        }}
      >
        <p>
          Programs that use it (fingerprint <span className="mono">{fingerprint}</span>) are refused from now on. A
          revoked key cannot be restored.
        </p>
      </Confirm>
    </>
  )
}

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
