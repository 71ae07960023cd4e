import { useRef, useState } from 'react'
import { doNotCallLimits } from '#contract/index.ts'
import { mayBeWorkbook } from '#recipients/file/may-be-workbook.ts'
import type { SheetName } from '#recipients/read.ts'

interface ListFile {
  name: string
  /** What is uploaded; null: while a workbook is read, and if it cannot be. */
  content: Blob | null
  /** The sheets of a workbook, and the one that is uploaded. */
  sheets: { names: readonly SheetName[]; chosen: string } | null
  /** Why a workbook cannot be used. */
  problem: string | null
}

const unreadable = 'The file cannot be read from the disk any more. Nothing was sent. Choose it again.'

/** Reads what is uploaded: the file itself, or CSV from a sheet of a workbook. Its reader is loaded only for one. */
async function readListFile(file: File, sheet: string | undefined): Promise<Omit<ListFile, 'name'>> {
  const start = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  if (!mayBeWorkbook(start)) return { content: file, sheets: null, problem: null }
  const { sheetInCsv } = await import('#recipients/worker/client.ts')
  const read = await sheetInCsv(file, sheet, doNotCallLimits.bytes)
  if (!read.ok) return { content: null, sheets: null, problem: read.refusal.message }
  return { content: read.csv, sheets: { names: read.sheets, chosen: read.sheet }, problem: null }
}

/** The file that is imported into the do-not-call list. */
export function useListFile() {
  const [file, setFile] = useState<ListFile | null>(null)
  const source = useRef<File | null>(null)
  const read = async (chosen: File, sheet?: string) => {
    source.current = chosen
    setFile((before) => ({
      name: chosen.name,
      content: null,
      sheets: (sheet && before?.sheets) || null,
      problem: null,
    }))
    const found = await readListFile(chosen, sheet).catch(() => ({ content: null, sheets: null, problem: unreadable }))
    // Another one may have been chosen meanwhile.
    if (source.current === chosen) setFile({ name: chosen.name, ...found })
  }
  return {
    file,
    choose: (chosen: File) => void read(chosen),
    chooseSheet: (sheet: string) => void (source.current && read(source.current, sheet)),
    clear: () => {
      source.current = null
      setFile(null)
    },
  }
}
