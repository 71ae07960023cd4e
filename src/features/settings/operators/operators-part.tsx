/** Operators with their roles, and unused invitations (experience U47). */
import Users from 'lucide-react/icons/users'
import { useRef, useState } from 'react'
import { useCommand } from '#api/commands.ts'
import { load, read, useRead } from '#api/reads.ts'
import { useSession } from '#api/session.ts'
import { SavedViews } from '#components/saved-views/saved-views.tsx'
import { fitsWords, type Invitation, type KnownOperator, roles } from '#contract/index.ts'
import { Confirm } from '#kit/actions/confirm.tsx'
import { notify } from '#kit/actions/notices.ts'
import { Age } from '#kit/data/age.tsx'
import { type ListDefinition } from '#kit/list/definition.ts'
import { List } from '#kit/list/list.tsx'
import { useListState } from '#kit/list/use-list.ts'
import { viewOf } from '#kit/list/view.ts'
import { Link } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { usePermission } from '#kit/permissions.ts'
import { Button } from '#ui/forms/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { Badge } from '#ui/status/badge.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { Ago, Time } from '#ui/time/time.tsx'
import { roleLabels, rolesInSentence } from '../shared/role-texts.ts'
import { screenReaderText } from '../shared/screen-reader-text.tsx'
import { InviteOperator, inviteId, linkEffectOf } from './invite-operator.tsx'
import { LinkForm, OneTimeLinkDialog } from './one-time-link.tsx'
import { OperatorActions } from './operator-actions.tsx'
import * as texts from './texts.tsx'

const withdrawId = (invitationId: string) => `withdraw-${invitationId}`

interface InvitationRow {
  invitation: Invitation
  /** The invitation in the row below; null: none. */
  nextId: string | null
}

function WithdrawInvitation({ invitation: { id, email, roles }, nextId }: InvitationRow) {
  const permission = usePermission('invitationWithdraw')
  const [open, setOpen] = useState(false)
  const { run } = useCommand('invitationWithdraw')
  const withdrawn = useRef(false)
  // The row disappears with its button.
  const focusAfter = () =>
    (nextId === null ? null : document.getElementById(withdrawId(nextId))) ?? document.getElementById(inviteId)
  return (
    <>
      <Button id={withdrawId(id)} size="small" disabledReason={permission.reason} onClick={() => setOpen(true)}>
        {texts.withdraw(email, rolesInSentence(roles), screenReaderText)}
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={texts.withdrawTitle(email)}
        cancelLabel={texts.cancel}
        action="Withdraw invitation"
        tone="danger"
        run={(key) => run({ params: { invitationId: id }, key })}
        finalFocus={() => (withdrawn.current ? focusAfter() : null)}
        onDone={() => {
          withdrawn.current = true
          setOpen(false)
          notify({ title: texts.withdrawn(email) })
        }}
      >
        <p>{`Its link stops working immediately. It was for an operator with these roles: ${rolesInSentence(roles)}.`}</p>
      </Confirm>
    </>
  )
}

function Form({ invitation: { id, email, roles, expired } }: { invitation: Invitation }) {
  const command = useCommand('invitationRenew')
  return (
    <LinkForm
      command={command}
      make={(body, key) => command.run({ params: { invitationId: id }, body, key })}
      opensAdmin={roles.includes('admin')}
      action="Create new link"
      effectOf={linkEffectOf}
    >
      <p className="text-soft">{texts.renewEffect(email, rolesInSentence(roles), expired)}</p>
    </LinkForm>
  )
}

interface ButtonProps {
  invitation: Invitation
  onRenew: (invitation: Invitation) => void
}

function RenewInvitation({ invitation, onRenew }: ButtonProps) {
  const permission = usePermission('invitationRenew')
  return (
    <Button size="small" disabledReason={permission.reason} onClick={() => onRenew(invitation)}>
      {texts.renew(invitation.email, rolesInSentence(invitation.roles), screenReaderText)}
    </Button>
  )
}

/** The dialog is not in the invitation's row, which disappears when there is a new link. */
function RenewDialog({ invitation, open, onClose }: { invitation: Invitation; open: boolean; onClose: () => void }) {
  return (
    <OneTimeLinkDialog
      open={open}
      onClose={onClose}
      title={texts.renewTitle(invitation.email)}
      kind="link"
      focusAfter={inviteId}
    >
      <Form invitation={invitation} />
    </OneTimeLinkDialog>
  )
}

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
    <>
      <Link to={paths.operator(id)}>{name}</Link> {isSelf && <Badge tone="outline">You</Badge>}
      {disabled && <StatusLabel state="off" label={texts.disabledState} />}
    </>
  )
}

/** Columns that are left out while they are empty in every row. */
const isEmptyColumn: Readonly<Record<string, (operator: KnownOperator) => boolean>> = {
  email: ({ email }) => !email,
  seen: ({ lastSeen }) => lastSeen === null,
}

const operatorList: ListDefinition<OperatorRow> = {
  noun: ['operator', 'operators'],
  columns: [
    { id: 'name', header: 'Name', value: ({ operator: { name } }) => name, cell: (row) => <Name {...row} /> },
    { id: 'email', header: texts.emailColumn, value: ({ operator: { email } }) => email },
    {
      id: 'roles',
      header: texts.rolesColumn,
      narrow: 'meta',
      value: ({ operator }) => roleLabels(operator.roles),
      filter: roles.map((role) => ({
        value: role,
        label: roleLabels([role]),
        matches: ({ operator }) => operator.roles.includes(role),
      })),
    },
    {
      id: 'state',
      header: texts.stateColumn,
      isExtra: true,
      value: ({ operator: { disabled } }) => (disabled ? texts.disabledState : texts.enabledState),
      filter: true,
    },
    {
      id: 'seen',
      header: texts.lastSeenColumn,
      align: 'right',
      isDescendingFirst: true,
      value: ({ operator: { lastSeen } }) => lastSeen,
      cell: ({ operator: { lastSeen } }) => <Ago at={lastSeen} none="–" />,
    },
    {
      id: 'actions',
      header: texts.actionsColumn,
      headerHidden: true,
      narrow: 'age',
      cell: (row) => (
        <span className="-my-1.5 @xl:my-0">
          <OperatorActions {...row} />
        </span>
      ),
    },
  ],
  firstSort: 'name',
  rowKey: ({ operator }) => operator.id,
  matches: (search, { operator: { name, email } }) => fitsWords(search, `${name} ${email ?? ''}`),
  isDimmed: ({ operator }) => operator.disabled,
}

interface ListedInvitation extends InvitationRow {
  onRenew: (invitation: Invitation) => void
}

const invitationColumns: readonly Column<ListedInvitation>[] = [
  { id: 'roles', header: texts.rolesColumn, cell: ({ invitation: { roles } }) => roleLabels(roles) },
  {
    id: 'for',
    header: texts.invitedColumn,
    width: '24%',
    cell: ({ invitation: { email } }) => <span className="wrap-anywhere">{email ?? texts.anyoneWithLink}</span>,
  },
  {
    id: 'by',
    header: 'Invited by',
    width: '17%',
    visibleFrom: 'md',
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

export function OperatorsPart() {
  const query = useRead(operatorsRead)
  const demoIds = useSession().switchable.map(({ id }) => id)
  const [state, change] = useListState(operatorList)
  const [text, setText] = useState('')
  const operators = query.data?.operators ?? []
  const [renewing, setRenewing] = useState<{ invitation: Invitation; attempt: number } | null>(null)
  const [isRenewing, setIsRenewing] = useState(false)
  const onRenew = (invitation: Invitation) => {
    setRenewing((before) => ({ invitation, attempt: (before?.attempt ?? 0) + 1 }))
    setIsRenewing(true)
  }
  const invitations = query.data?.invitations ?? []
  const expiredCount = invitations.filter(({ expired }) => expired).length
  const realOperators = operators.filter(({ id }) => !demoIds.includes(id))
  const rows = operators.map((operator) => ({ operator, realOperators }))
  const view = query.data && viewOf(operatorList, rows, { ...state, search: text })
  return (
    <>
      <List
        list={operatorList}
        caption={texts.operators}
        icon={Users}
        state={state}
        onChange={change}
        query={{ ...query, data: view?.page }}
        // A name is in no address.
        search={{
          label: 'Search operators',
          value: text,
          onChange: setText,
        }}
        view={view ?? null}
        whyLeftOut={({ id }) =>
          operators.every(isEmptyColumn[id] ?? (() => false)) && 'Hidden: empty for all operators'
        }
        views={<SavedViews page="operators" many="operators" />}
        renderFrame={(list) => (
          <Section
            title={texts.operators}
            facts={<Age readAt={query.readAt} refusal={query.refusal} />}
            actions={<InviteOperator />}
            flush
          >
            {list}
          </Section>
        )}
        first={null}
      />
      {invitations.length > 0 && (
        <Section
          title={texts.invitations}
          facts={texts.invitationFacts(invitations.length - expiredCount, expiredCount)}
          flush
        >
          <Table
            caption={texts.invitations}
            columns={invitationColumns}
            rows={invitations.map((invitation, index) => ({
              invitation,
              onRenew,
              nextId: invitations[index + 1]?.id ?? null,
            }))}
            rowKey={({ invitation: { id } }) => id}
            isDimmed={({ invitation }) => invitation.expired}
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
