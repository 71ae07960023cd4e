/**
 * How the file was read, and under which names its columns are sent: one closed panel, because most files are read rightly. It opens by
 * itself where there is something to look at, and never closes by itself: somebody may be choosing a column in it.
 */
import { useState } from 'react'
import type { Summary } from '#recipients/worker/protocol.ts'
import { Disclosure } from '#ui/layout/disclosure.tsx'
import { Card } from '#ui/layout/section.tsx'
import { plural } from '#ui/text/format-number.ts'
import { visibleText } from '#ui/text/visible-text.tsx'
import type { NewBatch } from '../state/new-batch.ts'
import { ColumnsSent, FileFormat } from './file-format.tsx'
import * as texts from './texts.ts'

/** "UTF-8, comma, header row 1, 3 columns sent". */
function summaryOf({ workbook, encoding, delimiter, headerRow, names, phoneColumn }: Summary): string {
  const sent = names.filter((name) => name !== null).length - (phoneColumn === null ? 0 : 1)
  return [
    ...(workbook
      ? [`sheet ${visibleText(workbook.sheet)}`]
      : [texts.encodingName(encoding), texts.delimiterNames[delimiter].replace(/ .$/, '').toLowerCase()]),
    headerRow === 0 ? 'no header row' : `header row ${headerRow}`,
    `${plural(sent, 'column', 'columns')} sent to the agent`,
  ].join(', ')
}

/** @param hasGap whether the agent needs a column that the file does not have */
export function FilePanel({ newBatch, file, hasGap }: { newBatch: NewBatch; file: Summary; hasGap: boolean }) {
  const isNeeded = hasGap || file.phoneColumn === null || file.notes.length > 0 || file.headerRow > 1
  const [isOpen, setIsOpen] = useState(isNeeded)
  if (isNeeded && !isOpen) setIsOpen(true)
  return (
    <Card flush>
      <Disclosure
        summary={<h2 className="text-base">File format and columns</h2>}
        facts={summaryOf(file)}
        isOpen={isOpen}
      >
        <div className="grid items-start gap-4 border-t border-line p-3 lg:grid-cols-2">
          <FileFormat newBatch={newBatch} file={file} />
          <ColumnsSent file={file} />
        </div>
      </Disclosure>
    </Card>
  )
}
