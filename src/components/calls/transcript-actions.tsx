import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { IconButton } from '#ui/forms/icon-button.tsx'
import { saveFile } from '#ui/save-file.ts'
import { type Line, type Speakers, transcriptText } from './transcript-lines.ts'

const save = (text: string, fileName: string) =>
  saveFile(new Blob([`${text}\n`], { type: 'text/plain;charset=utf-8' }), fileName)

interface Props {
  lines: readonly Line[]
  speakers: Speakers
  /** The first line: with whom and when the call was. */
  head: string
  /** Contains an ID and no personal data. */
  fileName: string
}

/** Buttons that copy and download a transcript as plain text. */
export function TranscriptActions({ lines, speakers, head, fileName }: Props) {
  const [copied, setCopied] = useState(false)
  const disabledReason = lines.length === 0 && 'Nothing has been said yet.'
  const text = () => transcriptText(lines, head, speakers)
  const copy = () => void navigator.clipboard.writeText(text()).then(() => setCopied(true))
  return (
    <>
      <IconButton
        size="small"
        icon={Copy}
        label={copied ? 'Copied' : 'Copy transcript'}
        disabledReason={disabledReason}
        onClick={copy}
        onBlur={() => setCopied(false)}
      />
      <IconButton
        size="small"
        icon={Download}
        label="Download transcript"
        disabledReason={disabledReason}
        onClick={() => save(text(), fileName)}
      />
    </>
  )
}
