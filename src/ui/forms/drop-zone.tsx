/** Takes a file by drag and drop, or with a button. */
import Upload from 'lucide-react/icons/upload'
import { type ReactNode, useRef, useState } from 'react'
import { cx } from '../classes.ts'
import { Glyph } from '../status/icon.tsx'
import { Button } from './button.tsx'

interface Props {
  /** "Drop a CSV file here". */
  title: string
  /** "Choose a file". */
  button: string
  /** The input's `accept`, such as ".csv,text/csv". */
  accept: string
  onFile: (file: File) => void
  /** Requirements for the file. */
  children?: ReactNode
  disabledReason?: string | null | false
}

export function DropZone({ title, button, accept, onFile, children, disabledReason }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isDraggedOver, setIsDraggedOver] = useState(false)
  const takeFirstFile = (files: FileList | null) => {
    const file = files?.[0]
    if (file && !disabledReason) onFile(file)
  }
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setIsDraggedOver(true)
      }}
      onDragLeave={() => setIsDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsDraggedOver(false)
        takeFirstFile(event.dataTransfer.files)
      }}
      className={cx(
        'flex flex-col items-center gap-2 rounded-large border border-dashed px-4 py-8 text-center transition-colors',
        isDraggedOver ? 'border-accent bg-accent-soft' : 'border-control bg-surface',
      )}
    >
      <span className="text-muted">
        <Glyph icon={Upload} size="large" />
      </span>
      <p className="font-medium">{title}</p>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={button}
        // The button opens it. Otherwise screen readers would find two.
        hidden
        onChange={(event) => {
          takeFirstFile(event.target.files)
          // Without this, selecting the same file again after a correction would not be a change.
          event.target.value = ''
        }}
      />
      <Button variant="primary" disabledReason={disabledReason} onClick={() => input.current?.click()}>
        {button}
      </Button>
      {children && <div className="text-label text-muted text-pretty">{children}</div>}
    </div>
  )
}
