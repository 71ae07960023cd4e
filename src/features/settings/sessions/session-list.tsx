/** Open sessions, with buttons to end them: the operator's own or, for administrators, those of another operator. */
import { type ReactNode, useRef } from 'react'
import { useCommand } from '#api/commands.ts'
import type { QueryState } from '#api/reads.ts'
import type { KnownOperator, OpenSession } from '#contract/index.ts'
import { notify, notifyRefusal } from '#kit/actions/notices.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { Button } from '#ui/forms/button.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { type Column, Table } from '#ui/layout/table.tsx'
import { Badge } from '#ui/status/badge.tsx'
import { plural } from '#ui/text/format-number.ts'
import { Ago, Time } from '#ui/time/time.tsx'
import { screenReaderText } from '../shared/screen-reader-text.tsx'

/** Whose sessions are listed. null: the signed-in operator. */
type Owner = Pick<KnownOperator, 'id' | 'name'> | null

interface SessionRow {
  session: OpenSession
  owner: Owner
  /** Moves the focus, because the session's row disappears with the focused button. */
  onEnded: () => void
}

const browserOf = ({ device }: OpenSession) => device || 'Unknown browser'

function EndSession({ session, owner, onEnded }: SessionRow) {
  const endOwn = useCommand('openSessionEnd')
  const endAsAdmin = useCommand('operatorSessionEnd')
  const sessionId = session.id
  const end = async () => {
    if (owner) await endAsAdmin.run({ params: { operatorId: owner.id, sessionId } })
    else await endOwn.run({ params: { sessionId } })
    notify({ title: `Session ended: ${browserOf(session)}.` })
    onEnded()
  }
  return (
    <Button
      size="small"
      pending={endOwn.isPending || endAsAdmin.isPending}
      disabledReason={session.current && 'You are using this session. To end it, sign out.'}
      onClick={() => void end().catch(notifyRefusal)}
    >
      {<>End{screenReaderText(` session: ${browserOf(session)}`)}</>}
    </Button>
  )
}

/** Ends all sessions but the one in use. */
export function EndSessions({ sessions, owner }: { sessions: readonly OpenSession[]; owner: Owner }) {
  const endOwn = useCommand('otherSessionsEnd')
  const endAsAdmin = useCommand('operatorSessionsEnd')
  const otherCount = sessions.filter(({ current }) => !current).length
  const includesCurrent = otherCount < sessions.length
  const end = async () => {
    const { ended } = await (owner ? endAsAdmin.run({ params: { operatorId: owner.id } }) : endOwn.run({}))
    notify({ title: `${plural(ended, 'session', 'sessions')} ended.` })
  }
  return (
    <Button
      size="small"
      pending={endOwn.isPending || endAsAdmin.isPending}
      disabledReason={otherCount === 0 && (includesCurrent ? 'There are no other sessions.' : 'There are no sessions.')}
      onClick={() => void end().catch(notifyRefusal)}
    >
      {includesCurrent
        ? otherCount === 0
          ? 'End other sessions'
          : `End ${plural(otherCount, 'other session', 'other sessions')}`
        : otherCount === 0
          ? 'End sessions'
          : `End ${plural(otherCount, 'session', 'sessions')}`}
    </Button>
  )
}

const columns: readonly Column<SessionRow>[] = [
  {
    id: 'place',
    header: 'Browser',
    cell: ({ session }) => (
      <span className="inline-flex flex-wrap items-baseline gap-x-2 font-medium">
        {browserOf(session)}
        {session.current && <Badge tone="outline">This browser</Badge>}
      </span>
    ),
  },
  {
    id: 'since',
    header: 'Signed in',
    width: '11rem',
    cell: ({ session: { signedInAt } }) => <Time at={signedInAt} show="day-and-time" />,
  },
  {
    id: 'active',
    header: 'Last active',
    width: '8rem',
    cell: ({ session: { lastActive } }) => <Ago at={lastActive} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    headerHidden: true,
    width: '5rem',
    align: 'right',
    cell: (row) => <EndSession {...row} />,
  },
]

interface Props {
  query: QueryState<{ sessions: OpenSession[] }>
  owner: Owner
  empty: ReactNode
}

export function SessionList({ query, owner, empty }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const onEnded = () => list.current?.focus()
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <DataView
        query={query}
        loading={<SkeletonRows rows={2} columns={4} label="Loading sessions…" />}
        isEmpty={({ sessions }) => sessions.length === 0}
        empty={empty}
      >
        {({ sessions }) => (
          <Table
            caption={owner ? `Open sessions of ${owner.name}` : 'Your open sessions'}
            columns={columns}
            rows={sessions.map((session) => ({ session, owner, onEnded }))}
            rowKey={({ session }) => session.id}
          />
        )}
      </DataView>
    </div>
  )
}
