/** The names of files of figures, with the period and the filters. */
import { isoDay } from '#components/charts/time-points.ts'
import { type FilterValues, useFilterNames } from './filter-names.ts'
import { filterNames, periodOf } from './search.ts'

export interface ExportLabel {
  /** The name of a file without its extension. @param what such as "calls-by-day" */
  fileName: (what: string) => string
}

const longestPart = 40

/** A part of a file name: letters and digits of any script, the rest becomes hyphens. */
const fileNamePart = (text: string) =>
  text
    .replace(/[^\p{L}\p{N}.]+/gu, '-')
    .slice(0, longestPart)
    .replace(/^[-.]+|[-.]+$/g, '')

/** The name of a file from its parts; empty ones are left out. */
export const fileNameOf = (...parts: readonly string[]): string => parts.map(fileNamePart).filter(Boolean).join('_')

/** @param openedAt epoch ms */
export function useExportLabel(search: FilterValues & { days: number }, openedAt: number): ExportLabel {
  const nameOf = useFilterNames(search)
  const { from, to } = periodOf(search.days, openedAt)
  const filters = filterNames.filter((field) => search[field]).map((field) => nameOf(field))
  const days = [...new Set([isoDay(from), isoDay(to - 1)])]
  return {
    fileName: (what) => fileNameOf(what, ...days, ...filters),
  }
}
