/** Saves records as a file of this browser. Sends nothing. */
import { notify } from '#kit/actions/notices.ts'
import { loadWithRetries } from '#ui/lazy-part.ts'
import { saveFile } from '#ui/save-file.ts'
import { plural } from '#ui/text/format-number.ts'
import type { FileKind, RecordFile } from './record-file.ts'
import * as texts from './texts.ts'

/** A name that every file system accepts. */
const fileNameOf = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'records'

/**
 * @param name what the file is named after, such as an agent
 * @param note said beside the counts, such as what is missing; '' for none
 */
export async function exportRecords(records: Partial<RecordFile>, name: string, note = ''): Promise<void> {
  const { recordFileText } = await loadWithRetries(() => import('./record-file.ts'))
  const now = Date.now()
  const day = new Date(now).toISOString().slice(0, 10)
  saveFile(new Blob([recordFileText(records, now)], { type: 'application/json' }), `${fileNameOf(name)}-${day}.json`)
  const counts = Object.fromEntries(Object.entries(records).map(([kind, list]) => [kind, list.length])) as Partial<
    Record<FileKind, number>
  >
  notify({ title: `Exported ${texts.recordCounts(counts)}.`, text: note })
}

/**
 * Exports agents with their flows.
 *
 * @param isComplete false: the service has more flows than were loaded
 */
export function exportWithFlows(
  { agents = [], flows = [] }: Partial<Pick<RecordFile, 'agents' | 'flows'>>,
  name: string,
  isComplete = true,
): void {
  const withoutSteps = flows.filter(({ promptType, flowData }) => promptType === 'flow' && flowData.nodes.length === 0)
  if (withoutSteps.length > 0)
    return notify({
      title: 'Nothing was exported.',
      text: `The service leaves the steps of ${plural(withoutSteps.length, 'flow', 'flows')} out of its list. Open a flow and export it there.`,
      tone: 'danger',
    })
  void exportRecords(
    { ...(agents.length > 0 && { agents }), ...(flows.length > 0 && { flows }) },
    name,
    isComplete ? '' : 'Only flows among the first 100 are in the file.',
  )
}
