/** Encodes answers with a long list, whole or as the rows that changed between two versions. */
import { LRUCache } from 'lru-cache'
import type { ChangedRows } from '#contract/index.ts'
import { atMost } from '../shared/at-most.ts'
import { etagOf } from './answer.ts'

/** The field with the list, and the field that is the key of its rows. */
export interface RowList {
  list: string
  key: string
}

/** JSON of the rows by their keys, in the order of the list. */
type RowTexts = ReadonlyMap<string, string>

interface Version {
  etag: string
  /** The other fields. */
  rest: string
  texts: RowTexts
}

/** How many versions of an answer are stored. A browser with an older version gets the whole answer. */
const maxVersions = 64
const maxChanges = 256

/** The changes as JSON of `ChangedRows`; null if unchanged rows have changed their order, so that the whole answer has to be sent. */
function changesBetween({ list }: RowList, before: RowTexts, { rest, texts }: Version): string | null {
  const isUnchanged = (key: string) => before.get(key) === texts.get(key)
  const unchangedKeysBefore = [...before.keys()].filter(isUnchanged)
  const unchangedKeys = [...texts.keys()].filter(isUnchanged)
  if (unchangedKeys.some((key, index) => unchangedKeysBefore[index] !== key)) return null
  const gone: ChangedRows['gone'] = [...before.keys()].flatMap((key, index) => (isUnchanged(key) ? [] : [index]))
  const rows = [...texts].flatMap(([key, text], index) => (isUnchanged(key) ? [] : [`[${index},${text}]`]))
  return `${JSON.stringify({ list, gone }).slice(0, -1)},"rest":${rest},"rows":[${rows.join(',')}]}`
}

/** Encodes the answers of one read. */
export function createChangedRows(rowList: RowList) {
  const versions = new LRUCache<string, Version>(atMost(maxVersions))
  const changes = new LRUCache<string, { body: Buffer | null }>(atMost(maxChanges))
  let latest: RowTexts = new Map()

  /** JSON of the rows. Equal texts of the previous answer are reused, so that versions take little memory. */
  function textsOf(rows: readonly Record<string, unknown>[]): RowTexts {
    const texts = new Map<string, string>()
    for (const row of rows) {
      const key = String(row[rowList.key])
      const text = JSON.stringify(row)
      const previousText = latest.get(key)
      texts.set(key, previousText === text ? previousText : text)
    }
    return texts
  }

  return {
    /** Encodes the whole answer and stores it as a version. */
    encode(data: object): { body: Buffer; etag: string } {
      const { [rowList.list]: rows, ...otherFields } = data as Record<string, Record<string, unknown>[]>
      const rest = JSON.stringify(otherFields)
      const texts = textsOf(rows ?? [])
      const list = texts.size === rows?.length ? [...texts.values()].join(',') : JSON.stringify(rows).slice(1, -1)
      const body = Buffer.from(`{${[rest.slice(1, -1), `"${rowList.list}":[${list}]`].filter(Boolean).join(',')}}`)
      const etag = etagOf(body)
      latest = texts
      // Rows with the same key cannot be distinguished.
      if (texts.size === rows?.length) versions.set(etag, { etag, rest, texts })
      return { body, etag }
    },

    /** The changes between two versions; null if one is no longer stored, or if they are not much shorter than the whole answer. */
    between(fromTag: string, toTag: string, answerBytes: number): Buffer | null {
      const changesKey = `${fromTag} ${toTag}`
      const cachedChanges = changes.get(changesKey)
      if (cachedChanges) return cachedChanges.body
      const [from, to] = [versions.get(fromTag), versions.get(toTag)]
      // Not kept: a browser may send any text as its tag.
      // guard: unknown-tags-are-not-kept
      if (!from || !to) return null
      const text = changesBetween(rowList, from.texts, to)
      const body = text === null || text.length * 2 > answerBytes ? null : Buffer.from(text)
      changes.set(changesKey, { body })
      return body
    },
  }
}
