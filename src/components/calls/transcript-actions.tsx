import Copy from 'lucide-react/icons/copy'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { Button } from '#ui/forms/button.tsx'
import { saveFile } from '#ui/save-file.ts'
import { type Line, transcriptText } from './transcript-lines.ts'

/** Plain text as a file. */
const save = (text: string, fileName: string) =>
  saveFile(new Blob([`${text}\n`], { type: 'text/plain;charset=utf-8' }), fileName)

/** For ears only where there is little room. */
const ofTranscript = <span className="max-sm:sr-only">transcript</span>

interface Props {
  lines: readonly Pick<Line, 'role' | 'content'>[]
  /** Without personal data: an id names the file. */
  fileName: string
}

/** Copy and download of a transcript, as plain text. */
export function TranscriptActions({ lines, fileName }: Props) {
  const [copied, setCopied] = useState(false)
  const disabledReason = lines.length === 0 && 'Nothing was said yet.'
  const copy = () => void navigator.clipboard.writeText(transcriptText(lines)).then(() => setCopied(true))
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        icon={Copy}
        disabledReason={disabledReason}
        onClick={copy}
        onBlur={() => setCopied(false)}
      >
        {copied ? 'Copied' : 'Copy'}
        {!copied && ofTranscript}
      </Button>
      <Button
        variant="ghost"
        size="small"
        icon={Download}
        disabledReason={disabledReason}
        onClick={() => save(transcriptText(lines), fileName)}
      >
        Download
        {ofTranscript}
      </Button>
    </>
  )
}
