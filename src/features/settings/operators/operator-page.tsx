/** `/settings/operators/:operatorId`: one operator with their access, sessions and invitations, and what they did. */
import Lock from 'lucide-react/icons/lock'
import { useState } from 'react'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { useCommand } from '#api/commands.ts'
import { load, read, useRead } from '#api/reads.ts'
import { hasPermission, useSession } from '#api/session.ts'
import {
  type OperatorDetail as Detail,
  type Invitation,
  type KnownOperator,
  type OperatorDetail,
  type OwnNumber,
} from '#contract/index.ts'
import { Age } from '#kit/data/age.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { refusalText } from '#kit/data/refusal-text.ts'
import { ListTable } from '#kit/list/list-table.tsx'
import { ButtonLink } from '#kit/navigation/link.tsx'
import { paths } from '#kit/navigation/paths.ts'
import { Page, PageHeader } from '#kit/page/page-header.tsx'
import { usePermission } from '#kit/permissions.ts'
import { groupNumber } from '#phone/group.ts'
import { Button } from '#ui/forms/button.tsx'
import { Checkbox } from '#ui/forms/choice.tsx'
import { Select } from '#ui/forms/select.tsx'
import { EmptyState } from '#ui/layout/empty-state.tsx'
import { ErrorNote } from '#ui/layout/error-state.tsx'
import { Card, DescriptionList, Section } from '#ui/layout/section.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { StatusLabel } from '#ui/status/status-label.tsx'
import { plural } from '#ui/text/format-number.ts'
import { Ago, Time } from '#ui/time/time.tsx'
import { auditList } from '../audit/columns.tsx'
import { EndSessions, SessionList } from '../sessions/session-list.tsx'
import { OwnNumberButton, OwnNumberList } from '../shared/own-number-list.tsx'
import { BesideParts } from '../shared/parts-navigation.tsx'
import { PasskeyList } from '../shared/passkey-list.tsx'
import { roleLabels } from '../shared/role-texts.ts'
import * as shared from '../shared/texts.tsx'
import { noAccess } from '../shared/texts.tsx'
import { OperatorActions } from './operator-actions.tsx'
import { MakePasswordLink, OpenPasswordLink } from './password-link.tsx'
import * as texts from './texts.tsx'

interface Props {
  detail: OperatorDetail
  operators: readonly KnownOperator[]
}

function OperatorTies({ detail: { operator, tied }, operators }: Props) {
  const tie = useCommand('operatorTie')
  const untie = useCommand('operatorUntie')
  const [otherId, setOtherId] = useState<string | null>(null)
  const params = { operatorId: operator.id }
  const known = [operator, ...tied].map(({ id }) => id)
  const options = operators
    .filter(({ id }) => !known.includes(id))
    .map(({ id, name, email }) => ({ value: id, label: email === '' ? name : `${name} (${email})` }))
  const refusal = tie.refusal ?? untie.refusal
  return (
    <div className="flex flex-col gap-2">
      {tied.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 wrap-anywhere">{tied.map(({ name }) => name).join(', ')}</span>
          <Button
            size="small"
            pending={untie.isPending}
            aria-label={`Untie ${operator.name} from these accounts`}
            onClick={() => void untie.run({ params }).catch(() => {})}
          >
            Untie
          </Button>
        </div>
      )}
      {options.length > 0 && (
        <div className="flex flex-wrap items-end gap-2">
          <Select label="Another account of this person" value={otherId} onChange={setOtherId} options={options} />
          <Button
            pending={tie.isPending}
            disabledReason={otherId === null && 'Choose an account first.'}
            onClick={() =>
              void tie.run({ params, body: { otherId: otherId ?? '' } }).then(
                () => setOtherId(null),
                () => {},
              )
            }
          >
            Tie accounts
          </Button>
        </div>
      )}
      <p className="text-label text-muted">Accounts of one person cannot approve for each other.</p>
      {refusal && <ErrorNote text={refusalText(refusal, true)} />}
    </div>
  )
}

function OperatorPasskeys({ detail: { operator, passkeys, hasPassword, hasProvider } }: { detail: OperatorDetail }) {
  const { run } = useCommand('operatorPasskeyRemove')
  const [endSessions, setEndSessions] = useState(true)
  const remove = async (passkeyId: string, key: string) => {
    const { ended } = await run({ params: { operatorId: operator.id, passkeyId }, body: { endSessions }, key })
    return ended
  }
  return (
    <PasskeyList
      passkeys={passkeys}
      remove={remove}
      // An answer that was given for another passkey, or cancelled, does not stay.
      onOpen={() => setEndSessions(true)}
      effect={
        <>
          <p>{texts.removePasskeyEffect(operator.name, { hasPassword, hasProvider, passkeys: passkeys.length })}</p>
          <Checkbox
            label="Sign them out everywhere"
            hint="A lost device may still be signed in. If you clear this, all their sessions stay."
            checked={endSessions}
            onChange={setEndSessions}
          />
        </>
      }
    />
  )
}

function NumberButtons({ operatorId, own: { id, number, confirmedBy } }: { operatorId: string; own: OwnNumber }) {
  const confirmation = useCommand('operatorNumberConfirm')
  const removal = useCommand('operatorNumberRemove')
  const request = { params: { operatorId, numberId: id } }
  return (
    <>
      {confirmedBy === null && (
        <OwnNumberButton
          label="Confirm"
          spokenLabel={`Confirm ${groupNumber(number)}`}
          command={confirmation}
          onClick={() => void confirmation.run(request).catch(() => {})}
        />
      )}
      <OwnNumberButton
        label={shared.removeNumber}
        spokenLabel={shared.removeNumberLabel(groupNumber(number))}
        command={removal}
        onClick={() => void removal.run(request).catch(() => {})}
      />
    </>
  )
}

function OperatorNumbers({ detail: { operator, numbers } }: { detail: OperatorDetail }) {
  const buttons = numbers.map((own) => [own.id, <NumberButtons key={own.id} operatorId={operator.id} own={own} />])
  return (
    <div className="flex flex-col gap-2">
      <OwnNumberList numbers={numbers} label={texts.ownNumbersTerm} buttons={Object.fromEntries(buttons)} />
      <p className="text-label text-muted">
        Their test calls go to confirmed numbers at any hour, without calling rules. Confirm a number only if you know
        that it is theirs.
      </p>
    </div>
  )
}

const actionList = auditList([])

const operatorRead = (operatorId: string) => read('operatorShow', { params: { operatorId } })
const sessionsRead = (operatorId: string) => read('operatorSessionList', { params: { operatorId } })
/** The latest of what this operator did. Not polled, like the audit. */
const actionsRead = (operatorId: string) => ({
  ...read('historyList', { query: { operator: operatorId, limit: 20 } }),
  refetchInterval: false as const,
})
const operatorsRead = read('operatorList')

const back = { to: paths.settings('operators'), label: texts.operators }

export const loader = ({ params: { operatorId = '' } }: LoaderFunctionArgs) =>
  hasPermission('operatorShow')
    ? load(operatorsRead, operatorRead(operatorId), sessionsRead(operatorId), actionsRead(operatorId))
    : null

const signInWays = ({ hasPassword, hasProvider, passkeys }: Detail): string =>
  [
    hasPassword && 'Password',
    hasProvider && 'Sign-in provider',
    passkeys.length > 0 && plural(passkeys.length, 'passkey', 'passkeys'),
  ]
    .filter(Boolean)
    .join(', ')

function Access({ detail, operators }: { detail: Detail; operators: readonly KnownOperator[] }) {
  const demoIds = useSession().switchable.map(({ id }) => id)
  const realOperators = operators.filter(({ id }) => !demoIds.includes(id))
  const { operator, passwordLink } = detail
  return (
    <Section
      title="Access"
      actions={
        <div className="flex flex-wrap justify-end gap-1">
          <MakePasswordLink detail={detail} demoIds={demoIds} />
          <OperatorActions operator={operator} realOperators={realOperators} />
        </div>
      }
    >
      <DescriptionList
        facts={[
          ...(operator.email ? [{ term: texts.emailColumn, value: operator.email }] : []),
          { term: texts.rolesColumn, value: roleLabels(operator.roles) },
          {
            term: texts.stateColumn,
            value: operator.disabled ? (
              <StatusLabel state="off" label={texts.disabledState} />
            ) : (
              <StatusLabel state="done" label={texts.enabledState} />
            ),
          },
          ...(operator.lastSeen ? [{ term: texts.lastSeenColumn, value: <Ago at={operator.lastSeen} /> }] : []),
          ...(signInWays(detail)
            ? [
                {
                  term: 'Signs in with',
                  value: (
                    <>
                      {signInWays(detail)}
                      <OperatorPasskeys detail={detail} />
                    </>
                  ),
                },
              ]
            : []),
          ...(detail.numbers.length > 0
            ? [{ term: texts.ownNumbersTerm, value: <OperatorNumbers detail={detail} /> }]
            : []),
          { term: 'Same person', value: <OperatorTies detail={detail} operators={operators} /> },
          ...(passwordLink
            ? [
                {
                  term: 'Password link',
                  value: <OpenPasswordLink operator={operator} link={passwordLink} />,
                },
              ]
            : []),
        ]}
      />
    </Section>
  )
}

function Sessions({ operator }: { operator: KnownOperator }) {
  const query = useRead(sessionsRead(operator.id))
  return (
    <Section title="Sessions" actions={<EndSessions sessions={query.data?.sessions ?? []} owner={operator} />} flush>
      <SessionList
        query={query}
        owner={operator}
        empty={<p className="px-3 py-2 text-muted">{`${operator.name} is not signed in anywhere.`}</p>}
      />
      <p className="border-t border-line px-3 py-2 text-label text-muted">
        Ending a session signs the operator out there within two seconds. They can sign in again. To prevent that,
        disable the operator.
      </p>
    </Section>
  )
}

const invitationColumns: readonly Column<Invitation>[] = [
  { id: 'roles', header: texts.rolesColumn, cell: ({ roles }) => roleLabels(roles) },
  {
    id: 'for',
    header: texts.invitedColumn,
    cell: ({ email }) => <span className="wrap-anywhere">{email ?? texts.anyoneWithLink}</span>,
  },
  {
    id: 'until',
    header: texts.expiresColumn,
    cell: ({ expiresAt, expired }) => (
      <span className="inline-flex flex-wrap gap-x-2">
        <Time at={expiresAt} show="day-and-time" />
        {expired && <StatusLabel state="off" label={texts.expired} />}
      </span>
    ),
  },
]

function Actions({ operator }: { operator: KnownOperator }) {
  const query = useRead(actionsRead(operator.id))
  return (
    <Section
      title="What they did"
      actions={
        <ButtonLink size="small" to={`${paths.settings('audit')}?operator=${operator.id}`}>
          Open in the audit
        </ButtonLink>
      }
      flush
    >
      <DataView
        query={query}
        loading={<SkeletonRows rows={5} columns={4} label="Loading what they did…" />}
        isEmpty={({ entries }) => entries.length === 0}
        empty={
          <p className="px-3 py-2 text-muted">{`${operator.name} has not done anything that the audit records.`}</p>
        }
      >
        {({ entries }) => (
          <ListTable
            caption={`What ${operator.name} did`}
            columns={actionList.columns}
            rows={entries}
            rowKey={actionList.rowKey}
          />
        )}
      </DataView>
    </Section>
  )
}

function Sections({ detail, operators }: { detail: Detail; operators: readonly KnownOperator[] }) {
  return (
    <>
      <Access detail={detail} operators={operators} />
      <Sessions operator={detail.operator} />
      {detail.invitations.length > 0 && (
        <Section title={texts.invitationsMade} flush>
          <Table
            caption={texts.invitationsMade}
            columns={invitationColumns}
            rows={detail.invitations}
            rowKey={({ id }) => id}
          />
        </Section>
      )}
      <Actions operator={detail.operator} />
    </>
  )
}

function Operator({ operatorId }: { operatorId: string }) {
  const query = useRead(operatorRead(operatorId))
  const operators = useRead(operatorsRead).data?.operators ?? []
  return (
    <>
      <PageHeader
        title={query.data?.operator.name ?? texts.operator}
        back={back}
        facts={<Age readAt={query.readAt} refusal={query.refusal} />}
      />
      <BesideParts part="operators" isWide>
        <DataView query={query} loading={<SkeletonRows rows={6} columns={2} label="Loading the operator…" />}>
          {(detail) => <Sections detail={detail} operators={operators} />}
        </DataView>
      </BesideParts>
    </>
  )
}

function NoAccess({ reason }: { reason: string }) {
  return (
    <>
      <PageHeader title={texts.operator} back={back} />
      <Card flush>
        <EmptyState icon={Lock} title={noAccess}>
          {reason}
        </EmptyState>
      </Card>
    </>
  )
}

export function Component() {
  const { operatorId = '' } = useParams()
  const { reason } = usePermission('operatorShow')
  return <Page>{reason ? <NoAccess reason={reason} /> : <Operator key={operatorId} operatorId={operatorId} />}</Page>
}
