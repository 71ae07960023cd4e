/** Open sessions, each with its end: one's own, or for administrators an operator's. */
import { type ReactNode, useRef } from 'react'
import { useCommand } from '#api/commands.ts'
import type { Reading } from '#api/reads.ts'
import type { KnownOperator, OpenSession } from '#contract/index.ts'
import { notify, notifyRefusal } from '#kit/actions/notices.ts'
import { type DataColumn, DataTable } from '#kit/data/data-table.tsx'
import { DataView } from '#kit/data/data-view.tsx'
import { Button } from '#ui/forms/button.tsx'
import { SkeletonRows } from '#ui/layout/skeleton.tsx'
import { Badge } from '#ui/status/badge.tsx'
import { plural } from '#ui/text/format-number.ts'
import { Ago, Time } from '#ui/time/time.tsx'

/** Whose sessions; null: one's own. */
type Whose = Pick<KnownOperator, 'id' | 'name'> | null

interface SessionRow {
  session: OpenSession
  whose: Whose
  /** It is gone, and the button with it. */
  onEnded: () => void
}

const placeOf = ({ device }: OpenSession) => device || 'Unknown browser'

function EndSession({ session, whose, onEnded }: SessionRow) {
  const own = useCommand('openSessionEnd')
  const operators = useCommand('operatorSessionEnd')
  const sessionId = session.id
  const end = async () => {
    if (whose) await operators.run({ params: { operatorId: whose.id, sessionId } })
    else await own.run({ params: { sessionId } })
    notify({ title: `The session is ended: ${placeOf(session)}.` })
    onEnded()
  }
  return (
    <Button
      size="small"
      pending={own.isPending || operators.isPending}
      disabledReason={session.current && 'You are using this session. To end it, sign out.'}
      onClick={() => void end().catch(notifyRefusal)}
    >
      End<span className="sr-only"> the session: {placeOf(session)}</span>
    </Button>
  )
}

/** Ends all of them but the one that is used to do so. */
export function EndSessions({ sessions, whose }: { sessions: readonly OpenSession[]; whose: Whose }) {
  const own = useCommand('otherSessionsEnd')
  const operators = useCommand('operatorSessionsEnd')
  const others = sessions.filter(({ current }) => !current).length
  const which = others < sessions.length ? 'other session' : 'session'
  const end = async () => {
    const { ended } = await (whose ? operators.run({ params: { operatorId: whose.id } }) : own.run({}))
    notify({ title: `${plural(ended, 'session is', 'sessions are')} ended.` })
  }
  return (
    <Button
      size="small"
      pending={own.isPending || operators.isPending}
      disabledReason={others === 0 && `There is no ${which}.`}
      onClick={() => void end().catch(notifyRefusal)}
    >
      {others === 0 ? `End the ${which}s` : `End ${plural(others, which, `${which}s`)}`}
    </Button>
  )
}

const columns: readonly DataColumn<SessionRow>[] = [
  {
    id: 'place',
    header: 'Browser',
    cell: ({ session }) => (
      <span className="inline-flex flex-wrap items-baseline gap-x-2 font-medium">
        {placeOf(session)}
        {session.current && <Badge tone="outline">This one</Badge>}
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
  reading: Reading<{ sessions: OpenSession[] }>
  whose: Whose
  empty: ReactNode
}

export function SessionList({ reading, whose, empty }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const onEnded = () => list.current?.focus()
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <DataView
        reading={reading}
        loading={<SkeletonRows rows={2} columns={4} label="Loading sessions" />}
        isEmpty={({ sessions }) => sessions.length === 0}
        empty={empty}
      >
        {({ sessions }) => (
          <DataTable
            caption={whose ? `Open sessions of ${whose.name}` : 'Your open sessions'}
            columns={columns}
            rows={sessions.map((session) => ({ session, whose, onEnded }))}
            rowKey={({ session }) => session.id}
            sticky={false}
          />
        )}
      </DataView>
    </div>
  )
}
