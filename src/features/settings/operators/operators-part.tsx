/** Operators with their roles, and unused invitations (experience U47). */
import { useState } from 'react'
import { load, read, useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import type { Invitation, KnownOperator } from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { type DataColumn, DataTable } from '#kit/data/data-table.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { Badge } from '#ui/status/badge.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { Ago, Time } from '#ui/time/time.tsx'
import { roleLabels } from '../shared/role-texts.ts'
import { InviteOperator } from './invite-operator.tsx'
import { OperatorActions } from './operator-actions.tsx'
import { RenewDialog, RenewInvitation } from './renew-invitation.tsx'
import * as texts from './texts.tsx'
import { type InvitationRow, WithdrawInvitation } from './withdraw-invitation.tsx'

const operatorsRead = read('operatorList')
export const operatorsLoader = () => load(operatorsRead)

interface OperatorRow {
  operator: KnownOperator
  /** All operators but the demo operators of a simulation. */
  realOperators: readonly KnownOperator[]
}

function Name({ operator: { id, name, disabled } }: OperatorRow) {
  const isSelf = useSession().operator?.id === id
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2 font-medium">
      <Link to={paths.operator(id)}>{name}</Link>
      {isSelf && <Badge tone="outline">{texts.you}</Badge>}
      {disabled && <StatusLabel state="off" label={texts.disabledState} />}
    </span>
  )
}

const columns: readonly DataColumn<OperatorRow>[] = [
  { id: 'name', header: texts.nameColumn, cell: (row) => <Name {...row} /> },
  {
    id: 'email',
    header: texts.emailColumn,
    width: '26%',
    visibleFrom: 'md',
    cell: ({ operator: { email } }) => <span className="wrap-anywhere text-soft">{email || texts.none}</span>,
  },
  { id: 'roles', header: texts.rolesColumn, width: '20%', cell: ({ operator: { roles } }) => roleLabels(roles) },
  {
    id: 'seen',
    header: texts.lastSeenColumn,
    width: '6rem',
    cell: ({ operator: { lastSeen } }) => <Ago at={lastSeen} none={texts.none} />,
  },
  {
    id: 'actions',
    header: texts.actionsColumn,
    headerHidden: true,
    width: '12rem',
    align: 'right',
    cell: (row) => (
      <span className="flex flex-wrap gap-1 @xl:justify-end">
        <OperatorActions {...row} />
      </span>
    ),
  },
]

interface ListedInvitation extends InvitationRow {
  onRenew: (invitation: Invitation) => void
}

const invitationColumns: readonly DataColumn<ListedInvitation>[] = [
  { id: 'roles', header: texts.rolesColumn, cell: ({ invitation: { roles } }) => roleLabels(roles) },
  {
    id: 'for',
    header: texts.invitedColumn,
    width: '24%',
    cell: ({ invitation: { email } }) => <span className="wrap-anywhere">{email ?? texts.anyoneWithLink}</span>,
  },
  {
    id: 'by',
    header: texts.invitedByColumn,
    width: '17%',
    visibleFrom: 'md',
    cell: ({ invitation: { madeBy, madeAt } }) => (
      <span className="inline-flex flex-wrap gap-x-1.5">
        {madeBy ?? texts.switchboard}
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
    header: texts.expiresColumn,
    cell: ({ invitation: { expiresAt, expired } }) => (
      <span className="inline-flex flex-wrap gap-x-2">
        <Time at={expiresAt} show="day-and-time" />
        {expired && <StatusLabel state="off" label={texts.expired} />}
      </span>
    ),
  },
  {
    id: 'actions',
    header: texts.actionsColumn,
    headerHidden: true,
    align: 'right',
    width: '12rem',
    cell: ({ onRenew, ...row }) => (
      <span className="flex flex-wrap gap-1 @xl:justify-end">
        <RenewInvitation invitation={row.invitation} onRenew={onRenew} />
        <WithdrawInvitation {...row} />
      </span>
    ),
  },
]

const byName = (one: KnownOperator, other: KnownOperator) =>
  one.name.localeCompare(other.name) || one.id.localeCompare(other.id)

export function OperatorsPart() {
  const query = useRead(operatorsRead)
  const demoIds = useSession().switchable.map(({ id }) => id)
  const operators = query.data?.operators.toSorted(byName) ?? []
  const [renewing, setRenewing] = useState<{ invitation: Invitation; attempt: number } | null>(null)
  const [isRenewing, setIsRenewing] = useState(false)
  const onRenew = (invitation: Invitation) => {
    setRenewing((before) => ({ invitation, attempt: (before?.attempt ?? 0) + 1 }))
    setIsRenewing(true)
  }
  const invitations = query.data?.invitations ?? []
  const expiredCount = invitations.filter(({ expired }) => expired).length
  const realOperators = operators.filter(({ id }) => !demoIds.includes(id))
  return (
    <>
      <Section
        title={texts.operators}
        facts={<Age readAt={query.readAt} refusal={query.refusal} />}
        actions={<InviteOperator />}
        flush
      >
        <DataView query={query} loading={<SkeletonRows rows={5} columns={5} label={texts.loadingOperators} />}>
          {() => (
            <DataTable
              caption={texts.operators}
              columns={columns}
              rows={operators.map((operator) => ({ operator, realOperators }))}
              rowKey={({ operator }) => operator.id}
              isDimmed={({ operator }) => operator.disabled}
            />
          )}
        </DataView>
      </Section>
      {invitations.length > 0 && (
        <Section
          title={texts.invitations}
          facts={texts.invitationFacts(invitations.length - expiredCount, expiredCount)}
          flush
        >
          <DataTable
            caption={texts.invitations}
            columns={invitationColumns}
            rows={invitations.map((invitation, index) => ({
              invitation,
              onRenew,
              nextId: invitations[index + 1]?.id ?? null,
            }))}
            rowKey={({ invitation: { id } }) => id}
            isDimmed={({ invitation }) => invitation.expired}
            sticky={false}
          />
        </Section>
      )}
      {renewing && (
        <RenewDialog
          // Each dialog has its own state, so none shows a link that another one made.
          key={renewing.attempt}
          invitation={renewing.invitation}
          open={isRenewing}
          onClose={() => setIsRenewing(false)}
        />
      )}
    </>
  )
}
