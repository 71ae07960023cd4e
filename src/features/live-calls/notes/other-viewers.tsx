/** Says which colleagues have the page of this call open too, so that two people do not take over the same call. */
import { useRead } from '#api/reads.ts'
import { useMyId } from '#api/session.ts'
import { visible } from '#ui/text/visible-text.tsx'
import { notesRead } from './notes-read.ts'
import * as texts from './texts.ts'

export function OtherViewers({ roomName }: { roomName: string }) {
  const { data } = useRead(notesRead(roomName))
  const myId = useMyId()
  const names = (data?.viewers ?? []).filter(({ operatorId }) => operatorId !== myId).map(({ operator }) => operator)
  return <output>{names.length > 0 && visible(texts.otherViewers(names))}</output>
}
