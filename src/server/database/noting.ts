/**
 * What a value is made from, noted while it is made: the tables that statements read, and whatever else says that it is used. Whoever
 * keeps the value (`shared/kept.ts`) makes it again when one of those has changed.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { KyselyPlugin } from 'kysely'

/** Something that changes. */
export interface Source {
  /** Another number after each change. */
  version: () => number
  /** Whether every change is heard of within moments; without it, it is. */
  isCurrent?: () => boolean
}

export interface Notes {
  /** What was used, with its version before it was. */
  versions: Map<Source, number>
  /** Steady ms: from then on the value may be another one. */
  until: number
}

const noting = new AsyncLocalStorage<Notes>()

/** Makes a value and notes what it is made from. */
export const note = <T>(notes: Notes, make: () => T): T => noting.run(notes, make)

/** The value that is being made, if any, has to be made again when this changes. Call it before reading. */
export function uses(source: Source): void {
  const notes = noting.getStore()
  if (notes && !notes.versions.has(source)) notes.versions.set(source, source.version())
}

/** The value that is being made, if any, may be another one from this moment of the steady clock on. */
export function usesUntil(moment: number): void {
  const notes = noting.getStore()
  if (notes) notes.until = Math.min(notes.until, moment)
}

/** A kept value became a part of the one that is being made, if any. */
export function usesAll({ versions, until }: Notes): void {
  const notes = noting.getStore()
  if (!notes) return
  for (const [source, version] of versions) if (!notes.versions.has(source)) notes.versions.set(source, version)
  notes.until = Math.min(notes.until, until)
}

/** A thing in memory: its owner calls `changed` after each change, and `uses` it before each reading. */
export function createSource(): Source & { changed: () => void } {
  let version = 0
  return {
    version: () => version,
    changed: () => {
      version += 1
    },
  }
}

interface Node {
  kind?: string
  table?: { identifier?: { name?: string } }
  sqlFragments?: readonly string[]
}

const readsRaw = /\b(?:from|join)\s+"?(\w+)/gi

/** The names of all tables in a statement. */
function tablesIn(node: unknown, found: Set<string>): Set<string> {
  if (typeof node !== 'object' || node === null) return found
  const { kind, table, sqlFragments = [] } = node as Node
  if (kind === 'TableNode' && table?.identifier?.name) found.add(table.identifier.name)
  for (const text of sqlFragments) for (const [, name = ''] of text.matchAll(readsRaw)) found.add(name)
  for (const part of Object.values(node)) tablesIn(part, found)
  return found
}

const writing = /^(?:Insert|Update|Delete)QueryNode$/

/** Notes the tables of every statement that reads. */
export function notesTables(changes: { version: (table: string) => number; isCurrent: () => boolean }): KyselyPlugin {
  const sources = new Map<string, Source>()
  const sourceOf = (table: string): Source => {
    const source = sources.get(table) ?? { version: () => changes.version(table), isCurrent: changes.isCurrent }
    sources.set(table, source)
    return source
  }
  return {
    transformQuery({ node }) {
      if (noting.getStore() && !writing.test(node.kind))
        for (const table of tablesIn(node, new Set())) uses(sourceOf(table))
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
}
