/** The team's notes on a call, which only Switchboard stores. They follow what colleagues write while the page is open. */
import { useRead } from '#api/reads.ts'
import { DataView } from '#kit/data/data-view.tsx'
import { Section } from '#ui/layout/section.tsx'
import { SkeletonText } from '#ui/layout/skeleton.tsx'
import { NoteForm, NoteList } from './notes.tsx'
import { notesRead } from './notes-read.ts'

export function CallNotes({ roomName }: { roomName: string }) {
  const query = useRead(notesRead(roomName))
  return (
    <Section title="Notes">
      <p className="mb-3 text-label text-muted">Your team’s notes. The service does not see them.</p>
      <DataView
        query={query}
        loading={<SkeletonText lines={3} label="Loading notes…" />}
        isEmpty={({ isKept }) => !isKept}
        empty={<p className="text-soft">Switchboard does not keep this call, so it cannot store notes for it.</p>}
      >
        {({ notes }) => (
          <div className="flex flex-col gap-4">
            <NoteList roomName={roomName} notes={notes} />
            <NoteForm roomName={roomName} />
          </div>
        )}
      </DataView>
    </Section>
  )
}
