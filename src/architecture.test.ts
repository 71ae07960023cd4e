/** The walls of the house: who may import whom, what may stand where. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const src = import.meta.dirname
const root = dirname(src)

const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))

/** A room is the unit of the import table; a feature is a room of its own. */
const roomOf = (file: string): string => {
  const [, first = '', second = ''] = file.split('/')
  if (file.startsWith('e2e/')) return 'e2e'
  if (['src/main.tsx', 'src/routes.tsx'].includes(file)) return 'entrance'
  if (first === 'features') return `features/${second}`
  if (first === 'server') return `server/${second}`
  return first
}

const page = ['parts', 'shell', 'api', 'ui', 'contract', 'phone', 'recipients']
const table: Record<string, readonly string[]> = {
  contract: [],
  phone: [],
  recipients: ['contract', 'phone'],
  ui: [],
  api: ['contract'],
  shell: ['api', 'ui', 'contract'],
  parts: ['shell', 'api', 'ui', 'contract', 'phone'],
  features: page,
  tools: [
    'parts',
    'shell',
    'api',
    'ui',
    'contract',
    'phone',
    'recipients',
    'server/gateway',
    'server/service',
    'server/database',
  ],
  e2e: ['contract', 'recipients', 'phone'],
  'server/database': [],
  'server/service': ['contract', 'recipients', 'phone', 'server/database'],
  'server/gateway': ['contract', 'recipients', 'phone', 'server/database'],
}
/** Packages that a room may bring; a room that is not named may bring any. */
const packages: Record<string, RegExp> = {
  contract: /^zod(\/mini)?$/,
  phone: /^libphonenumber-js(\/|$)/,
}

const importsOf = (file: string): string[] => {
  const text = readFileSync(join(root, file), 'utf8')
  const found = text.matchAll(
    /(?:^|[\s;])(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]|new URL\(\s*['"](\.[^'"]+)['"]/gm,
  )
  return [...found].map((match) => match[1] ?? match[2] ?? match[3] ?? match[4] ?? '')
}
const target = (file: string, specifier: string): string | null => {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier))
  return null
}

const all = [...files(src), ...files(join(root, 'e2e'))]
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const code = all.filter((file) => !isTest(file))

describe('the house', () => {
  it('is read: the walls are checked over all its files', () => {
    expect(code.length).toBeGreaterThan(60)
    expect(code.flatMap(importsOf).length).toBeGreaterThan(200)
  })

  it('has an entry in the import table for every room', () => {
    const rooms = new Set(code.map(roomOf).map((room) => room.replace(/^features\/.*/, 'features')))
    expect([...rooms].filter((room) => room !== 'entrance' && !(room in table))).toEqual([])
  })

  it('lets no room import what the table does not give it', () => {
    const wrong = code.flatMap((file) =>
      importsOf(file).flatMap((specifier) => {
        const to = target(file, specifier)
        const room = roomOf(file)
        if (to === null || room === 'entrance' || /\.(css|svg|woff2)(\?.*)?$/.test(to)) return []
        const other = roomOf(to)
        if (other === room) return []
        if (file === 'src/server/gateway/main.ts' && other === 'server/service') return []
        const allowed = table[room.replace(/^features\/.*/, 'features')] ?? []
        return allowed.includes(other) ? [] : [`${file} → ${to}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  it('keeps packages out of the rooms that are to stay bare', () => {
    const wrong = code.flatMap((file) => {
      const allowed = packages[roomOf(file)]
      if (!allowed) return []
      return importsOf(file)
        .filter((specifier) => target(file, specifier) === null && !allowed.test(specifier))
        .map((specifier) => `${file} → ${specifier}`)
    })
    expect(wrong).toEqual([])
  })

  it('keeps node: in the server, the tools and the tests', () => {
    const wrong = code.filter(
      (file) =>
        !/^(src\/(server|tools)|e2e)\//.test(file) &&
        importsOf(file).some((specifier) => specifier.startsWith('node:')),
    )
    expect(wrong).toEqual([])
  })

  it('has no barrels but the contract', () => {
    expect(code.filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual(['src/contract/index.ts'])
  })

  it('says at its top why a file may be longer than 300 lines', () => {
    const silent = all.filter((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return text.split('\n').length > 301 && !/^\/\*\*?[\s\S]{0,1200}?long/i.test(text)
    })
    expect(silent).toEqual([])
  })

  it('shows no mark of haste', () => {
    const marks =
      /\b(TODO|FIXME|XXX)\b|@ts-(ignore|nocheck)|\bas any\b|dangerouslySetInnerHTML|\.only\(|\.skip\(|waitForTimeout/
    const self = 'src/architecture.test.ts'
    expect(all.filter((file) => file !== self && marks.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
  })
})
