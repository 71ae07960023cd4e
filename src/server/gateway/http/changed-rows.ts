/** Encodes answers with a long list, whole or as the rows that changed between two versions. */
import { LRUCache } from 'lru-cache'
import type { ChangedRows } from '#contract/index.ts'
import { etagOf } from './answer.ts'

/** The field with the list, and the field that is the key of its rows. */
export interface RowList {
  list: string
  key: string
}

/** JSON of the rows by their keys, in the order of the list. */
type Texts = ReadonlyMap<string, string>

interface Version {
  etag: string
  /** The other fields. */
  rest: string
  texts: Texts
}

/** How many versions are remembered. A browser with an older one gets the whole answer. */
const maxVersions = 64
const maxChanges = 256

/** The changes as JSON of ChangedRows; null if unchanged rows have changed places, so that the answer has to be sent whole. */
function changesBetween({ list }: RowList, before: Texts, { rest, texts }: Version): string | null {
  const stays = (name: string) => before.get(name) === texts.get(name)
  const stayedBefore = [...before.keys()].filter(stays)
  const stayed = [...texts.keys()].filter(stays)
  if (stayed.some((name, at) => stayedBefore[at] !== name)) return null
  const gone: ChangedRows['gone'] = [...before.keys()].flatMap((name, place) => (stays(name) ? [] : [place]))
  const rows = [...texts].flatMap(([name, text], place) => (stays(name) ? [] : [`[${place},${text}]`]))
  return `${JSON.stringify({ list, gone }).slice(0, -1)},"rest":${rest},"rows":[${rows.join(',')}]}`
}

/** Encodes the answers of one read. */
export function createChangedRows(of: RowList) {
  const versions = new LRUCache<string, Version>({ max: maxVersions })
  const changes = new LRUCache<string, { body: Buffer | null }>({ max: maxChanges })
  let latest: Texts = new Map()

  /** JSON of the rows. Equal texts of the previous answer are reused, so that versions take little memory. */
  function textsOf(rows: readonly Record<string, unknown>[]): Texts {
    const texts = new Map<string, string>()
    for (const row of rows) {
      const name = String(row[of.key])
      const text = JSON.stringify(row)
      const known = latest.get(name)
      texts.set(name, known === text ? known : text)
    }
    return texts
  }

  return {
    /** Encodes the whole answer and remembers it as a version. */
    bytesOf(data: object): { body: Buffer; etag: string } {
      const { [of.list]: rows, ...others } = data as Record<string, Record<string, unknown>[]>
      const rest = JSON.stringify(others)
      const texts = textsOf(rows ?? [])
      const list = texts.size === rows?.length ? [...texts.values()].join(',') : JSON.stringify(rows).slice(1, -1)
      const body = Buffer.from(`{${[rest.slice(1, -1), `"${of.list}":[${list}]`].filter(Boolean).join(',')}}`)
      const etag = etagOf(body)
      latest = texts
      // Rows with the same key cannot be distinguished.
      if (texts.size === rows?.length) versions.set(etag, { etag, rest, texts })
      return { body, etag }
    },

    /** The changes between two versions; null if one is no longer remembered, or if they are not much shorter than the whole answer. */
    between(before: string, now: string, whole: number): Buffer | null {
      const name = `${before} ${now}`
      const made = changes.get(name)
      if (made) return made.body
      const [from, to] = [versions.get(before), versions.get(now)]
      const text = from && to ? changesBetween(of, from.texts, to) : null
      const body = text === null || text.length * 2 > whole ? null : Buffer.from(text)
      changes.set(name, { body })
      return body
    },
  }
}
