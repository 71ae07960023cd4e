/** Checks that the links, paths, commands and settings in the documents exist. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { settingNames } from '#server/gateway/shared/configuration.ts'
import { settingNames as serviceSettingNames } from '#server/service/configuration.ts'

const projectRoot = join(import.meta.dirname, '../..')
const documents = [
  'README.md',
  ...globSync('{src,e2e}/**/*.md', { cwd: projectRoot }).toSorted(),
  ...['CHANGELOG', 'CONTRIBUTING', 'SECURITY'].map((name) => `.github/${name}.md`),
]
const readDocument = (document: string) => readFileSync(join(projectRoot, document), 'utf8')

/** The anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
const anchorsOf = (document: string) =>
  [...readDocument(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

describe.each(documents)('%s', (document) => {
  const text = readDocument(document)
  const folder = dirname(join(projectRoot, document))

  test('links to existing files, pictures and headings', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
    const broken = links
      .filter((link) => !/^https?:/.test(link))
      .filter((link) => {
        const [path = '', anchor] = link.split('#')
        const file = path === '' ? join(projectRoot, document) : resolve(folder, path)
        if (!existsSync(file)) return true
        return anchor !== undefined && !anchorsOf(file.slice(projectRoot.length + 1)).includes(anchor)
      })
    expect(broken).toEqual([])
  })

  test('names existing files and folders', () => {
    const paths = [...text.matchAll(/(?<![\w/.-])(?:src|e2e|\.github|\.ci)\/[\w./@-]*[\w/]/g)].map(([path]) => path)
    // Paths in src/README.md are relative to it.
    const relativePaths = [...text.matchAll(/`((?:[\w-]+\/)+[\w.-]+\.tsx?)`/g)].map(([, path = '']) => path)
    const missing = [
      ...paths.filter((path) => !existsSync(join(projectRoot, path))),
      ...relativePaths.filter((path) => !existsSync(join(folder, path)) && !existsSync(join(projectRoot, path))),
    ]
    expect(missing).toEqual([])
  })

  test('names existing npm scripts', () => {
    const { scripts } = JSON.parse(readDocument('package.json')) as { scripts: Record<string, string> }
    const commands = [...text.matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
      ([, script, builtIn]) => script ?? builtIn ?? '',
    )
    expect(commands.filter((name) => !(name in scripts))).toEqual([])
  })
})

test('the README has at most 120 lines', () => {
  expect(readDocument('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(120)
})

/** The names in the first column of a table. */
const settingsInTables = (section: string) =>
  [...section.matchAll(/^\| (`[A-Z_`, ]+`) \|/gm)].flatMap(([, cell = '']) => cell.match(/[A-Z_]+/g) ?? [])

describe('the documentation of settings', () => {
  const text = readDocument('src/server/README.md')
  const [serviceSection = ''] = /## Running the embedded service alone[\s\S]*/.exec(text) ?? []
  const [gatewaySection = ''] = /## Configuration\n[\s\S]*?(?=\n## )/.exec(text) ?? []

  test('lists the settings of the gateway and no others', () => {
    expect(settingsInTables(gatewaySection).toSorted()).toEqual([...settingNames].toSorted())
  })

  test('lists the settings of the embedded service', () => {
    expect(serviceSettingNames.filter((name) => !serviceSection.includes(`\`${name}\``))).toEqual([])
  })

  test('names only existing settings in the README', () => {
    expect(settingsInTables(readDocument('README.md')).filter((name) => !settingNames.includes(name))).toEqual([])
  })
})
