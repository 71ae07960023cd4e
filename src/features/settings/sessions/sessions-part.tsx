/** Where the operator is signed in. */
import { load, read, useRead } from '#api/reads.ts'
import { Section } from '#ui/layout/section.tsx'
import { EndSessions, SessionList } from './session-list.tsx'

const sessionsRead = read('openSessionList')
export const sessionsLoader = () => load(sessionsRead)

export function SessionsPart() {
  const query = useRead(sessionsRead)
  const sessions = query.data?.sessions ?? []
  return (
    <Section
      title="Where you are signed in"
      facts={sessions.length || null}
      actions={<EndSessions sessions={sessions} owner={null} />}
      flush
    >
      <SessionList query={query} owner={null} empty={null} />
      <p className="border-t border-line px-3 py-2 text-label text-muted">
        A session ends after 12 hours without activity, and a week after its sign-in at the latest. If a session is not
        yours, end it and tell an administrator.
      </p>
    </Section>
  )
}
