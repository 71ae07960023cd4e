/** Where one is signed in, and the way to end that from here. */
import { load, read, useRead } from '#api/reads.ts'
import { Section } from '#ui/layout/section.tsx'
import { EndSessions, SessionList } from './session-list.tsx'

const sessionsRead = read('openSessionList')
export const sessionsLoader = () => load(sessionsRead)

export function SessionsPart() {
  const reading = useRead(sessionsRead)
  const sessions = reading.data?.sessions ?? []
  return (
    <Section
      title="Where you are signed in"
      facts={sessions.length || null}
      actions={<EndSessions sessions={sessions} whose={null} />}
      flush
    >
      <SessionList reading={reading} whose={null} empty={null} />
      <p className="border-t border-line px-3 py-2 text-label text-muted">
        A session ends by itself when nothing was done in it for 12 hours, and a week after its sign-in. One that you do
        not know: end it, and tell an administrator.
      </p>
    </Section>
  )
}
