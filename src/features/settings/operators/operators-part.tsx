/** Who may come in, with which roles (experience U47). */
import { load, read, useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import type { KnownOperator } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { type DataColumn, DataTable } from '#kit/data/data-table.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { Badge } from '#ui/status/badge.tsx'
import { Lamp } from '#ui/status/lamp.tsx'
import { plural } from '#ui/text/format-number.ts'
import { Ago, Time } from '#ui/time/time.tsx'
import { InviteOperator } from './invite-operator.tsx'
import { OperatorActions } from './operator-actions.tsx'
import { rolesInWords } from './role-choice.tsx'
import { type InvitationRow, WithdrawInvitation } from './withdraw-invitation.tsx'

const operatorsRead = read('operatorList')
export const operatorsLoader = () => load(operatorsRead)

interface OperatorRow {
  operator: KnownOperator
  /** Without the ready operators of a simulation. */
  all: readonly KnownOperator[]
}

function Name({ operator: { id, name } }: OperatorRow) {
  const me = useSession().operator?.id === id
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2 font-medium">
      {name}
      {me && <Badge tone="outline">You</Badge>}
    </span>
  )
}

const columns: readonly DataColumn<OperatorRow>[] = [
  { id: 'name', header: 'Name', cell: (row) => <Name {...row} /> },
  {
    id: 'email',
    header: 'E-mail',
    from: 'md',
    cell: ({ operator: { email } }) => <span className="break-all text-soft">{email || '–'}</span>,
  },
  { id: 'roles', header: 'Roles', cell: ({ operator: { roles } }) => rolesInWords(roles) },
  {
    id: 'seen',
    header: 'Last seen',
    width: '7rem',
    cell: ({ operator: { lastSeen } }) => <Ago at={lastSeen} none="–" />,
  },
  {
    id: 'state',
    header: 'State',
    width: '7rem',
    cell: ({ operator: { disabled } }) =>
      disabled ? <Lamp state="off" word="Disabled" /> : <Lamp state="done" word="Enabled" />,
  },
  {
    id: 'actions',
    header: 'Actions',
    headerHidden: true,
    width: '17rem',
    align: 'right',
    cell: (row) => <OperatorActions {...row} />,
  },
]

const invitationColumns: readonly DataColumn<InvitationRow>[] = [
  { id: 'roles', header: 'Roles', cell: ({ invitation: { roles } }) => rolesInWords(roles) },
  {
    id: 'for',
    header: 'For',
    cell: ({ invitation: { email } }) => <span className="break-all">{email ?? 'Whoever has the link'}</span>,
  },
  {
    id: 'by',
    header: 'Invited by',
    width: '13rem',
    from: 'md',
    cell: ({ invitation: { madeBy, madeAt } }) => (
      <span className="inline-flex flex-wrap gap-x-1.5">
        {madeBy ?? 'Switchboard'}
        {madeAt !== null && (
          <span className="text-muted">
            <Ago at={madeAt} />
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'until',
    header: 'Works until',
    cell: ({ invitation: { expiresAt } }) => <Time at={expiresAt} show="day-and-time" />,
  },
  {
    id: 'actions',
    header: 'Actions',
    headerHidden: true,
    align: 'right',
    cell: (row) => <WithdrawInvitation {...row} />,
  },
]

const byName = (one: KnownOperator, other: KnownOperator) =>
  one.name.localeCompare(other.name) || one.id.localeCompare(other.id)

export function OperatorsPart() {
  const reading = useRead(operatorsRead)
  const ready = useSession().switchable.map(({ id }) => id)
  const shown = reading.data?.operators.toSorted(byName) ?? []
  const all = shown.filter(({ id }) => !ready.includes(id))
  return (
    <>
      <Section
        title="Operators"
        facts={<Age readAt={reading.readAt} refusal={reading.refusal} />}
        actions={<InviteOperator />}
        flush
      >
        <DataView
          reading={reading}
          loading={<SkeletonRows rows={5} columns={5} label="Loading operators" />}
          isEmpty={() => false}
          empty={null}
        >
          {() => (
            <DataTable
              caption="Operators"
              columns={columns}
              rows={shown.map((operator) => ({ operator, all }))}
              rowKey={({ operator }) => operator.id}
              isDimmed={({ operator }) => operator.disabled}
            />
          )}
        </DataView>
      </Section>
      {reading.data && reading.data.invitations.length > 0 && (
        <Section
          title="Open invitations"
          facts={plural(reading.data.invitations.length, 'link waits', 'links wait')}
          flush
        >
          <DataTable
            caption="Open invitations"
            columns={invitationColumns}
            rows={reading.data.invitations.map((invitation, at, all) => ({
              invitation,
              nextId: all[at + 1]?.id ?? null,
            }))}
            rowKey={({ invitation: { id } }) => id}
            sticky={false}
          />
        </Section>
      )}
    </>
  )
}
