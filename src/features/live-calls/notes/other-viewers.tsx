/** Says which colleagues have the page of this call open too, so that two people do not take over the same call. */
import { useRead } from '#api/reads.ts'
import { useMyId } from '#api/session.ts'
import { plural } from '#ui/text/format-number.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { notesRead } from './notes-read.ts'

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })
const maxNamedViewers = 2
const otherViewers = (names: readonly string[]) => {
  const unnamed = names.length - maxNamedViewers
  const listed = unnamed > 1 ? [...names.slice(0, maxNamedViewers), plural(unnamed, 'colleague', 'colleagues')] : names
  return `${listFormat.format(listed)} also ${names.length === 1 ? 'has' : 'have'} this call open`
}

export function OtherViewers({ roomName }: { roomName: string }) {
  const { data } = useRead(notesRead(roomName))
  const myId = useMyId()
  const names = (data?.viewers ?? []).filter(({ operatorId }) => operatorId !== myId).map(({ operator }) => operator)
  return <output>{names.length > 0 && visible(otherViewers(names))}</output>
}
