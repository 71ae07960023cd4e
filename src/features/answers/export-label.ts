/** What a file or a picture of figures says about them: the period and the filters, as text and in its name. */
import { dayRange, isoDay } from '#components/charts/time-points.ts'
import { type FilterValues, useFilterNames } from './filter-names.ts'
import { filterNames, periodOf } from './search.ts'
import * as texts from './texts.tsx'

export interface ExportLabel {
  /** "28 Oct – 26 Nov 2026 · Agent: Ana". */
  subtitle: string
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
  const filters = filterNames.filter((field) => search[field]).map((field) => ({ field, name: nameOf(field) }))
  const days = [...new Set([isoDay(from), isoDay(to - 1)])]
  return {
    subtitle: [dayRange(from, to), ...filters.map(({ field, name }) => texts.filteredBy(field, name))].join(' · '),
    fileName: (what) => fileNameOf(what, ...days, ...filters.map(({ name }) => name)),
  }
}
